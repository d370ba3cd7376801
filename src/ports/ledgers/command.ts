/** Port: acts on actors that somebody asked for, and what became of each. */
import type { AdminCommand, AdminOutcome } from '../../domain/supervision/admin.ts';

export interface CommandLedger {
  /** Within the open transaction. */
  record(command: AdminCommand, outcome: Omit<AdminOutcome, 'id'>, at: number): void;
  outcome(id: string): AdminOutcome | undefined;
}
