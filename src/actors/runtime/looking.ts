/** A look that is taken now, and from then on every so often, until it is ended. */
import type { Clock } from '../../ports/clock.ts';

export interface Looking {
  /** Looks now, and from then on every so often. */
  begin(): void;
  end(): void;
}

/** `look` may fail: then the store is in trouble, which is told elsewhere, and the next look comes. */
export function looking(clock: Pick<Clock, 'after'>, everyMs: number, look: () => Promise<void>): Looking {
  let cancel = () => {};
  let ended = false;
  function begin(): void {
    if (ended) return;
    void look().catch(() => {});
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
