/** Which seeds a run looks at: a part that another commit makes another, and every seed that has ever failed. */
import { hash } from 'node:crypto';

/** Seeds that have found a fault of the host, and which. */
export const failedSeeds: Readonly<Record<number, string>> = {
  52: 'what waited in safe mode went on waiting when safe mode ended',
  64: 'the same',
  424: 'an act that was given up before it could be claimed kept its place, and those behind it waited for ever',
  463: 'the same',
  791722898: 'words that answered a question whose call had ended by then were never shown to the model',
  563589963: 'a tool call that was stopped while its act was unknown counted as cancelled',
};

/** `count` seeds from 1 to a thousand million that follow from a name, after those that have ever failed. */
export function seedsOf(name: string, count: number): readonly number[] {
  const chosen = Array.from(
    { length: count },
    (_, index) => 1 + (hash('sha256', `${name} ${index}`, 'buffer').readUInt32BE(0) % 1_000_000_000),
  );
  return [...new Set([...Object.keys(failedSeeds).map(Number), ...chosen])];
}
