/** Port: acts on actors that somebody asked for, and what became of each. */
import type { AdminCommand, AdminOutcome } from '../machines/domain/admin.ts';

export interface CommandLedger {
  /** Within the open transaction. */
  record(command: AdminCommand, outcome: Omit<AdminOutcome, 'id'>, at: number): void;
  outcome(id: string): AdminOutcome | undefined;
}
