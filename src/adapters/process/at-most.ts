/** Waiting for what may never come. */
import type { Clock } from '../../ports/clock.ts';

/** What `work` answers; undefined where it fails or takes longer. What becomes of it then is nobody's business. */
export function atMost<Value>(clock: Clock, ms: number, work: Promise<Value>): Promise<Value | undefined> {
  return new Promise(resolve => {
    const cancel = clock.after(ms, () => resolve(undefined));
    work.then(resolve, () => resolve(undefined)).finally(cancel);
  });
}
