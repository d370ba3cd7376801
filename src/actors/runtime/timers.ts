/** The next due instant: one waiting call for the earliest row of `timers`. Overdue rows fire at once. */
import type { Clock } from '../../adapters/clock.ts';

export interface Timers {
  /** Arms for the earliest row. */
  begin(): void;
  /** Rows were written with these instants, or rows that fired were removed. */
  note(dues: readonly number[]): void;
  end(): void;
}

/** The clock may be set meanwhile, and a computer that sleeps does not count: it is looked at again so often. */
const longestWaitMs = 60_000;

export function createTimers(options: {
  readonly clock: Clock;
  readonly nextDue: () => number | undefined;
  /** Takes the due rows; `note` is called once they are gone. */
  readonly onDue: (now: number) => void;
}): Timers {
  const { clock, nextDue, onDue } = options;
  let armedFor: number | undefined;
  let firing = false;
  let ended = false;
  let cancel = () => {};

  function arm(due: number | undefined): void {
    cancel();
    armedFor = due;
    if (due === undefined || ended) return;
    const waitMs = Math.min(Math.max(0, due - clock.now()), longestWaitMs);
    cancel = clock.after(waitMs, () => {
      const now = clock.now();
      if (now < due) return arm(due); // the longest wait is over, or the clock was set back
      firing = true;
      armedFor = undefined;
      onDue(now);
    });
  }

  return {
    begin: () => arm(nextDue()),
    note(dues) {
      if (firing) {
        firing = false;
        arm(nextDue());
        return;
      }
      const earliest = Math.min(...dues);
      if (dues.length > 0 && (armedFor === undefined || earliest < armedFor)) arm(earliest);
    },
    end() {
      ended = true;
      cancel();
    },
  };
}
