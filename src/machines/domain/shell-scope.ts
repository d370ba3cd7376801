/**
 * The variables a text sets for itself, and the values it gives them.
 *
 * One that is set several times may hold any of its values where it is used. So a text is judged once for each: in the n-th world every
 * variable has its n-th value. What anything else may have put into a variable is not known.
 */
import { type Assignment, forEachChild, type Script, type SyntaxNode } from 'unbash';
import type { Lookup } from './shell-parameters.ts';
import { unknown } from './shell-unknown.ts';
import { commandWords, fieldsOf, textOf } from './shell-words.ts';

const mostWorlds = 3;
const deepest = 120;

/** What they put into the variables they name is not known. */
const fillsVariables = /^(read|mapfile|readarray|printf|getopts|let)$/;

/** At least one world; `outer` answers for what the text does not set itself. */
export function worldsOf(script: Script, outer: Lookup): readonly Lookup[] {
  const values = new Map<string, (readonly string[])[]>();
  const inner: Lookup = name => values.get(name)?.at(-1) ?? outer(name);
  const put = (name: string, value: readonly string[]) => {
    const known = values.get(name) ?? [];
    if (!known.some(one => one.join('\0') === value.join('\0'))) known.push(value);
    values.set(name, known);
  };
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > deepest) return;
    if (node.type === 'Assignment') put(node.name, assignedTo(node, inner));
    else if ((node.type === 'For' || node.type === 'Select') && node.wordlist)
      for (const text of node.wordlist.flatMap(word => fieldsOf(word, inner)).slice(0, mostWorlds))
        put(node.name.value, [text]);
    else if (node.type === 'Command' && fillsVariables.test(node.name?.value ?? '')) {
      for (const word of commandWords(node, inner)) if (/^[A-Za-z_]\w*$/.test(word)) put(word, [unknown]);
    } else if (node.type === 'Command' && node.name?.value === 'set') {
      const [, mark, ...words] = commandWords(node, inner);
      if (mark === '--') for (const [name, value] of positional(words)) put(name, value);
    }
    forEachChild(node, child => visit(child, depth + 1));
  };
  visit(script, 0);
  const worlds = Math.min(mostWorlds, Math.max(1, ...[...values.values()].map(known => known.length)));
  return Array.from({ length: worlds }, (_, world): Lookup => {
    return name => {
      const known = values.get(name);
      return known === undefined ? outer(name) : known[Math.min(world, known.length - 1)];
    };
  });
}

/** `$@` and `$1` of these words. */
export function positional(words: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  return [['@', words], ['*', words], ...words.slice(0, 9).map((word, at) => [String(at + 1), [word]] as const)];
}

function assignedTo({ value, append, index, name }: Assignment, lookup: Lookup): readonly string[] {
  if (index !== undefined) return [unknown];
  const values =
    value.type === 'ArrayValue' ? value.elements.flatMap(word => fieldsOf(word, lookup)) : [textOf(value, lookup)];
  if (!append) return values.slice(0, 64);
  const before = lookup(name) ?? [unknown];
  return value.type === 'ArrayValue'
    ? [...before, ...values].slice(0, 64)
    : [`${before.join(' ')}${values.join(' ')}`.slice(0, 4_096)];
}
