/**
 * Gives memory back when the agent has come to rest. What a burst of work has taken, V8 and SQLite would otherwise keep
 * until the next one.
 */
import type { Clock } from '../../ports/clock.ts';
import type { JournalStore } from '../../ports/store.ts';
import type { Watch } from './watch.ts';

/** After so long without a step the agent rests. */
const restMs = 5_000;
/** So much it has grown since the last time, or it is left as it is. */
const grownBytes = 16 * 2 ** 20;

export function createRestWatch({
  store,
  clock,
  residentBytes,
  giveBack,
}: {
  readonly store: Pick<JournalStore, 'lastStepAt'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Memory that this process holds. */
  readonly residentBytes: () => number;
  /** Takes about a tenth of a second, in which nothing else is done. */
  readonly giveBack: () => void;
}): Watch {
  let held = 0;
  let cancel = () => {};

  function wait(): void {
    cancel = clock.after(restMs, () => {
      look();
      wait();
    });
  }

  function look(): void {
    if (clock.now() - (store.lastStepAt() ?? 0) < restMs || residentBytes() < held + grownBytes) return;
    giveBack();
    held = residentBytes();
  }

  return { begin: wait, end: () => cancel() };
}
