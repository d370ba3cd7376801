/** Counted time: a clock that runs many times faster, and goes on over the deaths of processes. */
import { systemClock } from '../../../src/adapters/process/clock.ts';
import type { Clock } from '../../../src/ports/clock.ts';

export interface Quick {
  /** When counted time began, on the machine's clock. UTC, epoch ms. */
  readonly since: number;
  /** So many times faster it runs. */
  readonly speed: number;
}

export function quickClock({ since, speed }: Quick): Clock {
  return {
    ...systemClock,
    now: () => since + Math.round((systemClock.now() - since) * speed),
    elapsed: () => systemClock.elapsed() * speed,
    after: (delayMs, call) => systemClock.after(delayMs / speed, call),
  };
}
