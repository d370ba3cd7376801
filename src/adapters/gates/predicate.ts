/** Gates by rule: a pattern, a range, a list of values, or a list that stands in a file of the owner. */
import { open } from 'node:fs/promises';
import { answerOf, type Condition, type GateRule, type Predicate } from '../../domain/policy/gates.ts';
import type { Gate } from '../../ports/gate.ts';

/**
 * A file is read again each time, so that what the owner changes in it counts at once; one that cannot be read is a
 * failure.
 */
export function predicateGate(
  rule: GateRule,
  {
    condition,
    ...rest
  }: Omit<Predicate, 'condition'> & {
    readonly condition: Condition | { readonly kind: 'file'; readonly file: string };
  },
): Gate {
  return {
    rule,
    async check(subject) {
      if (condition.kind !== 'file') return answerOf({ ...rest, condition }, subject);
      return answerOf({ ...rest, condition: { kind: 'equals', values: await linesOf(condition.file) } }, subject);
    },
  };
}

const mostBytes = 1_048_576;

/** One value a line; empty lines and those that begin with `#` are none. */
async function linesOf(file: string): Promise<readonly string[]> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  if (size > mostBytes) throw new Error(`${file} has ${size} bytes, at most ${mostBytes} are read`);
  const text = await handle.readFile('utf8');
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}
