/** A number of slots: work that finds none free waits for one, in the order it came. */

export interface Slots {
  /** Resolves to true with a slot taken, or to false where the signal is aborted before there is one. */
  take(signal: AbortSignal): Promise<boolean>;
  /** Gives a slot back, to the first that waits. */
  release(): void;
}

export function slots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;

  return {
    async take(signal) {
      if (signal.aborted) return false;
      if (free > 0) {
        free -= 1;
        return true;
      }
      return await new Promise<boolean>(resolve => {
        const onFree = () => {
          signal.removeEventListener('abort', onAbort);
          resolve(true);
        };
        const onAbort = () => {
          waiting.splice(waiting.indexOf(onFree), 1);
          resolve(false);
        };
        waiting.push(onFree);
        signal.addEventListener('abort', onAbort, { once: true });
      });
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}
