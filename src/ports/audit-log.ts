/** Ports: the chain of what was asked, allowed, done and changed, and the rows it is kept in. */
import type { AuditEntry, AuditNote, ChainBreak, ChainHead } from '../domain/audit/audit.ts';
import type { AuditPage, AuditQuery } from '../domain/audit/service.ts';

/** The rows (stores/sqlite/ledgers/audit.ts). */
export interface AuditStore {
  transaction<Result>(work: () => Result): Result;
  isOpen(): boolean;
  append(entry: AuditEntry): void;
  head(): ChainHead;
  hashAt(n: number): string | undefined;
  after(n: number, limit: number): readonly AuditEntry[];
  page(query: AuditQuery): readonly AuditEntry[];
  unrecorded(): readonly string[];
  /** This home was started since it has a chain, so there must be rows. */
  hadRows(): boolean;
}

export interface AuditLog {
  /**
   * Within the open transaction. `onCommitted`: of the step, so that the head is signed before anything it asked for
   * starts.
   */
  write(note: AuditNote, step: { readonly at: number; onCommitted?(call: () => void): void }): void;
  /** In a transaction of its own, or in the one that is open. */
  record(note: AuditNote): void;
  /** What was wrong when the home was opened. */
  readonly broken: ChainBreak | undefined;
  /** Why the anchor could not be written last. */
  readonly trouble: string | undefined;
  page(query: AuditQuery): AuditPage;
  unrecorded(): readonly string[];
  /** The owner knows of what is broken so far. False: the chain is whole, or was accepted before; nothing is written. */
  accept(): boolean;
  close(): void;
}
