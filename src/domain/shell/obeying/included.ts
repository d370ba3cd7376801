/**
 * What a file that is executed executes in turn, as far as its text says so: another script, a module beside it, the
 * makefile it includes, what a script of `package.json` starts.
 *
 * A text is known only where its language has a reader, and that reader is sure of all of it. Any other starts what
 * nobody knows before it runs.
 */
import type { Finding } from '../../policy/finding.ts';
import { obeyedInside } from '../verdict.ts';
import { make } from './languages/make.ts';
import { node } from './languages/node.ts';
import { python } from './languages/python.ts';
import { folderOf, nameOf, opens, type Reader } from './languages/reader.ts';
import { awk, other, perl, script, sed, sql } from './languages/scripts.ts';
import { gitconfig, npmrc } from './languages/settings.ts';
import { obeys, obeysUnknown } from './obeyed.ts';
import type { Obeyed, Written } from './obeyed-file.ts';
import { languageOf } from './written.ts';

/** A longer text is not looked through, and what it starts is not known. */
const longest = 200_000;

type Placed = Obeyed & { readonly path: string };

/** The files that `text`, which stands at `at`, executes; undefined: it is no text. */
export function includedFiles(text: string | undefined, at: Placed): readonly Obeyed[] {
  if (at.how === 'lists') return [];
  const found =
    text === undefined || text.includes('\0') || text.length > longest
      ? [obeysUnknown(`what ${at.shown} starts`, at.cwd)]
      : at.written === undefined
        ? executed(text, at)
        : readers[at.written](text, at);
  return madeBefore(
    text,
    at,
    found.flatMap(({ obeys: one }) => one ?? []),
  );
}

/** A file whose name stands there once more may be one that an earlier step of the same text has made. */
function madeBefore(text: string | undefined, { cwd, written }: Placed, found: readonly Obeyed[]): readonly Obeyed[] {
  if (text === undefined || (written !== undefined && !/^(shell|make|npm)$/.test(written))) return found;
  const again = found.find(({ path, how, isOptional }) => {
    if (path === undefined || how !== 'runs' || isOptional) return false;
    const name = nameOf(path);
    return name !== '' && text.split(name).length > 2;
  });
  const { obeys: unknown } = again === undefined ? {} : obeysUnknown(`${again.shown} as it is by then`, cwd);
  return unknown === undefined ? found : [...found, unknown];
}

/**
 * Does it matter to a file of this kind from where it is looked at? Python and Node look beside the file that a link
 * leads to.
 */
export function looksBeside(text: string, { written }: Pick<Obeyed, 'written'>): boolean {
  return /^(python|node)$/.test(written ?? byFirstLine(text)?.written ?? '');
}

/** By its first line, as the kernel reads it; a text without one is given to the shell. */
function executed(text: string, at: Placed): readonly Finding[] {
  const by = byFirstLine(text);
  if (by === undefined) return inShell(text, at.cwd);
  const { program, isPlain, written } = by;
  if (written !== undefined && isPlain) return readers[written](text, at);
  const isOfSystem = /^\/(usr\/(local\/)?)?s?bin\/[^/]+$/.test(program);
  return [...(isOfSystem ? [] : [obeys(program, at.cwd)]), opens(at, text.split('\n', 1)[0])];
}

/** `isPlain`: it lies where programs of the system lie, and is given no words that could name something else. */
function byFirstLine(text: string) {
  if (!text.startsWith('#!')) return undefined;
  const [line = ''] = text.slice(2).split('\n', 1);
  const [program = '', ...given] = line.trim().split(/\s+/);
  const isEnv = /^(\/usr)?\/bin\/env$/.test(program);
  const words = isEnv ? given.filter((word, at) => at > 0 || word !== '-S') : [program, ...given];
  const [interpreter = '', ...options] = words;
  const name = interpreter.slice(interpreter.lastIndexOf('/') + 1);
  const written: Written | undefined = /^g?make$/.test(name) ? undefined : languageOf(name);
  const isPlain =
    (isEnv ? !interpreter.includes('/') : /^\/(usr\/(local\/)?)?bin\/[^/]+$/.test(program)) &&
    options.every(option => written !== undefined && harmless[written]?.test(option));
  return { program, isPlain, written };
}

const harmless: Partial<Readonly<Record<Written, RegExp>>> = {
  shell: /^-[eux]+$/,
  python: /^-[uBI]+$/,
  perl: /^-w$/,
  awk: /^-f$/,
  sed: /^-[nEr]*f$/,
};

const asFindings = (found: readonly Obeyed[]): readonly Finding[] =>
  found.map(obeyed => ({ level: 0, reason: '', obeys: obeyed }));

/** A script is judged by no rule, so what it works through as a list counts only where it names the file. */
function inShell(text: string, cwd: string): readonly Finding[] {
  return asFindings(obeyedInside(text, cwd).filter(({ path, how }) => how === 'runs' || path !== undefined));
}

/** Of a `package.json`: what the scripts that are named start. */
function npm(text: string, at: Placed): readonly Finding[] {
  const { path, cwd, scripts = [] } = at;
  let all: unknown;
  try {
    all = (JSON.parse(text) as { readonly scripts?: unknown }).scripts;
  } catch {
    return [obeysUnknown(`what ${path} starts`, cwd)];
  }
  const lines = all as Readonly<Record<string, unknown>> | undefined;
  return scripts.flatMap(name => {
    const line = lines !== undefined && lines !== null && Object.hasOwn(lines, name) ? lines[name] : undefined;
    if (typeof line === 'string') return inShell(line, folderOf(path));
    // npm has a word of its own for that one
    return name === 'start' || name === 'restart' ? [opens(at, name)] : [];
  });
}

const readers: Readonly<Record<Written, (...given: [text: string, at: Placed]) => ReturnType<Reader>>> = {
  python,
  node,
  awk,
  sed,
  sql,
  perl,
  script,
  other,
  npmrc,
  gitconfig,
  npm,
  shell: (text, { cwd }) => inShell(text, cwd),
  make: (text, at) => make(text, at, inShell),
};
