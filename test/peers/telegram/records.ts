/** What a peer has seen, as lists that can be waited on. */

/** A list that only grows; `until` answers the first entry that fits, present or to come. */
export interface Records<T> {
  readonly all: readonly T[];
  /**
   * Rejects after `timeoutMs` (10 000) and says what was there instead. `from`: entries before this index do not count.
   */
  until(fits: (entry: T) => boolean, options?: { readonly from?: number; readonly timeoutMs?: number }): Promise<T>;
}

export interface OpenRecords<T> extends Records<T> {
  add(entry: T): T;
  /** An entry has changed: whoever waits looks at all of them again. */
  changed(): void;
  /** Nothing more will come: whoever still waits is told. */
  end(): void;
}

/** An empty list; `what` names its entries in the message of a wait that ran out. */
export function records<T>(what: string): OpenRecords<T> {
  const all: T[] = [];
  const waiting = new Set<{ readonly look: () => boolean; readonly fail: (why: string) => void }>();
  const changed = (): void => {
    for (const waiter of waiting) if (waiter.look()) waiting.delete(waiter);
  };
  return {
    all,
    add(entry) {
      all.push(entry);
      changed();
      return entry;
    },
    changed,
    end() {
      for (const waiter of waiting) waiter.fail('the peer was closed');
      waiting.clear();
    },
    until(fits, { from = 0, timeoutMs = 10_000 } = {}) {
      return new Promise<T>((resolve, reject) => {
        const look = (): boolean => {
          const found = all.slice(from).find(fits);
          if (found === undefined) return false;
          clearTimeout(timer);
          resolve(found);
          return true;
        };
        const fail = (why: string): void => {
          clearTimeout(timer);
          const seen = all.slice(from).map(entry => JSON.stringify(entry)?.slice(0, 200));
          reject(new Error(`no ${what} that fits: ${why}; there were ${seen.length}: ${seen.slice(-8).join('\n')}`));
        };
        const waiter = { look, fail };
        const timer = setTimeout(() => {
          waiting.delete(waiter);
          fail(`none came within ${timeoutMs} ms`);
        }, timeoutMs);
        if (!look()) waiting.add(waiter);
      });
    },
  };
}
