/** The table `approvals`: cards and what was decided about them, as they are shown. */

import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import type { Body } from '../../../../domain/conversation/body.ts';
import type { ApprovalRow } from '../../../../domain/supervision/view.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { ApprovalRecord, ApprovalStore } from '../../../../ports/conversation-store.ts';
import type { SqliteDatabase } from '../database.ts';

type StoredApproval = Omit<ApprovalRecord, 'card' | 'shown' | 'queued'> & {
  readonly card: string;
  readonly queued: number;
  readonly at: number;
  readonly exact: string;
  readonly shown: string;
};

export interface ApprovalTable extends ApprovalStore {
  /** The pending approvals of a session, in the order in which they were opened. */
  pendingIn(session: string): readonly ApprovalRow[];
}

/** `read`: reads a text back from its blob. */
export function approvalTable(database: SqliteDatabase, read: (body: Body) => string): ApprovalTable {
  return { ...approvalWrites(database), ...approvalReads(database, read) };
}

function approvalWrites(
  database: SqliteDatabase,
): Pick<ApprovalStore, 'openApproval' | 'showApproval' | 'holdApproval' | 'closeApproval'> {
  const open = database.prepare(
    `INSERT OR IGNORE INTO approvals (address, session, card, exact, shown, state, rev, at, place)
     VALUES (@address, @session, @card, @exact, '[]', 'pending', 1, @at, (SELECT coalesce(max(place), 0) + 1 FROM approvals))`,
  );
  // an approval that is opened again stands at the end of the queue, as a new one does
  const reopen = database.prepare(
    `UPDATE approvals SET card = @card, shown = '[]', state = 'pending', rev = rev + 1, begun = NULL, decided_by = NULL,
     decided_at = NULL, reason = NULL, answer = NULL, place = (SELECT max(place) + 1 FROM approvals) WHERE address = @address`,
  );
  const show = database.prepare(
    'UPDATE approvals SET card = json_patch(card, ?), shown = ?, rev = rev + 1 WHERE address = ?',
  );
  const hold = database.prepare(
    `UPDATE approvals SET state = 'granted', card = json_patch(card, json_object('undoUntil', @undoUntil)), decided_by = @by,
     decided_at = @decidedAt, answer = @answer, rev = rev + 1 WHERE address = @address`,
  );
  const close = database.prepare(
    `UPDATE approvals SET state = @state, card = json_remove(card, '$.undoUntil'), decided_by = @by, decided_at = @decidedAt,
     reason = @reason, answer = @answer, rev = rev + 1 WHERE address = @address`,
  );
  return {
    openApproval({ address, session, card, exact, at }) {
      const { exact: _, ...rest } = card;
      const given = { address, card: JSON.stringify(rest) };
      const isNew = open.run({ ...given, session, exact: JSON.stringify(exact), at }).changes === 1;
      if (!isNew) reopen.run(given);
    },
    showApproval: (address, card, shown) => void show.run(JSON.stringify(card), JSON.stringify(shown), address),
    holdApproval: (address, held) => void hold.run({ address, ...held }),
    closeApproval: (address, state, { by, decidedAt, reason = null, answer = null }) =>
      void close.run({ address, state, by, decidedAt, reason, answer }),
  };
}

function approvalReads(
  database: SqliteDatabase,
  read: (body: Body) => string,
): Pick<ApprovalTable, 'approval' | 'approvalRow' | 'approvals' | 'pendingIn'> {
  const columns = `address, at, session, card, exact, shown, state, rev, decided_by AS decidedBy, decided_at AS decidedAt, reason, answer,
     state = 'pending' AND begun IS NULL AS queued`;
  const one = database.prepare<[string], StoredApproval>(`SELECT ${columns} FROM approvals WHERE address = ?`);
  const inState = database.prepare<[string, number], StoredApproval>(
    `SELECT ${columns} FROM approvals WHERE state = ? ORDER BY at DESC, place DESC LIMIT ?`,
  );
  // asked for with each model call and each report, and mostly there are none: a look takes a tenth of setting up a sort
  const anyIn = database.prepare<[string]>('SELECT 1 FROM approvals WHERE state = ? LIMIT 1');
  const all = database.prepare<[number], StoredApproval>(
    `SELECT ${columns} FROM approvals ORDER BY at DESC, place DESC LIMIT ?`,
  );
  const pending = database.prepare<[string], StoredApproval>(
    `SELECT ${columns} FROM approvals WHERE state = 'pending' AND session = ? ORDER BY at, place`,
  );

  function toRecord(row: StoredApproval): ApprovalRecord {
    const { exact, card, shown, queued, at, ...rest } = row;
    return {
      ...rest,
      queued: queued === 1,
      card: { ...(JSON.parse(card) as ApprovalCard), requestedAt: at, exact: read(JSON.parse(exact) as Body) },
      shown: JSON.parse(shown) as ApprovalRecord['shown'],
    };
  }

  const toRow = (row: StoredApproval) => rowOf(toRecord(row));
  return {
    approval(address) {
      const row = one.get(address);
      return row && toRecord(row);
    },
    approvalRow(address) {
      const row = one.get(address);
      return row && toRow(row);
    },
    approvals(state, limit) {
      if (state === undefined) return all.all(limit).map(toRow);
      return anyIn.get(state) === undefined ? [] : inState.all(state, limit).map(toRow);
    },
    pendingIn: session => (anyIn.get('pending') === undefined ? [] : pending.all(session).map(toRow)),
  };
}

/** An approval as it is shown. */
function rowOf(approval: ApprovalRecord): ApprovalRow {
  const { address, card, state, rev, queued, decidedBy, decidedAt, reason } = approval;
  return {
    id: address,
    card,
    state,
    rev,
    ...defined({
      queued: queued || undefined,
      decidedBy: decidedBy ?? undefined,
      decidedAt: decidedAt ?? undefined,
      reason: reason ?? undefined,
    }),
  };
}
