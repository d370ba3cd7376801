/** Programs that do what their standard input says: as a program, or as a list. */

import type { Obeyed, Written } from './obeyed-file.ts';
import { operandsOf, valuesOf } from './operands.ts';
import { languageOf } from './written.ts';

/** How a command obeys its standard input. A word before it may be a wrapper's. */
export interface ObeyedInput {
  readonly how: Obeyed['how'];
  /** In which language it reads that. */
  readonly written?: Written;
}

export function obeysInput(words: readonly string[]): ObeyedInput | undefined {
  for (const at of words.slice(0, 8).keys()) {
    const how = inputOf(words.slice(at));
    if (how === undefined) continue;
    return how === 'lists' ? { how } : { how, written: languageOf(nameOf(words[at])) ?? 'other' };
  }
  return undefined;
}

const nameOf = (word = '') => word.slice(word.lastIndexOf('/') + 1);
const interpreters =
  /^((ba|z|da|a|k|mk|rba|fi|tc|c)?sh|pwsh|python[\d.]*|pypy[\d.]*|node|nodejs|perl|ruby|php|lua|tclsh|osascript|R|Rscript)$/;

function inputOf([first = '', ...args]: readonly string[]): Obeyed['how'] | undefined {
  const name = first.slice(first.lastIndexOf('/') + 1);
  if (interpreters.test(name)) {
    if (args.some(arg => /^[-+][a-zA-Z]*[crp]$|^-\w*E$|^--(eval|print)/.test(arg))) return undefined;
    if (/^(perl|ruby|node|nodejs|php)$/.test(name) && args.some(arg => /^-\w*e$/.test(arg))) return undefined;
    const isOwn =
      operandsOf(args).every(arg => arg.startsWith('/dev/')) || args.some(arg => /^-[a-z]*s[a-z]*$/.test(arg));
    return isOwn ? 'runs' : undefined;
  }
  if (/^(at|batch|ed|ex|psql|mysql|sqlite3|bc|dc)$/.test(name)) return 'runs';
  if (/^([gmn]?awk|g?sed|g?make)$/.test(name)) return isProgramFed(args) ? 'runs' : undefined;
  return isListed(name, args) ? 'lists' : undefined;
}

/** `make -f -`: the program, and not what it works on. */
function isProgramFed(args: readonly string[]): boolean {
  return args.some((arg, at) =>
    arg === '-' ? /^-\w*f$|^--(make)?file$/.test(args[at - 1] ?? '') : /^-f-$|^--(make)?file=-$/.test(arg),
  );
}

function isListed(name: string, args: readonly string[]): boolean {
  if (/^(read|mapfile|readarray|cpio|pax|patch)$/.test(name)) return true;
  if (name === 'xargs') return valuesOf(args, 'a', '--arg-file').length === 0;
  if (name === 'parallel') return !args.some(arg => arg.startsWith(':::'));
  if (/^(tar|gtar|bsdtar|rsync|wget2?|crontab|kubectl)$/.test(name))
    return args.some(arg => arg === '-' || /^--?[\w-]+=-$|^-[TXifK]-$/.test(arg));
  if (name === 'git')
    return /^(apply|am|update-index|update-ref|fast-import|mktree)$/.test(operandsOf(args, /^-[cC]$/)[0] ?? '');
  if (name === 'zip') return args.some(arg => arg.includes('@'));
  return /^(docker|podman|nerdctl)$/.test(name) && args.includes('-');
}
