/** One simple command: its words, what stands before them, and where they are directed. */
import type { Command, Redirection } from 'unbash';
import { asked, type Finding } from './finding.ts';
import type { Ground } from './shell-ground.ts';
import type { Lookup } from './shell-parameters.ts';
import { kindOf, shown } from './shell-paths.ts';
import { programs } from './shell-programs.ts';
import { redirectionFindings } from './shell-redirections.ts';
import { anyUnknown, unknown } from './shell-unknown.ts';
import { variableFindings } from './shell-variables.ts';
import { commandWords, textOf } from './shell-words.ts';

export interface Place {
  readonly ground: Ground;
  readonly lookup: Lookup;
}

export function commandFindings(command: Command, { ground, lookup }: Place): readonly Finding[] {
  const words = commandWords(command, lookup);
  const found: Finding[] = [];
  for (const part of command.prefix) {
    if (part.type !== 'Assignment') continue;
    const value = part.value.type === 'ArrayValue' ? unknown : textOf(part.value, lookup);
    found.push(...variableFindings(part.name, value, ground));
  }
  const isEmptying =
    words.length === 0 ||
    (words.length === 1 && /^(:|true)$/.test(words[0] ?? '')) ||
    words.join(' ') === 'cat /dev/null';
  for (const redirection of command.redirects)
    found.push(...redirectionFindings(redirection, lookup, ground.cwd, isEmptying && isFile(redirection)));
  if (words.length === 0) return found;
  found.push(...wordFindings(words, ground));
  if (command.name && words.length > 0 && !isPlain(command, lookup))
    found.push(asked('Which program it runs is only known when it runs.'));
  return found;
}

/** `words` as they would be handed to a program. Judged once more as if whatever is not known were nothing. */
export function wordFindings(words: readonly string[], ground: Ground): readonly Finding[] {
  const found = oneCommand(words, ground);
  if (!words.some(word => word.includes(unknown))) return found;
  const without = words.map(word => word.replace(anyUnknown, '')).filter((word, at) => word !== '' || words[at] === '');
  if (without.length === 0) return found;
  return [...found, ...oneCommand(without, ground).filter(({ level }) => level === 3)];
}

function oneCommand(words: readonly string[], ground: Ground): readonly Finding[] {
  const [first = '', ...args] = words;
  if (first === '') return [asked('It runs a program without a name.')];
  if (/[*?[\0]/.test(first) && first !== '[') return unnamed(first, args, ground);
  const own = ground.call(first, args);
  const isPath = first.includes('/');
  const name = isPath ? first.slice(first.lastIndexOf('/') + 1) : first;
  const rule = !isPath || fromSystem(first, ground.cwd) ? programs.get(name) : undefined;
  // a function by the name of a program may not be there yet, or not any more
  if (own !== undefined) return rule === undefined ? own : [...own, ...rule(args, ground, name)];
  if (rule === undefined) return [unfamiliar(first, isPath), ...secretsIn(args, ground)];
  if (args.length === 1 && /^--(help|version)$/.test(args[0] ?? '') && !alwaysActs.test(name)) return [];
  return rule(args, ground, name);
}

/** These do what they do whatever follows. */
const alwaysActs = /^(sudo|eval|source|\.|exec|su|doas)$/;

/** A program by its path is the one of that name only where programs of the system lie. */
function fromSystem(path: string, cwd: string): boolean {
  return /^\/(usr\/(local\/)?)?s?bin\/[^/]+$/.test(normal(path)) && kindOf(path, cwd).place === 'system';
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** A name nobody can read, before words that would be the end of something. */
function unnamed(name: string, args: readonly string[], ground: Ground): readonly Finding[] {
  const found = [asked(`Which program ${shown(name)} is can only be known when it runs.`, 'high')];
  if (ground.isDecoded)
    return [{ level: 3, reason: 'It runs what was fetched or decoded just before.', risk: 'irreversible' }];
  const asRemoval = (programs.get('rm')?.(args, ground, 'rm') ?? []).filter(({ level }) => level === 3);
  return args.some(arg => /^-\w*r/i.test(arg)) ? [...found, ...asRemoval] : found;
}

function unfamiliar(name: string, isPath: boolean): Finding {
  if (isPath) return asked(`It runs the program ${shown(name)}, which nobody has looked at.`);
  return asked(`${shown(name)} is not among the programs whose ways are known.`);
}

function secretsIn(args: readonly string[], { cwd }: Ground): readonly Finding[] {
  const path = args.find(arg => kindOf(arg, cwd).privacy === 'secret');
  return path === undefined
    ? []
    : [asked(`It is given ${shown(path)}, which is a key, a password or a token.`, 'high')];
}

/** The program's name stands there as it is: no variable and no substitution had to be put in. */
function isPlain({ name }: Command, lookup: Lookup): boolean {
  if (name?.parts === undefined) return true;
  const expands = name.parts.some(
    ({ type, text }) => /Expansion|Substitution/.test(type) && type !== 'BraceExpansion' && !/^\$\{?IFS/.test(text),
  );
  return !expands || textOf(name, lookup) === '';
}

function isFile(redirection: Redirection): boolean {
  return redirection.type === 'Redirect' && /^(>|>\||&>)$/.test(redirection.operator);
}
