/**
 * The variables a text sets for itself, and the values it gives them.
 *
 * One that is set several times may hold any of its values where it is used. So a text is judged once for each: in the
 * n-th world every variable has its n-th value. What anything else may have put into a variable is not known.
 */
import { type Assignment, type Command, forEachChild, type Script, type SyntaxNode, type Word } from 'unbash';
import { bounded, type Lookup, mayGuess } from '../grammar/parameters.ts';
import { isOpen, someWords, unknown } from '../grammar/unknown.ts';
import { commandWords, fieldsOf, textOf } from '../grammar/words.ts';
import { assignedBy } from './numbers.ts';
import { changesArguments, unsureIn } from './order.ts';
import { type Setting, settingOf } from './setters.ts';

const mostWorlds = 3;
const deepest = 120;

/** At least one world; `outer` answers for what the text does not set itself. */
export function worldsOf(script: Script, outer: Lookup): readonly Lookup[] {
  const values = new Map<string, (readonly string[])[]>();
  const inner: Lookup = name => values.get(name)?.at(-1) ?? outer(name);
  const put = (name: string, value: readonly string[]) => {
    const known = values.get(name) ?? [];
    if (known.length > mostWorlds) return;
    if (!known.some(one => one.join('\0') === value.join('\0'))) known.push(value);
    values.set(name, known);
  };
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > deepest) return;
    if (node.type === 'Assignment') put(node.name, assignedTo(node, inner));
    else if (node.type === 'For' || node.type === 'Select') {
      for (const text of node.wordlist?.flatMap(word => fieldsOf(word, inner)) ?? [unknown])
        put(node.name.value, [text]);
      // whatever is typed that is none of the numbers makes it empty
      if (node.type === 'Select') put(node.name.value, [unknown]);
    } else if (node.type === 'Command') {
      const setting = settingOf(node);
      if (setting?.kind === 'inner') visit(setting.script, depth + 1);
      const isReading = setting?.kind === 'reads' || setting?.kind === 'calculates';
      for (const name of isReading ? setting.names : quotedNames(node, setting)) put(name, [unknown]);
      if (changesArguments(node)) {
        const [program, mark, ...words] = commandWords(node, inner);
        const isWhole = program === 'set' && mark === '--';
        for (const [name, value] of isWhole ? positional(words) : [['@', [unknown]] as const]) put(name, value);
      }
    } else for (const [name, value] of setBy(node, inner)) put(name, [value]);
    forEachChild(node, child => visit(child, depth + 1));
  };
  visit(script, 0);
  const all = worlds(values, outer);
  return mayGuess(outer) ? all : all.map(lookup => onlySure(lookup, unsureIn(script), values));
}

/** Without guesses: what may not be set where it is used is nothing for sure, and no number either. */
function onlySure(lookup: Lookup, isUnsure: (name: string) => boolean, own: ReadonlyMap<string, unknown>): Lookup {
  return name => (own.has(name) && isUnsure(name) ? [someWords] : lookup(name));
}

/**
 * The n-th value of each variable in the n-th world; what there are too many of, and what can be combined in other
 * ways, is unknown in a last one.
 */
function worlds(values: ReadonlyMap<string, (readonly string[])[]>, outer: Lookup): readonly Lookup[] {
  const lengths = [...values.values()].map(known => known.length);
  const most = Math.min(mostWorlds, Math.max(1, ...lengths));
  const isOpen = lengths.some(length => length > mostWorlds) || lengths.filter(length => length > 1).length > 1;
  const all = Array.from({ length: most }, (_, world): Lookup => {
    return name => {
      const known = values.get(name);
      return known === undefined ? outer(name) : known[Math.min(world, known.length - 1)];
    };
  });
  const open: Lookup = name => {
    const known = values.get(name);
    return known === undefined ? outer(name) : known.length > 1 ? [unknown] : known[0];
  };
  return isOpen ? [...all.slice(0, mostWorlds), open] : all;
}

/** What a node other than an assignment or a command puts into a variable. */
function setBy(node: SyntaxNode, lookup: Lookup): readonly (readonly [string, string])[] {
  if (node.type === 'ParameterExpansion' && node.operation?.type === 'Default' && node.operation.operator.includes('='))
    return [[node.parameter, textOf(node.operation.operand, lookup)]];
  if (node.type === 'Coproc') return [[node.name?.value ?? 'COPROC', unknown]];
  if (node.type === 'FileDescriptorVariable') return [[node.name.replace(/\[.*$/s, ''), unknown]];
  return assignedBy(node).map(name => [name, unknown] as const);
}

/** `declare "x=$y"`: an assignment that the grammar takes for a word. */
function quotedNames(command: Command, setting: Setting | undefined): readonly string[] {
  if (setting?.kind !== 'declares') return [];
  const words = command.args.flatMap(arg => (arg.type === 'Word' && arg.value.includes('=') ? [arg.value] : []));
  return setting.names.filter(name => words.some(word => word.startsWith(name)));
}

/** `$@` and `$1` of these words. */
export function positional(words: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  // a pattern, or what is not known, may become several words: then all that follow are moved
  const moved = words.findIndex(isOpen);
  const numbered = words.slice(0, 9).map((word, at) => {
    return [
      String(at + 1),
      [moved >= 0 && at >= moved ? (at > moved || words[at] === someWords ? unknown : word) : word],
    ] as const;
  });
  const all = wholeList(words);
  return [['@', all], ['*', all], ...numbered];
}

/** Without guesses only what stands in the text as it is: in a loop, anything else may be put together many times. */
function assignedTo({ value, append, index, name }: Assignment, lookup: Lookup): readonly string[] {
  if (index !== undefined) return [unknown];
  const words = value.type === 'ArrayValue' ? value.elements : [value];
  if (!mayGuess(lookup) && (append || words.some(isComputed))) return [unknown];
  // an element that says where it stands moves all that follow
  if (value.type === 'ArrayValue' && words.some(({ text }) => /^\[/.test(text))) return [unknown];
  const values =
    value.type === 'ArrayValue' ? words.flatMap(word => fieldsOf(word, lookup)) : [bounded(textOf(value, lookup))];
  if (!append) return wholeList(values);
  const before = lookup(name) ?? [unknown];
  return value.type === 'ArrayValue'
    ? wholeList([...before, ...values])
    : [bounded(`${before.join(' ')}${values.join(' ')}`)];
}

const mostElements = 64;

function wholeList(values: readonly string[]): readonly string[] {
  return values.length > mostElements ? [unknown] : values;
}

/** Something in it is put in by the shell. */
function isComputed({ parts = [] }: Word): boolean {
  return parts.some(part => {
    if (part.type === 'DoubleQuoted' || part.type === 'LocaleString')
      return part.parts.some(one => one.type !== 'Literal');
    return !/^(Literal|Glob|SingleQuoted|AnsiCQuoted|BraceExpansion)$/.test(part.type);
  });
}
