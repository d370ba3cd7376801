/** Which seeds a run looks at: a part that another commit makes another, and every seed that has ever failed. */
import { hash } from 'node:crypto';

/** Each was a fault once; what it was is told in the history of this line. */
export const failedSeeds: readonly number[] = [9, 34, 47, 66, 80, 90, 133];

/** `count` seeds from 1 to a million that follow from a name, and those that have ever failed. */
export function seedsOf(name: string, count: number): readonly number[] {
  const chosen = Array.from(
    { length: count },
    (_, index) => 1 + (hash('sha256', `${name} ${index}`, 'buffer').readUInt32BE(0) % 1_000_000),
  );
  return [...new Set([...failedSeeds, ...chosen])];
}
