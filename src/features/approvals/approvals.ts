/** How the owner's yes is asked for, kept, checked and used up. */

import { createRequire } from 'node:module';
import type { Config } from '../../../config/load.ts';
import { rootOfChild } from '../../actors/agents/children.ts';
import { line } from '../../actors/approvals/line.ts';
import { precedent } from '../../actors/approvals/precedent.ts';
import type * as Redeeming from '../../actors/approvals/redemption.ts';
import { verification } from '../../actors/approvals/verification.ts';
import type { Lookup, MachineEntry } from '../../actors/runtime/registry.ts';
import { childLedger } from '../../adapters/agents/ledger.ts';
import type { SqliteDatabase } from '../../adapters/stores/sqlite/database.ts';
import { sqliteJobLedger } from '../../adapters/stores/sqlite/jobs/jobs.ts';
import { sqliteApprovalLedger } from '../../adapters/stores/sqlite/ledgers/approvals.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import { sqliteTaskLedger } from '../../adapters/stores/sqlite/tasks/tasks.ts';
import type { TrustedChannel } from '../../domain/approvals/answer.ts';
import { approvalMachine } from '../../machines/approval/chart.ts';
import { migrateApproval } from '../../machines/approval/migrate.ts';
import { approvalDeskMachine } from '../../machines/approval-desk.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Channel } from '../../ports/channel.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApprovalStore, MessageStore } from '../../ports/conversation-store.ts';
import type { ApprovalLedger } from '../../ports/ledgers/approval.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import { feature } from '../feature.ts';

// With the first yes that is used up.
const load = createRequire(import.meta.url);

export interface Approvals {
  readonly ledger: ApprovalLedger;
  readonly machines: readonly MachineEntry[];
  readonly lookups: Readonly<Record<string, Lookup>>;
  /** From where a grave yes counts; undefined: from everywhere. */
  readonly trusted: readonly TrustedChannel[] | undefined;
}

declare module '../feature.ts' {
  interface Features {
    readonly approvals: Approvals;
  }
}

export const approvalsFeature = feature('approvals', ['core', 'channels', 'sandbox', 'keys', 'audit'], needs => {
  const { config, database, conversation, clock } = needs.core;
  const { channels, trusted } = needs.channels;
  return approvalsOf({
    config,
    database,
    conversation,
    channels,
    clock,
    key: needs.keys.signing,
    audit: needs.audit.write,
    // what runs here without a sandbox has the owner's own rights
    trusted: needs.sandbox.executor.kind === 'direct' ? trusted : undefined,
  });
});

export function approvalsOf(options: {
  readonly config: Pick<Config, 'approvals' | 'owner'>;
  readonly database: SqliteDatabase;
  readonly conversation: MessageStore & ApprovalStore;
  /** Where the owner is asked. */
  readonly channels: ReadonlyMap<string, Channel>;
  readonly clock: Pick<Clock, 'now'>;
  readonly key: SigningKey;
  readonly audit: AuditLog['write'];
  /** Where what runs here has the owner's rights: from where a grave yes counts (src/actors/approvals/decisions.ts). */
  readonly trusted: readonly TrustedChannel[] | undefined;
}): Approvals {
  const { config, conversation, channels, clock, key, audit, trusted } = options;
  const ledger = sqliteApprovalLedger(options.database);
  const undoMs = config.approvals.undoWindowS * 1000;
  const { language } = config.owner;
  return {
    ledger,
    trusted,
    machines: [
      { machine: approvalDeskMachine, startsWith: () => ({}), isVital: true },
      {
        machine: approvalMachine,
        isShortLived: true,
        migrate: migrateApproval,
        onStopped(address, at) {
          conversation.closeApproval(address, 'cancelled', { by: null, decidedAt: at });
          audit({ kind: 'approval.ended', subject: address, facts: { outcome: 'cancelled' } }, { at });
        },
      },
    ],
    lookups: {
      precedent: precedent({ approvals: ledger, conversation, key, undoMs, language, trusted }),
      redemption: input =>
        (load('../../actors/approvals/redemption.ts') as typeof Redeeming).redemption(ledger, key)(input),
      verification: verification(key),
      line: line({
        approvals: ledger,
        jobs: sqliteJobLedger(options.database),
        tasks: sqliteTaskLedger(options.database),
        rootOf: rootOfChild(childLedger(sqliteTables(options.database))),
        conversation,
        channels,
        clock,
      }),
    },
  };
}
