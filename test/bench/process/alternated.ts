/** Rounds of several sides that are to be compared. */
import type { Contender, Took } from './processes.ts';

/** Before a case is timed, for compilers and caches; no more than are timed. */
const mostWarmRounds = 5;

/** An agent at rest gives memory back after five seconds; the turn that wakes it is dearer, and is another figure. */
const restsAfterMs = 4_000;

export interface Alternation {
  /** Of the case, among all that the sides are asked for. */
  readonly name: string;
  readonly steps: number;
  readonly sessions: number;
  readonly rounds: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

/**
 * Every side in every round, each of them first in turn, since a side finds the machine as the one before has left it.
 * One that has rested meanwhile takes a round first that is not counted. Answers the rounds of each. Rejects where a turn does not end as the script has it.
 */
export async function alternated(
  sides: readonly { readonly name: string; readonly contender: Contender }[],
  { name, steps, sessions, rounds, now = () => performance.now() }: Alternation,
): Promise<readonly (readonly Took[])[]> {
  const taken = sides.map(() => [] as Took[]);
  const lastRun: number[] = [];
  const warmRounds = Math.min(rounds, mostWarmRounds);
  for (let round = 0; round < warmRounds + rounds; round += 1) {
    const request = {
      name: `${name}-${steps}-${sessions}-${round}`,
      sessions,
      turns: 1,
      text: `${steps} steps, please`,
    };
    const first = round % sides.length;
    const order = [...sides.entries()];
    for (const [at, side] of [...order.slice(first), ...order.slice(0, first)]) {
      if (now() - (lastRun[at] ?? now()) > restsAfterMs)
        await side.contender.run({ ...request, name: `${request.name}-awake` });
      const took = await side.contender.run(request);
      lastRun[at] = now();
      const otherwise = took.replies.find(reply => reply !== 'All is said.');
      if (otherwise !== undefined) throw new Error(`${side.name} was to say that all is said, not: ${otherwise}`);
      if (round >= warmRounds) taken[at]?.push(took);
    }
  }
  return taken;
}
