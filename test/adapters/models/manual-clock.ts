/** A clock that stands still until a test moves it. */
import type { Clock } from '../../../src/ports/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time on and calls what falls due on the way, in order. */
  advance(ms: number): void;
}

export function manualClock(): ManualClock {
  const timers = new Set<{ readonly at: number; readonly call: () => void }>();
  let time = 0;
  let ids = 0;
  return {
    now: () => time,
    elapsed: () => time,
    id: () => `id${++ids}`,
    after(delayMs, call) {
      const timer = { at: time + delayMs, call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = time + ms;
      for (;;) {
        const [due] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (due === undefined) break;
        timers.delete(due);
        time = due.at;
        due.call();
      }
      time = end;
    },
  };
}
