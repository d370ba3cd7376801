/** A check that is made now, and from then on every so often, until it is ended. */
import type { Clock } from '../../ports/clock.ts';

export interface Watch {
  /** Checks now, and from then on every so often. */
  begin(): void;
  end(): void;
}

/** `check` may fail: then the store is in trouble, which is reported elsewhere, and the next check comes. */
export function createWatch(clock: Pick<Clock, 'after'>, everyMs: number, check: () => Promise<void>): Watch {
  let cancel = () => {};
  let ended = false;
  function begin(): void {
    if (ended) return;
    void check().catch(() => {});
    cancel = clock.after(everyMs, begin);
  }
  return {
    begin,
    end() {
      ended = true;
      cancel();
    },
  };
}
