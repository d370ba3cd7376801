/**
 * Where bash reads a text as arithmetic, as an index or as the name of a variable: each of them can run commands, and
 * set what others obey.
 */
import type { ParameterExpansionPart, SyntaxNode } from 'unbash';
import { asks, type Finding } from '../../policy/finding.ts';
import type { Numbers } from '../variables/numbers.ts';
import { type SetVariable, variableFindings } from '../variables/variables.ts';
import { readArithmetic } from './arithmetic.ts';
import type { Lookup } from './parameters.ts';
import { someNumber, unknown } from './unknown.ts';
import { fieldsOf, textOf } from './words.ts';

export interface Evaluation {
  readonly numbers: Numbers;
  readonly lookup: Lookup;
  /** What the positions in its tree count in. */
  readonly source: string;
  /** Judges a text that is given to a shell. */
  readonly text: SetVariable['text'];
}

/** The nodes there is something to find for. */
export const evaluating: ReadonlySet<SyntaxNode['type']> = new Set([
  ...([
    'ArithmeticExpansion',
    'ArithmeticCommand',
    'ArithmeticFor',
    'Slice',
    'ParameterExpansion',
    'Assignment',
  ] as const),
  ...(['For', 'Select', 'Coproc', 'FileDescriptorVariable', 'TestBinary', 'TestUnary'] as const),
]);

/** Of this very node, not of what stands inside it. */
export function evaluationFindings(node: SyntaxNode, at: Evaluation): readonly Finding[] {
  const reads = (text: string | undefined) => (text === undefined ? [] : arithmeticFindings(text, at));
  const sets = (name: string, values: readonly string[]) => values.flatMap(value => variableFindings(name, value, at));
  switch (node.type) {
    case 'ArithmeticExpansion':
      return reads(node.text.startsWith('$((') ? node.text.slice(3, -2) : node.text.slice(2, -1));
    case 'ArithmeticCommand':
      return reads(node.body);
    case 'ArithmeticFor':
      return reads(/\(\(([\s\S]*)\)\)/.exec(at.source.slice(node.pos, node.body.pos))?.[1] ?? unknown);
    case 'Slice':
      return [...reads(node.offset.text), ...reads(node.length?.text)];
    case 'ParameterExpansion':
      return parameterFindings(node, at);
    case 'Assignment': {
      const index = node.index === undefined || at.numbers.hasTextIndexes(node.name) ? [] : reads(node.index.text);
      if (node.value.type === 'Word' || at.numbers.hasTextIndexes(node.name)) return index;
      return [...index, ...node.value.elements.flatMap(({ text }) => reads(/^\[(.*?)\]\+?=/s.exec(text)?.[1]))];
    }
    case 'For':
    case 'Select':
      return sets(node.name.value, node.wordlist?.flatMap(word => fieldsOf(word, at.lookup)) ?? [unknown]);
    case 'Coproc':
      return sets(node.name?.value ?? 'COPROC', [someNumber]);
    case 'FileDescriptorVariable': {
      const [, name = '', index] = /^(\w+)(?:\[(.*)\])?$/s.exec(node.name) ?? [];
      return [...sets(name, [someNumber]), ...reads(index)];
    }
    case 'TestBinary':
      return /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator)
        ? [node.left, node.right].flatMap(({ text }) => compared(text, at))
        : [];
    case 'TestUnary':
      return /^-[vR]$/.test(node.operator) ? namedFindings(textOf(node.operand, at.lookup), at) : [];
    default:
      return [];
  }
}

/** A tilde at its beginning becomes a folder, and that names variables. */
function compared(text: string, at: Evaluation): readonly Finding[] {
  return arithmeticFindings(text.startsWith('~') ? unknown : text, at);
}

/** A text that is read as arithmetic: what it evaluates, and what it sets. */
export function arithmeticFindings(text: string, at: Pick<Evaluation, 'numbers' | 'text'>): readonly Finding[] {
  const { isSafe, assigned } = readArithmetic(text, at.numbers);
  return [
    ...(isSafe ? [] : [asks(evaluates, 'high')]),
    ...assigned.flatMap(name => variableFindings(name, someNumber, at)),
  ];
}

const evaluates =
  'It calculates with something that need not be a number, and bash runs the commands that stand in it.';

/** A text that names a variable, or an element of a list, and is only looked at. */
export function namedFindings(text: string, at: Pick<Evaluation, 'numbers' | 'text'>): readonly Finding[] {
  const [whole, index] = /^\w*(?:\[(.*)\])?$/s.exec(text) ?? [];
  if (whole === undefined) return [asks('Which variable it looks at is only known when it runs.', 'high')];
  return index === undefined || /^[@*]$/.test(index) ? [] : arithmeticFindings(index, at);
}

function parameterFindings(part: ParameterExpansionPart, at: Evaluation): readonly Finding[] {
  const { parameter, prefix, index, operation } = part;
  const isAll = index?.text === '@' || index?.text === '*';
  const found: Finding[] = [];
  if (index !== undefined && !isAll && !at.numbers.hasTextIndexes(parameter))
    found.push(...arithmeticFindings(index.text, at));
  const isAssigning = operation?.type === 'Default' && operation.operator.includes('=');
  if (prefix === '!' && operation?.type !== 'Names' && !(isAll && operation === undefined)) {
    if (isAssigning || !(parameter === '#' || at.numbers.isNumber(parameter) || at.numbers.holdsNames(parameter)))
      found.push(asks('It uses a variable whose name is only known when it runs.', 'high'));
  } else if (isAssigning) found.push(...variableFindings(parameter, textOf(operation.operand, at.lookup), at));
  if (operation?.type === 'Transform' && operation.operand.text.includes('P'))
    found.push(asks('It expands a text as if it were typed.'));
  return found;
}
