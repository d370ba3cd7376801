/** Ctrl-C: the first thing there is to end, and pressed twice the program. */
import type { Clock } from '../../../ports/clock.ts';

/** Two presses within this time are one wish; the chat says how long it is. */
const twiceMs = 3_000;

export interface Interrupts {
  press(): void;
  /** Something was sent since: the next press is a first one. */
  forget(): void;
}

export function interrupts({
  clock,
  steps,
  twice,
  draft,
}: {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** What one press may end, the nearest first; false: there is no such thing now. */
  readonly steps: () => readonly (false | (() => void))[];
  readonly twice: () => void;
  /** What is typed and not sent. */
  readonly draft: () => string;
}): Interrupts {
  let before = Number.NEGATIVE_INFINITY;
  let left = '';
  return {
    press() {
      const now = clock.elapsed();
      // what was typed since was not meant to be followed by the end of the program
      if (now - before < twiceMs && draft() === left) return twice();
      before = now;
      const step = steps().find(one => one !== false);
      if (step) step();
      left = draft();
    },
    forget() {
      before = Number.NEGATIVE_INFINITY;
    },
  };
}
