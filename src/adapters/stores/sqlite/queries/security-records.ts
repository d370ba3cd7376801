/**
 * What a look at the security of a home reads in its database, beside a process that may be using it. Nothing is
 * changed.
 */
import { statSync } from 'node:fs';
import type { StandingApproval } from '../../../../domain/approvals/standing.ts';
import type { ToolRecord } from '../../../../domain/tools/health.ts';
import type { AuditStore } from '../../../../ports/audit-log.ts';
import { sqliteApprovalLedger } from '../ledgers/approvals.ts';
import { sqliteAuditStore } from '../ledgers/audit.ts';
import { sqliteToolLedger } from '../ledgers/tools.ts';
import { openLastCommit } from '../redo/last-commit.ts';

export interface SecurityRecords {
  /** Standing approvals that still count. */
  standing(now: number): readonly StandingApproval[];
  tools(): readonly ToolRecord[];
  readonly audit: AuditStore;
}

/**
 * Opens the database for reading alone, as its last commit left it, while `look` reads; undefined where there is none.
 * Throws what SQLite says, also of an older schema.
 */
export function withSecurityRecords<Result>(
  file: string,
  look: (records: SecurityRecords) => Result,
): Result | undefined {
  if (!statSync(file, { throwIfNoEntry: false })) return undefined;
  const database = openLastCommit(file);
  try {
    return look({
      standing: now => sqliteApprovalLedger(database).standing(now),
      tools: () => sqliteToolLedger(database).all(),
      audit: sqliteAuditStore(database),
    });
  } finally {
    database.close();
  }
}
