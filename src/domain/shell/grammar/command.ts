/** One simple command: its words, what stands before them, and where they are directed. */

import type { Command, Redirection } from 'unbash';
import { asks, asksAnywhere, asksDirectly, type Finding } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { obeysInput } from '../obeying/input.ts';
import { obeys, obeysUnknown } from '../obeying/obeyed.ts';
import { obeyedFindings } from '../obeying/programs.ts';
import { kindOf, readFindings, recordTouchFindings, shown } from '../paths.ts';
import type { Ground } from '../programs/ground.ts';
import { obeysFolder } from '../programs/help.ts';
import { programs } from '../programs/programs.ts';
import { starterFindings } from '../programs/starters.ts';
import { isOfWindows, windowsName } from '../programs/windows/names.ts';
import { windows } from '../programs/windows/windows.ts';
import { variableFindings } from '../variables/variables.ts';
import type { Lookup } from './parameters.ts';
import { redirectionFindings } from './redirections.ts';
import { anyUnknown, isUnclear, unknown } from './unknown.ts';
import { commandWords, inputOf, textOf } from './words.ts';

export interface Place {
  readonly ground: Ground;
  readonly lookup: Lookup;
}

export function commandFindings(command: Command, { ground: given, lookup }: Place): readonly Finding[] {
  const isFed = inputOf(command)?.operator === '<';
  const ground = isNothing(command, lookup) ? { ...given, input: '' } : { ...given, isFed };
  const words = commandWords(command, lookup);
  const found: Finding[] = [];
  for (const part of command.prefix) {
    if (part.type !== 'Assignment') continue;
    const value = part.value.type === 'ArrayValue' ? unknown : textOf(part.value, lookup);
    found.push(...variableFindings(part.name, value, ground));
  }
  const isEmptying = printsNothing(words, ground.input);
  for (const redirection of command.redirects) {
    found.push(...redirectionFindings(redirection, lookup, ground.cwd, isEmptying && isFile(redirection)));
    const target =
      redirection.type === 'Redirect' && redirection.target && isFile(redirection)
        ? textOf(redirection.target, lookup)
        : '';
    // the shell empties it before the program begins to read
    if (target !== '' && words.slice(1).includes(target) && !/^(echo|printf|test|\[)$/.test(words[0] ?? ''))
      found.push(asksAnywhere(says`It empties ${shown(target)} before it is read.`));
  }
  if (words.length === 0) return [...found, ...inputFindings(command, words, found, { ground, lookup })];
  found.push(...wordFindings(words, ground));
  found.push(...inputFindings(command, words, found, { ground, lookup }));
  if (command.name && words.length > 0 && !isPlain(command, lookup))
    found.push(asks('Which program it runs is only known when it runs.'));
  return found;
}

/** A file it is fed from, where it does what stands there, or is more than a reader. */
function inputFindings(
  command: Command,
  words: readonly string[],
  found: readonly Finding[],
  { ground, lookup }: Place,
): readonly Finding[] {
  const last = inputOf(command);
  if (last?.type !== 'Redirect' || last.operator !== '<' || last.target === undefined) return [];
  const target = textOf(last.target, lookup);
  const isWorking = words.length === 0 || found.some(({ level }) => level > 0);
  const how = obeysInput(words) ?? (isWorking ? ({ how: 'lists' } as const) : undefined);
  if (how === undefined || target === '/dev/null') return [];
  return [obeys(target, ground.cwd, how)];
}

/** Its standard input is `/dev/null`. */
function isNothing(command: Command, lookup: Lookup): boolean {
  const last = inputOf(command);
  return last?.operator === '<' && last.target !== undefined && textOf(last.target, lookup) === '/dev/null';
}

/** Whatever it is directed to is only emptied. */
function printsNothing([name, ...args]: readonly string[], input: string | undefined): boolean {
  const given = args.filter(arg => arg !== '');
  if (name === undefined) return true;
  if (/^(:|true|false)$/.test(name)) return true;
  if (name === 'echo') return given.length > 0 && given.every(arg => /^-[neE]*n[neE]*$/.test(arg));
  if (name === 'printf') return given.length === 0;
  if (name === 'head' || name === 'tail') return /^-(c|n)\s?0$|^--(bytes|lines)=0$/.test(given.slice(0, 2).join(' '));
  if (!/^(cat|tac|sort|tee|sed|tr|grep)$/.test(name)) return false;
  return (
    (given.length > 0 && given.every(arg => arg === '/dev/null')) ||
    (name === 'cat' && given.length === 0 && input === '')
  );
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
  if (first === '') return [asks('It runs a program without a name.')];
  if (/[*?[\0]/.test(first) && first !== '[') return unnamed(first, args, ground);
  const own = ground.call(first, args);
  const isPath = first.includes('/');
  const base = isPath ? first.slice(first.lastIndexOf('/') + 1) : first;
  const name = programs.has(base) ? base : withoutVersion(base);
  const rule = !isPath || fromSystem(first, ground.cwd) ? programs.get(name) : undefined;
  // a function by the name of a program may not be there yet, or not any more
  if (own !== undefined) return rule === undefined ? own : [...own, ...rule(args, ground, name)];
  if (rule === undefined)
    return [
      unfamiliar(first, isPath),
      ...secretsIn(args, ground),
      ...givenFindings(args, ground),
      ...args.flatMap(arg => recordTouchFindings(arg, ground.cwd, 'may change')),
      ...alikeFindings(first, args, ground),
      ...(isPath ? ground.script(first, args) : []),
      ...(isPath ? [obeys(first, ground.cwd)] : []),
      ...obeyedFindings(name, args, ground, isPath ? 'path' : 'nothing'),
    ];
  if (args.length === 1 && /^--(help|version)$/.test(args[0] ?? '') && !alwaysActs.test(name))
    return obeysFolder(name)
      ? [
          asksDirectly(says`${name} obeys settings of the folder or the home, which can name another program.`),
          obeysUnknown(`what ${name} loads before it answers`, ground.cwd),
        ]
      : [];
  const found = rule(args, ground, name);
  return [
    ...starterFindings(name, args, ground),
    ...listedFindings(name, args, ground),
    ...found,
    ...recordsGiven(args, found, ground),
    ...(runsOthers.test(name) || (name === 'git' && args.includes('hash-object')) ? givenFindings(args, ground) : []),
    ...obeyedFindings(name, args, ground, 'rule'),
  ];
}

/** What they are given may be read by the program that they run. */
const runsOthers =
  /^(python[\d.]*|pypy3?|node|nodejs|deno|bun|ruby|perl|php|lua|Rscript|java|npm|pnpm|yarn|npx|bunx|uvx|make|gmake|cargo|go|(ba|da|z|k)?sh|source|\.)$/;

/** Files among the words of a program whose words nobody knows: `x .env`, `x --env-file=.env`. */
function givenFindings(args: readonly string[], { cwd }: Ground): readonly Finding[] {
  return args
    .map(arg => (arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg))
    .filter(arg => /^[\w./@~+,%:-]+$/.test(arg) && !arg.startsWith('-'))
    .flatMap(arg => readFindings(arg, cwd))
    .filter(({ touches }) => touches !== undefined);
}

/** What does more than to read and to write what it names, and is given one of our own records, may change that one. */
function recordsGiven(args: readonly string[], found: readonly Finding[], { cwd }: Ground): readonly Finding[] {
  if (!found.some(({ level }) => level > 1) || found.some(({ lasting }) => lasting === 'persists')) return [];
  return args.flatMap(arg => recordTouchFindings(arg, cwd, 'may change'));
}

/** `echo ../*` shows the names that lie there. */
function listedFindings(name: string, args: readonly string[], { cwd }: Ground): readonly Finding[] {
  if (!/^(echo|printf)$/.test(name)) return [];
  const shows = (arg: string) => readFindings(arg, cwd).some(({ whenDirect }) => whenDirect === 2);
  return args.some(arg => /[*?[]/.test(arg) && !isUnclear(arg) && shows(arg))
    ? [asksDirectly(says`${name} may show what lies outside the workspace.`)]
    : [];
}

/** These do what they do whatever follows. */
const alwaysActs = /^(sudo|eval|source|\.|exec|su|doas|tclsh|osascript)$/;

/** A program by its path is the one of that name only where programs of the system lie. */
function fromSystem(path: string, cwd: string): boolean {
  return /^\/(usr\/(local\/)?)?s?bin\/[^/]+$/.test(normal(path)) && kindOf(path, cwd).place === 'system';
}

/** `python3.11` is a `python3`. */
function withoutVersion(name: string): string {
  return versioned.test(name)
    ? name.replace(/[-.]?\d+(\.\d+)*$/, digits => (name.startsWith('p') && /^3\./.test(digits) ? '3' : ''))
    : name;
}

const versioned = /^(python|pypy|pip|ruby|gem|perl|php|lua|node|npm)[-.]?\d+(\.\d+)*$/;

/**
 * Of a program that lies elsewhere, or is written as Windows has it: whatever is grave under the plain name is grave
 * here. What would be no more than told or asked about is not taken from the name: nobody has reviewed this one.
 */
function alikeFindings(word: string, args: readonly string[], given: Ground): readonly Finding[] {
  const ground = { ...given, enter: () => {} };
  const name = windowsName(word);
  const plain = withoutVersion(name);
  const rule = programs.get(programs.has(name) ? name : plain);
  const found = (rule?.(args, ground, name) ?? []).filter(isGrave);
  if (isOfWindows(word)) return [...(windows.get(name)?.(args, ground, name) ?? []).filter(isGrave), ...found];
  // by their bare names these may be anything else
  return rule === undefined
    ? (windows.get(name)?.(args, ground, name) ?? []).filter(({ level }) => level === 3)
    : found;
}

function isGrave({ level, lasting, inWalls }: Finding): boolean {
  return level === 3 || lasting !== undefined || inWalls === 2;
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
  const found: Finding[] = [
    asks(says`Which program ${shown(name)} is can only be known when it runs.`, 'high'),
    obeysUnknown(shown(name), ground.cwd),
  ];
  if (ground.isDecoded)
    return [{ level: 3, reason: 'It runs what was fetched or decoded just before.', risk: 'irreversible' }];
  const asRemoval = (programs.get('rm')?.(args, ground, 'rm') ?? []).filter(({ level }) => level === 3);
  if (args.some(arg => /^-\w*r/i.test(arg))) found.push(...asRemoval);
  // only where it lies is unclear
  const base = name.slice(name.lastIndexOf('/') + 1);
  return name.includes('/') && !/[*?[\0]/.test(base) ? [...found, ...alikeFindings(base, args, ground)] : found;
}

function unfamiliar(name: string, isPath: boolean): Finding {
  if (isPath) return asks(says`It runs the program ${shown(name)}, which nobody has reviewed.`);
  return asks(says`It runs the unknown program ${shown(name)}.`);
}

function secretsIn(args: readonly string[], { cwd }: Ground): readonly Finding[] {
  const path = args.find(arg => kindOf(arg, cwd).privacy === 'secret');
  return path === undefined
    ? []
    : [asks(says`It is given ${shown(path)}, which is a key, a password or a token.`, 'high')];
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
