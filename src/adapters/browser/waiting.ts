/** Waiting for a browser, which may never answer. */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';

export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise(resolve => {
    clock.after(ms, resolve);
  });
}

/** What `work` answers or throws; a `Fault` where it takes longer (`timeout`) or is told to stop (`cancelled`). */
export function within<Value>(clock: Clock, ms: number, signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () =>
      reject(fault('timeout', says`the browser did not answer within ${ms / 1_000} s; its page was closed`)),
    );
    const onAbort = () => reject(fault('cancelled', says`the browser action was cancelled`));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      cancel();
      signal.removeEventListener('abort', onAbort);
    });
  });
}
