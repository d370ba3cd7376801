/** Ctrl-C: the first thing there is to end, and pressed twice the program. */
import type { Clock } from '../../../ports/clock.ts';

export interface InterruptOptions {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** What one press may end, the nearest first; false: there is no such thing now. */
  readonly steps: () => readonly (false | (() => void))[];
  readonly twice: () => void;
}

/** Two presses within this time are one wish. */
const twiceMs = 1_500;

export function interrupts({ clock, steps, twice }: InterruptOptions): () => void {
  let before = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.elapsed();
    if (now - before < twiceMs) return twice();
    before = now;
    const step = steps().find(one => one !== false);
    if (step) step();
  };
}
