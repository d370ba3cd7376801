/**
 * Which variables of a text hold whole numbers for sure, whatever the order in which it runs: all that anything in it
 * puts into them are numbers.
 *
 * Where something sets variables that cannot be named beforehand (a trap, an alias, a text that is put together), none
 * does.
 */
import {
  type Assignment,
  type Command,
  forEachChild,
  type Script,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';
import { type Operands, readArithmetic } from '../grammar/arithmetic.ts';
import { alternatives } from '../grammar/braces.ts';
import { readShell, scriptOf } from '../grammar/grammar.ts';
import { commandWords } from '../grammar/words.ts';
import { type Setting, settingOf } from './setters.ts';

export interface Numbers extends Operands {
  /** Something other than a number may be in it. */
  mayHoldText(name: string): boolean;
  /** It is a list whose indexes are texts (`declare -A`), wherever it is used. */
  hasTextIndexes(name: string): boolean;
  /** All it ever holds are names and numbers that stand in the text. */
  holdsNames(name: string): boolean;
}

/** Of a text whose variables come from somewhere else too. */
export const noNumbers: Numbers = {
  isNumber: () => false,
  printsNumber: () => false,
  mayHoldText: () => true,
  hasTextIndexes: () => false,
  holdsNames: () => false,
};

/** `outer`: of the text that starts this one, whose variables reach it through the environment. */
export function numbersOf(script: Script, outer?: Numbers): Numbers {
  let known: Numbers | undefined;
  const found = (): Numbers => {
    known ??= proven(script, sourcesOf(script), outer);
    return known;
  };
  return {
    isNumber: name => found().isNumber(name),
    printsNumber: text => found().printsNumber(text),
    mayHoldText: name => found().mayHoldText(name),
    hasTextIndexes: name => found().hasTextIndexes(name),
    holdsNames: name => found().holdsNames(name),
  };
}

/** What may be put into a variable. */
type Source =
  | { readonly kind: 'number' | 'text'; readonly word?: never }
  /** `field`: where a pattern becomes the names of files. */
  | { readonly kind: 'word' | 'field'; readonly word: Word };

interface Sources {
  readonly byName: Map<string, Source[]>;
  /** Their values are read as arithmetic (`declare -i`). */
  readonly evaluated: Set<string>;
  readonly functions: Set<string>;
  /** How often a `declare` names it. */
  readonly declared: Map<string, number>;
  /** Something sets variables that have no name yet. */
  isAnything: boolean;
}

const mostNames = 200;
const deepest = 120;

/** Bash itself puts a number into these. */
const always = /^(RANDOM|SRANDOM|SECONDS|LINENO|UID|EUID|PPID|BASHPID|BASH_SUBSHELL|EPOCHSECONDS|HISTCMD)$/;
/** Set by commands that do not name them. */
const never = /^(REPLY|MAPFILE|OPTARG|COPROC|_|DIRSTACK|PIPESTATUS|BASH_REMATCH)$/;

function proven(script: Script, sources: Sources, outer: Numbers | undefined): Numbers {
  const { byName, evaluated, functions, isAnything } = sources;
  let numbers = new Set(isAnything || byName.size > mostNames ? [] : byName.keys());
  const isFromOutside = (name: string) => outer?.mayHoldText(name) ?? false;
  const isNumber = (name: string) =>
    !never.test(name) &&
    !isFromOutside(name) &&
    (numbers.has(name) || (always.test(name) && !isAnything && !byName.has(name)));
  const operands: Operands = {
    isNumber,
    printsNumber: text => printsNumber(scriptOf(readShell(text)), functions, isWhole),
  };
  const isWhole = (word: Word) => isWholeNumber(word, operands, functions);
  const isGood = (name: string, source: Source): boolean => {
    if (source.word === undefined) return source.kind === 'number';
    if (isWhole(source.word)) return true;
    const { text } = source.word;
    return (
      source.kind === 'word' && evaluated.has(name) && !text.includes('~') && readArithmetic(text, operands).isSafe
    );
  };
  for (let before = -1; before !== numbers.size; ) {
    before = numbers.size;
    numbers = new Set([...numbers].filter(name => (byName.get(name) ?? []).every(source => isGood(name, source))));
  }
  return {
    ...operands,
    mayHoldText: name => isAnything || isFromOutside(name) || (byName.has(name) && !numbers.has(name)),
    hasTextIndexes: name => !isAnything && !isFromOutside(name) && isTextIndexed(script, name, sources),
    holdsNames: name =>
      !isAnything &&
      !isFromOutside(name) &&
      (byName.get(name) ?? [{ kind: 'text' }]).every(
        source => source.word !== undefined && /^\w+$/.test(source.word.text) && source.word.parts === undefined,
      ),
  };
}

/** Declared once, at the beginning of its use and under no condition. */
function isTextIndexed(script: Script, name: string, { declared, functions }: Sources): boolean {
  if (declared.get(name) !== 1 || !/^\w+$/.test(name) || functions.has('declare') || functions.has('typeset'))
    return false;
  const first = script.commands.find(({ command }) => mentions(command, name));
  if (first === undefined || first.background || first.command.type !== 'Command') return false;
  const [program = '', option = ''] = commandWords(first.command, () => undefined);
  return /^(declare|typeset)$/.test(program) && /^-g?Ag?$/.test(option);
}

function mentions(node: SyntaxNode, name: string): boolean {
  let found = false;
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > deepest) found = true;
    if (found) return;
    const text = 'text' in node && typeof node.text === 'string' ? node.text : '';
    const body = node.type === 'ArithmeticCommand' ? node.body : '';
    const parts = node.type === 'ArithmeticWord' ? node.value : '';
    if (new RegExp(`\\b${name}\\b`).test(`${text} ${body} ${parts}`)) found = true;
    forEachChild(node, child => visit(child, depth + 1));
  };
  visit(node, 0);
  return found;
}

function sourcesOf(script: Script): Sources {
  const found: Sources = {
    byName: new Map(),
    evaluated: new Set(),
    functions: new Set(),
    declared: new Map(),
    isAnything: false,
  };
  const put = (name: string, source: Source) => {
    const known = found.byName.get(name);
    if (known) known.push(source);
    else found.byName.set(name, [source]);
  };
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > deepest) {
      found.isAnything = true;
      return;
    }
    if (node.type === 'Assignment') putAssignment(node, put);
    else if (node.type === 'For' || node.type === 'Select') {
      for (const word of node.wordlist ?? []) put(node.name.value, { kind: 'field', word });
      if (node.wordlist === undefined) put(node.name.value, { kind: 'text' });
    } else if (node.type === 'Function') found.functions.add(node.name.value);
    else if (node.type === 'Coproc') put(node.name?.value ?? 'COPROC', { kind: 'text' });
    else if (node.type === 'FileDescriptorVariable') put(node.name.replace(/\[.*$/s, ''), { kind: 'number' });
    else if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default') {
      const { operator, operand } = node.operation;
      if (operator.includes('=')) put(node.parameter, { kind: 'word', word: operand });
    } else if (node.type === 'Command') {
      const setting = settingOf(node);
      putCommand(node, setting, found, put);
      if (setting?.kind === 'inner') visit(setting.script, depth + 1);
    }
    for (const name of assignedBy(node)) put(name, { kind: 'number' });
    forEachChild(node, child => visit(child, depth + 1));
  };
  visit(script, 0);
  return found;
}

type Put = (name: string, source: Source) => void;

function putAssignment({ name, value }: Assignment, put: Put): void {
  if (value.type === 'Word') put(name, { kind: 'word', word: value });
  else {
    put(name, { kind: 'number' });
    for (const word of value.elements)
      put(name, word.text.startsWith('[') ? { kind: 'text' } : { kind: 'field', word });
  }
}

/** A command that sets what its words name: what it puts there is not known. */
function putCommand(command: Command, setting: Setting | undefined, found: Sources, put: Put): void {
  if (setting === undefined) {
    // another program may be handed variables: `env x=1 bash -c …`
    for (const word of command.args) {
      const [, name] = /^([A-Za-z_]\w*)(?:\[.*\])?\+?=/s.exec(word.type === 'Word' ? word.value : '') ?? [];
      if (name !== undefined) put(name, { kind: 'text' });
    }
  } else if (setting.kind === 'anything') found.isAnything = true;
  else if (setting.kind !== 'inner') {
    const { kind, names, isEvaluated } = setting;
    const words = new Set(
      command.args.flatMap(arg => (arg.type === 'Word' && arg.value.includes('=') ? [arg.value] : [])),
    );
    for (const name of names) {
      if (kind === 'declares' || kind === 'unsets') found.declared.set(name, (found.declared.get(name) ?? 0) + 1);
      if (isEvaluated) found.evaluated.add(name);
      if (kind === 'calculates') put(name, { kind: 'number' });
      else if (kind === 'reads' || [...words].some(word => word.startsWith(name))) put(name, { kind: 'text' });
    }
  }
}

/** The variables that arithmetic in this very node sets. */
export function assignedBy(node: SyntaxNode): readonly string[] {
  const target = (operand: SyntaxNode) =>
    operand.type === 'ArithmeticWord' ? [operand.value.replace(/\[.*$/s, '').trim()] : [];
  if (node.type === 'ArithmeticBinary' && /^([-+*/%&^|]|<<|>>)?=$/.test(node.operator)) return target(node.left);
  if (node.type === 'ArithmeticUnary' && /^(\+\+|--)$/.test(node.operator)) return target(node.operand);
  return [];
}

function isWholeNumber(word: Word, operands: Operands, functions: ReadonlySet<string>): boolean {
  const texts = (word.parts ?? [{ type: 'Literal', value: word.value } as WordPart]).map(part =>
    numberText(part, operands, functions),
  );
  return texts.every(text => text !== undefined) && /^[-+]?[\d\x01]*$/.test(texts.join(''));
}

/** The digits it stands for, `\x01` for some that are not known; undefined where it may be something else. */
function numberText(part: WordPart, operands: Operands, functions: ReadonlySet<string>): string | undefined {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return part.value;
    case 'DoubleQuoted': {
      const texts = part.parts.map(child => numberText(child, operands, functions));
      return texts.every(text => text !== undefined) ? texts.join('') : undefined;
    }
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'ArithmeticExpansion':
      // arithmetic that is not safe is asked about where it stands
      return part.type === 'ArithmeticExpansion' || readArithmetic(part.text, operands).isSafe ? '\x01' : undefined;
    case 'CommandExpansion':
      return printsNumber(part.script, functions, word => isWholeNumber(word, operands, functions))
        ? '\x01'
        : undefined;
    case 'BraceExpansion':
      return alternatives(part.text).every(text => /^-?\d+$/.test(text)) ? '\x01' : undefined;
    default:
      return undefined;
  }
}

/** One command whose output is digits and line ends alone, or a pipeline that ends with one. */
function printsNumber(
  script: Script | undefined,
  functions: ReadonlySet<string>,
  isWhole: (word: Word) => boolean,
): boolean {
  const [statement, ...more] = script?.commands ?? [];
  if (statement === undefined || more.length > 0 || statement.background) return false;
  const last = statement.command.type === 'Pipeline' ? statement.command.commands.at(-1) : statement.command;
  if (last?.type !== 'Command' || last.prefix.length > 0 || !last.redirects.every(isQuiet)) return false;
  const words = commandWords(last, () => undefined);
  const [program = '', ...args] = words;
  if (functions.has(program)) return false;
  if (program === 'seq' || program === 'echo')
    return last.args.every(arg => arg.type === 'Word' && (arg.text === '-w' || isWhole(arg)));
  return countingWords.test([program, ...args].join(' ')) && !args.some(arg => arg.includes(' '));
}

/**
 * Programs that print a number whatever they are given; a word that is not known could be an option that prints more.
 */
const countingWords =
  /^(wc -[lwcm]|nproc|id -[ug]|tput (cols|lines)|date( -u)?( -d [^\s\x02]+)? \+(%[sYmdHMSjNuV])+|stat -c ?%[sY] [\w/.][^\s\0*?[]*|grep -[iEFwvx]*c[iEFwvx]* [\w^.][^\s\0]*( [\w/.][^\s\0*?[]*)?)$/;

/** It takes nothing from the errors of the command. */
function isQuiet(redirection: Command['redirects'][number]): boolean {
  if (redirection.type !== 'Redirect') return true;
  if (redirection.operator === '<') return true;
  return redirection.operator === '>' && redirection.target?.value === '/dev/null';
}
