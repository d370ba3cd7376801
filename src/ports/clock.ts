/**
 * Port: the present, and waiting for later. `src/adapters/process/clock.ts` is the only file that reads the machine's
 * clock.
 */

export interface Clock {
  /** UTC, epoch milliseconds. */
  now(): number;
  /**
   * A monotonic reading in milliseconds, for durations. Time in which this process was stopped as a whole does not
   * count.
   */
  elapsed(): number;
  /** For how long this process was stopped so far, in milliseconds; absent: never. */
  stoppedMs?(): number;
  /** Calls back once after `delayMs` (at most 2³¹−1); the answer cancels it. */
  after(delayMs: number, call: () => void): () => void;
  /** A fresh random id: 16 base62 characters, about 95 bits. */
  id(): string;
  /**
   * Calls back within about a second after the clock was set, or the computer slept: by so many milliseconds `now` has
   * moved beside
   * `elapsed`. The answer ends it. A clock that nobody sets has none.
   */
  onJump?(call: (byMs: number) => void): () => void;
}
