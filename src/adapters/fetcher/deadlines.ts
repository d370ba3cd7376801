/** The deadlines of one request: one for the whole, and one for whatever is being waited for. */
import { type Part, says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';

export interface Deadlines {
  /** Aborted by the caller or when the whole took too long; its reason is the `Fault` to throw. */
  readonly signal: AbortSignal;
  /**
   * What `work` answers, unless a deadline or the caller comes first. `work` gets a signal for both, and a function
   * that starts its deadline again. What becomes of it after that is not looked at.
   */
  within<Value>(
    what: Part,
    ms: number,
    work: (signal: AbortSignal, again: () => void) => Promise<Value>,
  ): Promise<Value>;
  end(): void;
}

/** Starts the deadline for the whole; `end` must be called. */
export function startDeadlines(clock: Clock, totalMs: number, caller?: AbortSignal): Deadlines {
  const whole = new AbortController();
  const onCaller = () => whole.abort(fault('cancelled', says`the request was cancelled`));
  if (caller?.aborted) onCaller();
  caller?.addEventListener('abort', onCaller, { once: true });
  const cancel = clock.after(totalMs, () => whole.abort(late(says`the whole answer`, totalMs)));
  return {
    signal: whole.signal,
    async within(what, ms, work) {
      const part = new AbortController();
      const start = () => clock.after(ms, () => part.abort(late(what, ms)));
      let [stop, isOver] = [start(), false];
      const again = () => {
        stop();
        if (!isOver) stop = start();
      };
      const signal = AbortSignal.any([whole.signal, part.signal]);
      try {
        signal.throwIfAborted();
        return await raced(work(signal, again), signal);
      } finally {
        isOver = true;
        stop();
      }
    },
    end() {
      cancel();
      caller?.removeEventListener('abort', onCaller);
    },
  };
}

function late(what: Part, ms: number) {
  return fault('timeout', says`${what} did not come within ${ms / 1_000} s; try again later`);
}

function raced<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
