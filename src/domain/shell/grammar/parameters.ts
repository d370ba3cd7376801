/** What `$x` and `${x…}` stand for, where the variable's value is known. */
import type { ParameterExpansionPart, Word, WordPart } from 'unbash';
import { isOpen, someNumber, unknown } from './unknown.ts';

/** The values of a variable's elements; undefined: not known. */
export type Lookup = (name: string) => readonly string[] | undefined;

/**
 * A lookup that answers for this name lets values be guessed: what bash makes of them may differ. No variable can have
 * it.
 */
export const guesses = '\0guesses';

/**
 * Whether a guess may stand where bash alone knows the value. What is judged with guesses is judged without them, too.
 */
export function mayGuess(lookup: Lookup): boolean {
  return lookup(guesses) !== undefined;
}

export type Expansion = Extract<WordPart, { type: 'SimpleExpansion' | 'ParameterExpansion' }>;

/** One value, or those of a list. `textOf`: a word inside it as a text. */
export function expanded(part: Expansion, lookup: Lookup, textOf: (word: Word) => string): readonly string[] {
  if (part.type === 'SimpleExpansion') {
    const name = part.text.slice(1);
    if (/^[#?$!]$/.test(name)) return [someNumber];
    const values = valuesOf(name, lookup) ?? [unknown];
    return name === '@' || name === '*' ? values : values.slice(0, 1);
  }
  const { parameter, index, prefix } = part;
  if (prefix === '#') return [someNumber];
  if (prefix === '!') return [unknown];
  const all = valuesOf(parameter, lookup);
  if (index?.text === '@' || index?.text === '*') return part.operation === undefined && all ? all : [unknown];
  const at = index === undefined ? 0 : Number(index.text);
  // a pattern before it may become several elements
  const value = all?.slice(0, at).some(isOpen) ? undefined : all?.[at];
  const isExact = part.operation === undefined;
  if (!isExact && !mayGuess(lookup)) return [unknown];
  return [bounded(changed(part, value, textOf))];
}

/** `$@` and `${list[@]}`: in double quotes still as many words as there are. */
export function isEach(part: Expansion): boolean {
  return part.type === 'SimpleExpansion' ? part.text === '$@' : part.index?.text === '@' || part.parameter === '@';
}

const longestValue = 4_096;

/** What is longer than can be judged is not known: its beginning says nothing of its end. */
export function bounded(value: string): string {
  return value.length > longestValue ? unknown : value;
}

/** Of the environment only what means the same everywhere. A home is written `~`. */
const everywhere: Readonly<Record<string, string>> = { HOME: '~', PWD: '.', IFS: ' ', '*': unknown };

function valuesOf(name: string, lookup: Lookup): readonly string[] | undefined {
  const own = lookup(name);
  if (own !== undefined) return own;
  if (name === 'TMPDIR') return [mayGuess(lookup) ? '/tmp' : unknown];
  return Object.hasOwn(everywhere, name) ? [everywhere[name] ?? unknown] : undefined;
}

function changed(
  { parameter, operation }: ParameterExpansionPart,
  value: string | undefined,
  textOf: (word: Word) => string,
): string {
  if (operation === undefined) return value ?? unknown;
  if (parameter === 'IFS') return ' ';
  if (operation.type === 'Default') {
    if (operation.operator.includes('?')) return value ?? unknown;
    const operand = textOf(operation.operand);
    if (operation.operator.includes('+')) return operand;
    return value === undefined || (value === '' && operation.operator.startsWith(':')) ? operand : value;
  }
  if (operation.type === 'Slice') {
    const from = Number(textOf(operation.offset).trim());
    const length = operation.length && Number(textOf(operation.length).trim());
    // ${PATH:0:1} is a slash wherever it is asked for
    if (value === '~' || parameter === 'PATH') return from === 0 && length === 1 ? '/' : unknown;
    if (value === undefined || value.includes(unknown) || !Number.isInteger(from)) return unknown;
    const tail = value.slice(from);
    return length === undefined ? tail : Number.isInteger(length) ? tail.slice(0, length) : unknown;
  }
  if (value === undefined || value.includes(unknown)) return unknown;
  if (operation.type === 'CaseModification')
    return operation.operator.startsWith(',') ? value.toLowerCase() : value.toUpperCase();
  if (operation.type === 'Replace') {
    const [wanted, put] = [textOf(operation.pattern), textOf(operation.replacement)];
    if (wanted === '' || isPattern(wanted)) return unknown;
    return operation.operator === '//' ? value.split(wanted).join(put) : value.replace(wanted, () => put);
  }
  if (operation.type !== 'Remove') return unknown;
  const pattern = textOf(operation.operand);
  const isFront = operation.operator.startsWith('#');
  if (/^\?+$/.test(pattern)) return isFront ? value.slice(pattern.length) : value.slice(0, -pattern.length);
  if (isPattern(pattern)) return unknown;
  if (isFront) return value.startsWith(pattern) ? value.slice(pattern.length) : value;
  return value.endsWith(pattern) ? value.slice(0, value.length - pattern.length) : value;
}

function isPattern(text: string): boolean {
  return /[*?[\0]/.test(text);
}
