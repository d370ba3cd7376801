/**
 * What a file that is executed executes in turn, as far as its text says so: another script, a module beside it, the
 * makefile it includes, what a script of `package.json` starts.
 *
 * What it works out only while it runs is not seen here.
 */
import type { Finding } from '../../policy/finding.ts';
import { obeyedInside } from '../verdict.ts';
import { obeys, obeysUnknown } from './obeyed.ts';
import type { Obeyed, Written } from './obeyed-file.ts';

/** A longer text is not looked through, and what it starts is not known. */
const longest = 200_000;

/** The files that `text`, which stands at `at`, executes. */
export function includedFiles(text: string, at: Obeyed & { readonly path: string }): readonly Obeyed[] {
  if (at.how === 'lists' || text.includes('\0')) return [];
  const written = at.written ?? writtenIn(at.path, text);
  if (written === undefined) return [];
  const found = text.length > longest ? [obeysUnknown(`what ${at.shown} starts`, at.cwd)] : readers[written](text, at);
  return found.flatMap(({ obeys: one }) => one ?? []);
}

function writtenIn(path: string, text: string): Written | undefined {
  const [, by = ''] =
    /^#!.*?([\w.+-]+)(?:\s+-\S+)*\s*$/m.exec(text.startsWith('#!') ? (text.split('\n')[0] ?? '') : '') ?? [];
  if (/^(ba|z|da|a|k)?sh$/.test(by) || /\.(sh|bash|zsh|ksh)$/.test(path)) return 'shell';
  if (/^python/.test(by) || /\.pyw?$/.test(path)) return 'python';
  if (/^(node|deno|bun|tsx)/.test(by) || /\.[cm]?[jt]sx?$/.test(path)) return 'node';
  if (/^g?make/.test(by)) return 'make';
  // the kernel gives a text without a first line of that kind to the shell
  return by === '' && !/\.\w+$/.test(path) ? 'shell' : undefined;
}

type Reader = (text: string, at: Obeyed & { readonly path: string }) => readonly Finding[];

const asFindings = (found: readonly Obeyed[]): readonly Finding[] =>
  found.map(obeyed => ({ level: 0, reason: '', obeys: obeyed }));

/** A script is judged by no rule, so what it works through as a list counts only where it names the file. */
function inShell(text: string, cwd: string): readonly Finding[] {
  return asFindings(obeyedInside(text, cwd).filter(({ path, how }) => how === 'runs' || path !== undefined));
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : '.');
const beside = (path: string, name: string) => (name.startsWith('/') ? name : `${folderOf(path)}/${name}`);

const python: Reader = (text, { path, cwd }) => {
  const names = new Set<string>();
  for (const [, from, list = ''] of text.matchAll(
    /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import|import[ \t]+([\w., \t]+))/gm,
  ))
    for (const name of from === undefined ? list.split(',') : [from])
      names.add(name.trim().replace(/^\.+/, '').split(/[.\s]/)[0] ?? '');
  const modules = [...names].filter(name => name !== '').slice(0, 40);
  const found = modules.flatMap(name => [
    obeys(beside(path, `${name}.py`), '.', { isOptional: true, written: 'python' }),
    obeys(beside(path, name), '.', { isOptional: true }),
  ]);
  // a new file there can take the place of any module that those import
  const folder = obeys(folderOf(path), '.', { isModules: true });
  const computed = /\b(importlib|__import__|runpy|exec|execfile|imp)\b/.test(text);
  return [...found, folder, ...(computed ? [obeysUnknown(`what ${nameOf(path)} loads by a computed name`, cwd)] : [])];
};

const builtIn =
  /^(node:.*|assert|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|dns|domain|events|fs|http|http2|https|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|repl|stream|string_decoder|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)(\/\w+)?$/;

const node: Reader = (text, { path, cwd }) => {
  const named = [...text.matchAll(/\b(?:require\s*\(|import\s*\(|from|import)\s*(['"`])([^'"`\n]{1,300})\1/g)].map(
    one => one[2] ?? '',
  );
  const found = [...new Set(named)].slice(0, 40).flatMap(name => {
    if (builtIn.test(name)) return [];
    if (!/^\.{0,2}\//.test(name)) return [obeysUnknown(`the package ${name.slice(0, 60)}`, cwd)];
    return ['', '.js', '.mjs', '.cjs', '.ts', '.json', '/index.js', '/package.json'].map(end =>
      obeys(beside(path, `${name}${end}`), '.', {
        isOptional: true,
        ...(end === '.json' ? {} : { written: 'node' as const }),
      }),
    );
  });
  const computed = /\b(require|import)\s*\(\s*[^'"`\s)]/.test(text);
  return [...found, ...(computed ? [obeysUnknown(`what ${nameOf(path)} loads by a computed name`, cwd)] : [])];
};

const make: Reader = (text, { cwd, path }) => {
  const at = folderOf(path) === '.' ? cwd : folderOf(path);
  const lines = text.replace(/\\\n/g, ' ').split('\n');
  return lines.flatMap(line => {
    const [, isMild, names = ''] = /^(-|s)?include\s+(.+?)\s*$/.exec(line) ?? [];
    if (names !== '')
      return names
        .split(/\s+/)
        .map(name =>
          name.includes('$')
            ? obeysUnknown(`what ${nameOf(path)} includes`, cwd)
            : obeys(name, at, { written: 'make', ...(isMild === undefined ? {} : { isOptional: true }) }),
        );
    if (!line.startsWith('\t')) return [];
    // what make puts in is not known here
    const recipe = line
      .trim()
      .replace(/^[@+-]+/, '')
      .replace(/\$\$/g, '$')
      .replace(/\$[({][^)}]*[)}]|\$[@<^*+?]/g, '"$__MAKE"');
    return inShell(recipe, at);
  });
};

const npm: Reader = (text, { path, cwd, scripts = [] }) => {
  let all: unknown;
  try {
    all = (JSON.parse(text) as { readonly scripts?: unknown }).scripts;
  } catch {
    return [obeysUnknown(`what ${path} starts`, cwd)];
  }
  const lines = all as Readonly<Record<string, unknown>> | undefined;
  return scripts.flatMap(name => {
    const line = lines !== undefined && lines !== null && Object.hasOwn(lines, name) ? lines[name] : undefined;
    return typeof line === 'string' ? inShell(line, folderOf(path)) : [];
  });
};

const readers: Readonly<Record<Written, Reader>> = {
  shell: (text, { cwd }) => inShell(text, cwd),
  python,
  node,
  make,
  npm,
};
