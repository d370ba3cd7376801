/** A clock that tests set. */
import { systemClock } from '../../src/adapters/process/clock.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** A clock whose instants a test sets; waits still end, as soon as the time they are for has come. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Nothing that waits will ever be called: the process is dead. */
  kill(): void;
}

export function testClock(): TestClock {
  let skipped = 0;
  const waits = new Set<{ readonly at: number; readonly call: () => void; cancel(): void }>();
  const now = () => systemClock.now() + skipped;
  return {
    ...systemClock,
    now,
    after(delayMs, call) {
      const cancel = systemClock.after(delayMs, () => {
        waits.delete(wait);
        call();
      });
      const wait = { at: now() + delayMs, call, cancel };
      waits.add(wait);
      return () => {
        waits.delete(wait);
        cancel();
      };
    },
    kill() {
      for (const wait of waits) wait.cancel();
      waits.clear();
    },
    advance(ms) {
      skipped += ms;
      for (const wait of [...waits])
        if (wait.at <= now()) {
          wait.cancel();
          waits.delete(wait);
          wait.call();
        }
    },
  };
}
