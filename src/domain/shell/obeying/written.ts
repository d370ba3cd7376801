/** In which language a program reads what it is given. */
import type { Written } from './obeyed-file.ts';

/** Undefined: it runs no language. */
export function languageOf(program: string): Written | undefined {
  for (const [form, written] of languages) if (form.test(program)) return written;
  return undefined;
}

const languages: readonly (readonly [RegExp, Written])[] = [
  [/^(ba|da|a|rba|k|mk|pdk)?sh$/, 'shell'],
  [/^(source|\.)$/, 'shell'],
  [/^(python|pypy)[\d.]*$/, 'python'],
  [/^(node|nodejs|tsx)$/, 'node'],
  [/^perl[\d.]*$/, 'perl'],
  [/^(ruby|php|lua|luajit)[\d.]*$/, 'script'],
  [/^[gmn]?awk$/, 'awk'],
  [/^g?sed$/, 'sed'],
  [/^(sqlite3|psql|mysql)$/, 'sql'],
  [/^g?make$/, 'make'],
  [
    /^(zsh|fish|t?csh|pwsh|powershell|cmd|cmd\.exe|ipython|deno|bun|ts-node|R|Rscript|julia|tclsh|osascript|guile|gjs|at|batch|ed|ex|vim?|nvim|emacs|gdb|lldb|bc|dc|mongosh|groovy|scala|elixir|erl|java|swift|wish|expect)[\d.]*$/,
    'other',
  ],
];
