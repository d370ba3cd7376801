/** The signature of the newest row, kept in the anchor. */
import { toFailure } from '../../domain/supervision/failure.ts';
import type { AuditStore } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AnchorFile } from './anchor.ts';

export interface SignedEnd {
  /**
   * Signs the newest row, for all rows of its commit. The chain goes on where its anchor cannot be written; `trouble`
   * says so.
   */
  sign(): void;
  /** Is this row newer than the one that was signed last? */
  isUnsigned(n: number): boolean;
  trouble(): string | undefined;
}

/** `signed`: the row that was signed last; -1: none. */
export function signedEnd(store: AuditStore, anchor: AnchorFile, clock: Pick<Clock, 'now'>, signed: number): SignedEnd {
  let last = signed;
  let trouble: string | undefined;
  return {
    sign() {
      try {
        const head = store.head();
        if (head.n <= last) return;
        anchor.write(head, clock.now());
        last = head.n;
        trouble = undefined;
      } catch (thrown) {
        trouble = toFailure(thrown).message;
      }
    },
    isUnsigned: n => n > last,
    trouble: () => trouble,
  };
}
