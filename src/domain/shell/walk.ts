/**
 * The commands of a text, each judged where it stands: in which folder, fed by what, with which variables and
 * functions.
 *
 * Wrappers, prefixes, substitutions, here-documents and texts for other shells count as the command they run. The work
 * is bounded: so much text, so deep, so many commands.
 */

import {
  type AndOr,
  type Command,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  type Redirection,
  type Script,
  type Function as ShellFunction,
  type SyntaxNode,
} from 'unbash';
import { asksAnywhere, type Finding, refused } from '../policy/finding.ts';
import { says } from '../policy/sentence.ts';
import { commandFindings, wordFindings } from './grammar/command.ts';
import { evaluating, evaluationFindings } from './grammar/evaluation.ts';
import { readShell, scriptOf } from './grammar/grammar.ts';
import { hasGap, isMisread } from './grammar/misread.ts';
import { type Lookup, mayGuess } from './grammar/parameters.ts';
import { redirectionFindings } from './grammar/redirections.ts';
import { isUnclear, someNumber, someWords, unknown } from './grammar/unknown.ts';
import { braceWords, commandWords, literalInput, mostText, mostWords, textOf } from './grammar/words.ts';
import { obeysInput } from './obeying/input.ts';
import { obeys } from './obeying/obeyed.ts';
import { acts, boundIn, type Progress, sourceFindings, substitutedFindings } from './obeying/sources.ts';
import { testedFindings } from './programs/existence.ts';
import type { Ground } from './programs/ground.ts';
import { printed } from './programs/output.ts';
import { callsItself, decodes, isDecodedName, runsWhatItReads } from './signs.ts';
import { type Numbers, noNumbers, numbersOf } from './variables/numbers.ts';
import { isMovingWords, unknownWords, usesWords } from './variables/positional.ts';
import { positional, worldsOf } from './variables/scope.ts';

export interface Walk {
  readonly depth: number;
  readonly spent: { commands: number; nodes: number; entered: number; words: number; text: number };
  readonly progress: Progress;
  readonly cwd: { path: string };
  /** Each `cd` deeper fails: what follows begins where it began. */
  readonly isStuck: boolean;
  /** Those that are there for sure: defined before, and not under a condition. */
  readonly functions: Map<string, { readonly node: ShellFunction; readonly source: string }>;
  /** Files that the text has written, and what it has put into them. */
  readonly written: Map<string, string>;
  readonly lookup: Lookup;
  /** Of the text it stands in; undefined: nothing has set a variable yet. */
  readonly numbers: Numbers | undefined;
  /** What the positions in its tree count in. */
  readonly source: string;
  readonly isPiped: boolean;
  readonly isDecoded: boolean;
}

const mostCommands = 1_500;
const mostNodes = 200_000;
const deepest = 24;

export const isOver = ({ spent }: Walk) =>
  spent.commands > mostCommands || spent.nodes > mostNodes || spent.words > mostWords || spent.text > mostText;

/** Words that are to be judged, before they are. */
function count({ spent }: Walk, words: readonly string[]): void {
  spent.words += words.length;
  for (const word of words) spent.text += word.length;
}

/** The words its braces make, before any of them is made. */
function countBraces(node: SyntaxNode, walk: Walk): void {
  if (isOver(walk)) return;
  if (node.type === 'Word') walk.spent.words += braceWords(node);
  forEachChild(node, child => countBraces(child, walk));
}

export function textFindings(text: string, walk: Walk): readonly Finding[] {
  if (walk.depth > deepest) return [asksAnywhere('Commands are nested too deep to be judged.', 'high')];
  if (isOver(walk)) return [];
  const shell = readShell(text);
  const script = scriptOf(shell);
  const found: readonly Finding[] =
    'problem' in shell ? [asksAnywhere(says`It cannot be read: ${shell.problem}.`, 'high')] : [];
  if (script === undefined) return found;
  countBraces(script, walk);
  if (isOver(walk)) return found;
  const numbers = walk.numbers === noNumbers ? noNumbers : numbersOf(script, walk.numbers);
  const known = worldsOf(script, walk.lookup);
  // where `$1` changes its meaning, what follows is judged without knowing it, too
  const all = isMovingWords(text) ? [...known, unknownWords(known.at(-1) ?? walk.lookup)] : known;
  const worlds = all.map(lookup => withNumbers(lookup, numbers));
  const wasActed = walk.progress.isActed;
  return [
    ...found,
    ...worlds.flatMap(lookup => {
      walk.progress.isActed = wasActed;
      return scriptFindings(script, { ...walk, lookup, numbers, source: text });
    }),
  ];
}

function scriptFindings(script: Script, walk: Walk): readonly Finding[] {
  const isSure = new Set<SyntaxNode>(script.commands.flatMap(one => (one.background ? [] : [one.command])));
  const inside = { ...walk, functions: new Map(walk.functions) };
  return script.commands.flatMap(statement => nodeFindings(statement, inside, isSure));
}

function nodeFindings(node: SyntaxNode, walk: Walk, isSure: ReadonlySet<SyntaxNode>): readonly Finding[] {
  const found: Finding[] = [];
  const visit = (node: SyntaxNode, at: Walk): void => {
    walk.spent.nodes++;
    if (isOver(walk)) return;
    if (evaluating.has(node.type)) found.push(...evaluationFindings(node, evaluationAt(at)));
    found.push(...testedFindings(node, at.lookup, at.cwd.path));
    switch (node.type) {
      case 'Command':
        found.push(...judged(node, at));
        break;
      case 'Pipeline':
        visitPipeline(node, at, visit, found);
        return;
      case 'AndOr':
        visitChain(node, at, visit);
        return;
      case 'Subshell':
      case 'Coproc':
        forEachChild(node, child => visit(child, apart(at)));
        return;
      case 'Statement':
        visit(node.command, node.background ? apart(at) : at);
        return;
      case 'For':
      case 'Select':
      case 'While':
      case 'ArithmeticFor':
        if (node.type === 'For' || node.type === 'Select')
          for (const word of node.wordlist ?? [])
            found.push(...boundIn(substitutedFindings(word, at.cwd.path), at.progress, at.progress.isActed));
        visitLoop(node, at, visit);
        return;
      case 'Function': {
        if (isSure.has(node)) at.functions.set(node.name.value, { node, source: at.source });
        if (callsItself(node)) found.push(refused('A function starts itself again and again (a fork bomb).'));
        // it may be called with any words, too
        const lookups = usesWords(at.source) ? [at.lookup, unknownWords(at.lookup)] : [at.lookup];
        const wasActed = at.progress.isActed;
        for (const lookup of lookups) forEachChild(node, child => visit(child, { ...apart(at), lookup }));
        at.progress.isActed = wasActed;
        return;
      }
      case 'Redirected':
        for (const redirection of node.redirects)
          found.push(
            ...redirectionFindings(redirection, at.lookup, at.cwd.path, false),
            ...fedFindings(redirection, at),
          );
        break;
      case 'Word':
        if (isMisread(node))
          found.push(asksAnywhere('It cannot be read: its brackets mean something else to bash.', 'high'));
        break;
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        if (node.script) nested(node.script, at);
        return;
    }
    forEachChild(node, child => visit(child, at));
  };
  /** A script inside this one: a shell of its own, whose folder and input are its own too. */
  const nested = (inner: ParsedScript, at: Walk): void => {
    if (inner.errors?.length)
      found.push(asksAnywhere(says`It cannot be read: ${inner.errors[0]?.message ?? ''}.`, 'high'));
    if (at.depth >= deepest) found.push(asksAnywhere('Commands are nested too deep to be judged.', 'high'));
    else {
      const inside = {
        ...at,
        source: inner.source ?? at.source,
        depth: at.depth + 1,
        cwd: { path: at.cwd.path },
        isPiped: false,
        isDecoded: false,
      };
      forEachChild(inner, child => visit(child, inside));
    }
  };
  visit(node, walk);
  return found;
}

type Visit = (node: SyntaxNode, at: Walk) => void;

/** Each of them is a shell of its own. */
function visitPipeline(node: Pipeline, at: Walk, visit: Visit, found: Finding[]): void {
  const wasActed = at.progress.isActed;
  for (const [index, command] of node.commands.entries()) {
    const stage = node.commands.length === 1 ? at : apart(at);
    const before = node.commands.slice(Math.max(0, index - 8), index);
    const isDecoded = at.isDecoded || before.some(decodes);
    const from = found.length;
    visit(command, index === 0 ? stage : { ...stage, isPiped: true, isDecoded });
    if (index === 0) continue;
    const fed = command.type === 'Command' ? obeysInput(commandWords(command, at.lookup)) : ({ how: 'lists' } as const);
    // who only works on what it is sent need not know where that came from
    const isGrave = found.slice(from).some(({ level }) => level > 0);
    if (fed === undefined && (!isGrave || index > longestPipe)) continue;
    const sent = index > longestPipe ? '$' : at.source.slice(node.commands[0]?.pos, before.at(-1)?.end);
    const sources = sourceFindings(sent, at.cwd.path, fed);
    const named = fed === undefined ? sources.filter(({ obeys }) => isGrave && obeys?.path !== undefined) : sources;
    found.push(...boundIn(named, at.progress, wasActed));
  }
}

/** Behind so many stages nobody asks where the first of them read. */
const longestPipe = 8;

/** A file that a loop or a group is fed from. */
function fedFindings(redirection: Redirection, { lookup, cwd, progress }: Walk): readonly Finding[] {
  if (redirection.type !== 'Redirect' || redirection.operator !== '<' || !redirection.target) return [];
  const target = textOf(redirection.target, lookup);
  if (target === '/dev/null') return [];
  return boundIn([obeys(target, cwd.path, { how: 'lists' })], progress, progress.isActed);
}

/** Where each `cd` fails, nothing runs that stands behind its `&&`. */
function visitChain(node: AndOr, at: Walk, visit: Visit): void {
  let skips = false;
  for (const [index, command] of node.commands.entries()) {
    skips = skips && node.operators[index - 1] === '&&';
    if (!skips) visit(command, at);
    skips ||= at.isStuck && isMove(command) && node.operators[index] === '&&';
  }
}

/** Once more where it ends elsewhere than it began; who goes upwards in a loop may be anywhere. */
function visitLoop(node: SyntaxNode, at: Walk, visit: Visit): void {
  const { path } = at.cwd;
  forEachChild(node, child => visit(child, at));
  if (at.cwd.path === path) return;
  if (at.cwd.path.includes('..')) at.cwd.path = unknown;
  forEachChild(node, child => visit(child, at));
}

/** In a shell of its own, whose folder is its own too. */
function apart(walk: Walk): Walk {
  return { ...walk, cwd: { path: walk.cwd.path } };
}

function isMove(node: SyntaxNode): boolean {
  return node.type === 'Command' && /^(cd|pushd)$/.test(node.name?.value ?? '');
}

function evaluationAt(walk: Walk) {
  const { lookup, source, numbers = noNumbers } = walk;
  return { lookup, source, numbers, text: (text: string) => textFindings(text, within(walk, noNumbers)) };
}

/** One text deeper, in a shell whose variables are known so far. */
function within(walk: Walk, numbers: Numbers | undefined): Walk {
  return { ...walk, depth: walk.depth + 1, isPiped: false, isDecoded: false, numbers };
}

/** A variable whose value is not known may still be known to hold a number. */
function withNumbers(lookup: Lookup, { isNumber }: Numbers): Lookup {
  return name => {
    const values = lookup(name);
    const isKnown = values !== undefined && (!values.some(isUnclear) || values[0] === someWords);
    return isKnown || !/^[A-Za-z_]/.test(name) || !isNumber(name) ? values : [someNumber];
  };
}

function judged(command: Command, walk: Walk): readonly Finding[] {
  walk.spent.commands++;
  const { lookup } = walk;
  count(walk, commandWords(command, lookup));
  if (isOver(walk)) return [];
  const gaps: readonly Finding[] = hasGap(command, walk.source)
    ? [asksAnywhere('It cannot be read: it has a character in the wrong place.', 'high')]
    : [];
  const lines: readonly Finding[] = runsWhatItReads(command, walk.source)
    ? [refused('It runs the lines it is given, which nobody can judge beforehand.')]
    : [];
  const { progress } = walk;
  const wasActed = progress.isActed;
  const found = commandFindings(command, {
    ground: groundOf(walk, literalInput(command, lookup), isDecodedName(command)),
    lookup,
  });
  noteWritten(command, walk);
  const isSet = command.name === undefined && command.prefix.length > 0;
  const worst = Math.max(0, ...found.map(({ level }) => level));
  const from = isSet || worst > 0 ? substitutedFindings(command, walk.cwd.path) : [];
  // where little can follow, only what is plainly a file is kept
  const put = isSet || worst > 1 ? from : from.filter(({ obeys }) => obeys?.path !== undefined);
  progress.isActed ||= acts(command.name?.value ?? '', found);
  return [...gaps, ...lines, ...boundIn([...found, ...put], progress, wasActed)];
}

/** What a redirection puts into a file, where that is plain to see. */
function noteWritten(command: Command, { lookup, cwd, written }: Walk): void {
  const targets = command.redirects.flatMap(one =>
    one.type === 'Redirect' && one.target && /^(>|>>|>\||&>)$/.test(one.operator)
      ? [{ path: fileIn(textOf(one.target, lookup), cwd.path), operator: one.operator }]
      : [],
  );
  if (targets.length === 0) return;
  const [name = '', ...args] = commandWords(command, lookup);
  const text = printed(name.replace(/^.*\//, ''), args, literalInput(command, lookup));
  if (text === undefined) return;
  for (const { path, operator } of targets)
    written.set(path, `${operator === '>>' ? (written.get(path) ?? '') : ''}${text}\n`.slice(0, mostText));
}

function fileIn(path: string, cwd: string): string {
  const parts: string[] = [];
  for (const part of (/^[/~]/.test(path) ? path : `${cwd}/${path}`).split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return parts.join('/');
}

function groundOf(walk: Walk, input: string | undefined, fromDecoded: boolean): Ground {
  const { cwd, isPiped, isDecoded } = walk;
  const deeper = within(walk, walk.numbers);
  const ground: Ground = {
    cwd: cwd.path,
    isPiped,
    isDecoded: isDecoded || fromDecoded,
    input,
    numbers: walk.numbers ?? noNumbers,
    words: words => {
      walk.spent.commands++;
      count(walk, words);
      if (isOver(walk)) return [];
      if (walk.depth > deepest) return [asksAnywhere('Commands are nested too deep to be judged.', 'high')];
      return wordFindings(words, groundOf({ ...walk, depth: walk.depth + 1 }, input, fromDecoded));
    },
    text: (text, words) =>
      words === undefined
        ? textFindings(text, { ...within(walk, noNumbers), lookup: inherited(walk.lookup) })
        : textFindings(text, { ...deeper, lookup: given(words, inherited(walk.lookup)) }),
    call: (name, args) => {
      const defined = walk.functions.get(name);
      if (defined === undefined) return undefined;
      if (walk.depth > deepest) return [asksAnywhere('Commands are nested too deep to be judged.', 'high')];
      const { node, source } = defined;
      const lookup = given([name, ...args], walk.lookup);
      return (isMovingWords(source) ? [lookup, unknownWords(lookup)] : [lookup]).flatMap(lookup =>
        nodeFindings(node.body, { ...deeper, source, lookup }, new Set()),
      );
    },
    script: (path, args = []) => {
      const text = walk.written.get(fileIn(path, cwd.path));
      if (text === undefined) return [];
      const lookup = given([path, ...args], inherited(walk.lookup));
      return textFindings(text, { ...within(walk, noNumbers), lookup }).filter(({ level }) => level === 3);
    },
    enter: path => {
      walk.spent.entered++;
      if (walk.isStuck && !path.includes('..')) return;
      cwd.path = /^[/~]/.test(path) ? path : `${cwd.path}/${path}`;
      if (cwd.path.length > 1_000) cwd.path = '\0';
    },
  };
  return ground;
}

/** What a text is handed along with it. Its words may be set again in it. */
function given([name = unknown, ...words]: readonly string[], outer: Lookup): Lookup {
  const values = new Map([...positional(words), ['0', [name]] as const]);
  const areSet = !mayGuess(outer) && outer('@') !== undefined;
  return wanted => {
    if (!isPositional.test(wanted)) return values.get(wanted) ?? outer(wanted);
    return areSet ? [unknown] : (values.get(wanted) ?? (mayGuess(outer) ? outer(wanted) : ['']));
  };
}

const isPositional = /^([1-9]\d*|[@*])$/;

/**
 * In another text, which runs at another time or without what was not exported: a variable that has a value may have
 * none there.
 */
function inherited(lookup: Lookup): Lookup {
  return name =>
    /^[A-Za-z_]/.test(name) && !mayGuess(lookup) && lookup(name) !== undefined ? [someWords] : lookup(name);
}
