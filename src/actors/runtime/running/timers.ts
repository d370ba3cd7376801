/** The next due instant: one waiting call for the earliest row of `timers`. Overdue rows fire at once. */
import type { Clock } from '../../../ports/clock.ts';

export interface Timers {
  /** Arms for the earliest row. */
  begin(): void;
  /** Rows were written with these instants, or rows that fired were removed. */
  note(dues: readonly number[]): void;
  end(): void;
}

/** A clock that does not report being set (`onJump`) is read again so often. */
const longestWaitMs = 60_000;
/** After so long rows that could not be read are looked at again. */
const retryMs = 1_000;

export function createTimers(options: {
  readonly clock: Clock;
  readonly nextDue: () => number | undefined;
  /** Takes the due rows; `note` is called once they are gone. */
  readonly onDue: (now: number) => void;
  /** The rows could not be read; they are looked at again in a moment. */
  readonly onTrouble?: (thrown: unknown) => void;
}): Timers {
  const { clock, nextDue, onDue, onTrouble = () => {} } = options;
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
      if (now < due) return arm(due); // the longest wait is over, or the clock was set to an earlier time
      firing = true;
      armedFor = undefined;
      tried(() => onDue(now));
    });
  }

  /** What cannot be read now is read in a moment: a wait is never forgotten. */
  function tried(look: () => void): void {
    try {
      look();
    } catch (thrown) {
      firing = false;
      armedFor = undefined;
      cancel = clock.after(retryMs, begin);
      onTrouble(thrown);
    }
  }

  function begin(): void {
    if (!ended) tried(() => arm(nextDue()));
  }

  return {
    begin,
    note(dues) {
      if (firing) {
        firing = false;
        begin();
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
