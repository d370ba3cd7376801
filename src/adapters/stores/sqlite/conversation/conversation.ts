/** Conversations in SQLite: messages, turns, tool calls, deliveries, approvals and what the supervisor heard. */
import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import type { Body } from '../../../../domain/conversation/body.ts';
import { type Message, noUsage, type ReadMessage, type Usage } from '../../../../domain/conversation/message.ts';
import type { ApprovalRow, TurnReport } from '../../../../domain/supervision/view.ts';
import type { Unasked } from '../../../../domain/tools/tool.ts';
import type {
  ApprovalRecord,
  ConversationStore,
  DeliveryRecord,
  ToolCallRecord,
  TurnRecord,
} from '../../../../ports/conversation-store.ts';
import type { SqliteDatabase } from '../database.ts';

interface MessageRow {
  readonly n: number;
  readonly id: string;
  readonly session: string;
  readonly turn: string;
  readonly role: Message['role'];
  readonly body: string;
  readonly taint: Message['taint'];
  readonly more: string | null;
  readonly at: number;
  readonly isSetAside: 0 | 1;
}

type TurnRow = Omit<TurnRecord, 'usage'> & { readonly usage: string };
type ToolCallRow = Omit<ToolCallRecord, 'reasons' | 'failed' | 'unasked'> & {
  readonly reasons: string;
  readonly failed: number;
  readonly unasked: string | null;
};
type DeliveryRow = Omit<DeliveryRecord, 'body' | 'refs' | 'asks'> & {
  readonly body: string;
  readonly refs: string;
  readonly asks: string | null;
};
type StoredApproval = Omit<ApprovalRecord, 'card' | 'shown' | 'queued'> & {
  readonly card: string;
  readonly queued: number;
  readonly exact: string;
  readonly shown: string;
};

/** {@link ConversationStore} over one open database. */
export function sqliteConversationStore(database: SqliteDatabase): ConversationStore {
  const prepare = (sql: string) => database.prepare(sql);
  const appendMessage = prepare(
    'INSERT OR IGNORE INTO messages (id, session, turn, role, body, taint, more, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const messageColumns = 'm.*, EXISTS (SELECT 1 FROM set_aside s WHERE s.message = m.id) AS isSetAside FROM messages m';
  const newest = prepare(`SELECT ${messageColumns} WHERE m.session = ? AND m.n < ? ORDER BY m.n DESC LIMIT ?`);
  const newestForModel = prepare(
    `SELECT m.*, 0 AS isSetAside FROM messages m WHERE m.session = ? AND m.more ->> '$.isAside' IS NULL
       AND NOT EXISTS (SELECT 1 FROM set_aside s WHERE s.message = m.id) ORDER BY m.n DESC LIMIT ?`,
  );
  const messageRow = prepare(`SELECT ${messageColumns} WHERE m.id = ?`);
  const setAside = prepare('INSERT OR IGNORE INTO set_aside (message, at) VALUES (?, ?)');
  const standAgain = prepare('DELETE FROM set_aside WHERE message = ?');
  const blob = prepare('SELECT body FROM blobs WHERE hash = ?');

  const beginTurn = prepare(
    `INSERT OR IGNORE INTO turns (id, session, outcome, reply, model, usage, started_at, ended_at) VALUES (?, ?, 'running', NULL, NULL, ?, ?, NULL)`,
  );
  const turnRow = prepare(
    'SELECT id, session, outcome, reply, model, usage, started_at AS startedAt, ended_at AS endedAt FROM turns WHERE id = ?',
  );
  // a message that is not there yet has its turn before it
  const workRow = prepare(
    `SELECT k.message FROM turn_keys k LEFT JOIN messages m ON m.id = k.message LEFT JOIN turns t ON t.id = m.turn
     WHERE k.session = ? AND k.key = ? AND (m.id IS NULL OR t.outcome = 'running')`,
  );
  const setWork = prepare('INSERT OR REPLACE INTO turn_keys (session, key, message) VALUES (?, ?, ?)');
  const kinds = Object.keys(noUsage) as (keyof Usage)[];
  const addUsage = prepare(
    `UPDATE turns SET model = @model, usage = json_object(${kinds.map(kind => `'${kind}', (usage ->> '${kind}') + @${kind}`).join(', ')}) WHERE id = @id`,
  );
  const endTurn = prepare('UPDATE turns SET outcome = ?, reply = ?, ended_at = ? WHERE id = ?');

  const endOthers = prepare(
    "UPDATE turns SET outcome = 'cancelled', ended_at = ? WHERE session = ? AND outcome = 'running' AND id NOT IN (SELECT value FROM json_each(?))",
  );
  const beginAgain = prepare(
    "UPDATE turns SET outcome = 'running', reply = NULL, ended_at = NULL WHERE session = ? AND id IN (SELECT value FROM json_each(?))",
  );

  const recordToolCall = prepare(
    `INSERT OR REPLACE INTO tool_calls (address, session, turn, call_id, tool, digest, level, reasons, outcome, failed, at, ended_at, unasked)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const callsSince = `SELECT c.address, c.session, c.turn, c.call_id AS callId, c.tool, c.digest, c.level, c.reasons, c.outcome, c.failed, c.at, c.ended_at AS endedAt, c.unasked
     FROM turns t JOIN tool_calls c ON c.session = t.session AND c.ended_at >= t.started_at WHERE t.id = ?`;
  const toolCallsDuring = prepare(`${callsSince} ORDER BY c.at, c.call_id`);
  const toolCalls = prepare(`${callsSince} AND c.turn = t.id ORDER BY c.at, c.call_id`);

  const toolCallsFrom = prepare(
    `SELECT address, session, turn, call_id AS callId, tool, digest, level, reasons, outcome, failed, at, ended_at AS endedAt, unasked
     FROM tool_calls WHERE session = ? AND ended_at >= ? ORDER BY ended_at`,
  );

  const outcomeOf = prepare('SELECT outcome FROM tool_calls WHERE address = ?');

  const queueDelivery = prepare(
    `INSERT OR IGNORE INTO deliveries (id, channel, chat, session, body, asks, status, sent, refs, failure, at, ended_at)
     VALUES (?, ?, ?, ?, ?, ?, 'queued', 0, '[]', NULL, ?, NULL)`,
  );
  const deliveryRow = prepare(
    'SELECT id, channel, chat, session, body, asks, status, sent, refs, failure, at FROM deliveries WHERE id = ?',
  );
  const markPart = prepare(`UPDATE deliveries SET sent = sent + 1, refs = json_insert(refs, '$[#]', ?) WHERE id = ?`);
  const endDelivery = prepare('UPDATE deliveries SET status = ?, failure = ?, ended_at = ? WHERE id = ?');

  const openApproval = prepare(
    `INSERT OR IGNORE INTO approvals (address, session, card, exact, shown, state, rev, at, place)
     VALUES (@address, @session, @card, @exact, '[]', 'pending', 1, @at, (SELECT coalesce(max(place), 0) + 1 FROM approvals))`,
  );
  // one that begins again stands at the end of the line, as if it had never been asked
  const reopenApproval = prepare(
    `UPDATE approvals SET card = @card, shown = '[]', state = 'pending', rev = rev + 1, begun = NULL, decided_by = NULL,
     decided_at = NULL, reason = NULL, answer = NULL, place = (SELECT max(place) + 1 FROM approvals) WHERE address = @address`,
  );
  const showApproval = prepare(
    'UPDATE approvals SET card = json_patch(card, ?), shown = ?, rev = rev + 1 WHERE address = ?',
  );
  const holdApproval = prepare(
    `UPDATE approvals SET state = 'granted', card = json_patch(card, json_object('undoUntil', @undoUntil)), decided_by = @by,
     decided_at = @decidedAt, answer = @answer, rev = rev + 1 WHERE address = @address`,
  );
  const closeApproval = prepare(
    `UPDATE approvals SET state = @state, card = json_remove(card, '$.undoUntil'), decided_by = @by, decided_at = @decidedAt,
     reason = @reason, answer = @answer, rev = rev + 1 WHERE address = @address`,
  );
  const approvalColumns = `address, session, card, exact, shown, state, rev, decided_by AS decidedBy, decided_at AS decidedAt, reason, answer,
     state = 'pending' AND begun IS NULL AS queued`;
  const approvalRow = prepare(`SELECT ${approvalColumns} FROM approvals WHERE address = ?`);
  const approvalsIn = prepare(
    `SELECT ${approvalColumns} FROM approvals WHERE state = ? ORDER BY at DESC, place DESC LIMIT ?`,
  );
  const approvalsAll = prepare(`SELECT ${approvalColumns} FROM approvals ORDER BY at DESC, place DESC LIMIT ?`);
  const waitingIn = prepare(
    `SELECT ${approvalColumns} FROM approvals WHERE state = 'pending' AND session = ? ORDER BY at, place`,
  );

  const report = prepare('INSERT INTO reports (at, kind, subject, text) VALUES (?, ?, ?, ?)');
  const reports = prepare('SELECT at, kind, subject, text FROM reports ORDER BY n DESC LIMIT ?');

  function read(body: Body): string {
    if (typeof body === 'string') return body;
    const row = blob.get(body.blob) as { readonly body: string } | undefined;
    return row?.body ?? `[a text of ${body.bytes} bytes that is no longer kept]`;
  }

  function readMessage(row: MessageRow): ReadMessage {
    const { n: _, body, more, isSetAside, ...message } = row;
    const rest = { ...(more === null ? {} : JSON.parse(more)), ...(isSetAside === 1 ? { isSetAside: true } : {}) };
    return { ...message, ...rest, text: read(JSON.parse(body) as Body) };
  }

  function message(id: string): ReadMessage | undefined {
    const row = messageRow.get(id) as MessageRow | undefined;
    return row && readMessage(row);
  }

  function turn(id: string): TurnRecord | undefined {
    const row = turnRow.get(id) as TurnRow | undefined;
    return row && { ...row, usage: JSON.parse(row.usage) as Usage };
  }

  function approvalOf(row: StoredApproval): ApprovalRecord {
    const { exact, card, shown, queued, ...rest } = row;
    return {
      ...rest,
      queued: queued === 1,
      card: { ...(JSON.parse(card) as ApprovalCard), exact: read(JSON.parse(exact) as Body) },
      shown: JSON.parse(shown) as ApprovalRecord['shown'],
    };
  }

  /** What stands beneath a reply. */
  function notesOf(id: string): readonly string[] {
    return [`${id}/notes`, `${id}/aside`].flatMap(one => message(one)?.text ?? []);
  }

  const callsIn = (statement: typeof toolCalls, turnId: string) => toToolCalls(statement.all(turnId) as ToolCallRow[]);
  const toToolCalls = (rows: readonly ToolCallRow[]): ToolCallRecord[] =>
    rows.map(({ unasked, ...row }) => ({
      ...row,
      reasons: JSON.parse(row.reasons) as string[],
      failed: row.failed === 1,
      ...(unasked === null ? {} : { unasked: JSON.parse(unasked) as Unasked }),
    }));

  return {
    appendMessage({ id, session, turn: of, role, body, taint, at, ...more }) {
      const rest = Object.keys(more).length === 0 ? null : JSON.stringify(more);
      const isNew = appendMessage.run(id, session, of, role, JSON.stringify(body), taint, rest, at).changes === 1;
      return isNew || standAgain.run(id).changes === 1;
    },
    setAside(messages, at) {
      for (const one of messages) setAside.run(one, at);
    },
    setRunning(session, turns, at) {
      const named = JSON.stringify(turns);
      endOthers.run(at, session, named);
      beginAgain.run(session, named);
    },
    toolOutcome: address => (outcomeOf.get(address) as Pick<ToolCallRow, 'outcome'> | undefined)?.outcome,
    toolCallsSince: (session, at) => toToolCalls(toolCallsFrom.all(session, at) as ToolCallRow[]),
    forModel: (session, limit) => (newestForModel.all(session, limit) as MessageRow[]).reverse().map(readMessage),
    messages(session, { before, limit }) {
      const from = before === undefined ? undefined : (messageRow.get(before) as MessageRow | undefined)?.n;
      return (newest.all(session, from ?? Number.MAX_SAFE_INTEGER, limit) as MessageRow[]).reverse().map(readMessage);
    },
    message,
    read,
    claimWork(session, work, asked) {
      const before = workRow.get(session, work) as { readonly message: string } | undefined;
      if (before) return before.message;
      setWork.run(session, work, asked);
      return asked;
    },
    beginTurn: ({ id, session, startedAt }) => void beginTurn.run(id, session, JSON.stringify(noUsage), startedAt),
    addUsage: (id, model, usage) => void addUsage.run({ ...usage, id, model }),
    endTurn: ({ id, outcome, reply, endedAt }) => void endTurn.run(outcome, reply, endedAt, id),
    turn,
    turnReport(id): TurnReport | undefined {
      const row = turn(id);
      if (!row) return undefined;
      const { session, outcome, reply, usage } = row;
      return {
        turn: id,
        session,
        outcome,
        reply: reply === null ? '' : (message(reply)?.text ?? ''),
        notes: reply === null ? [] : notesOf(reply),
        usage,
        toolCalls: callsIn(toolCalls, id).map(call => ({
          tool: call.tool,
          outcome: call.outcome,
          ms: call.endedAt - call.at,
        })),
        waiting: (waitingIn.all(session) as StoredApproval[]).map(approvalOf).map(approvalRowOf),
      };
    },
    recordToolCall(call) {
      recordToolCall.run(
        ...[
          call.address,
          call.session,
          call.turn,
          call.callId,
          call.tool,
          call.digest,
          call.level,
          JSON.stringify(call.reasons),
        ],
        ...[
          call.outcome,
          call.failed ? 1 : 0,
          call.at,
          call.endedAt,
          call.unasked ? JSON.stringify(call.unasked) : null,
        ],
      );
    },
    toolCallsDuring: id => callsIn(toolCallsDuring, id),
    queueDelivery: row =>
      void queueDelivery.run(
        ...[row.id, row.channel, row.chat, row.session, JSON.stringify(row.body)],
        row.asks ? JSON.stringify(row.asks) : null,
        row.at,
      ),
    delivery(id) {
      const row = deliveryRow.get(id) as DeliveryRow | undefined;
      if (!row) return undefined;
      const asks = row.asks === null ? null : (JSON.parse(row.asks) as DeliveryRecord['asks']);
      return { ...row, body: JSON.parse(row.body) as Body, refs: JSON.parse(row.refs) as string[], asks };
    },
    markPartSent: (id, ref) => void markPart.run(ref, id),
    endDelivery: (id, status, failure, at) => void endDelivery.run(status, failure, at, id),
    openApproval({ address, session, card, exact, at }) {
      const { exact: _, ...rest } = card;
      const given = { address, card: JSON.stringify(rest) };
      const isNew = openApproval.run({ ...given, session, exact: JSON.stringify(exact), at }).changes === 1;
      if (!isNew) reopenApproval.run(given);
    },
    showApproval: (address, card, shown) => void showApproval.run(JSON.stringify(card), JSON.stringify(shown), address),
    holdApproval: (address, held) => void holdApproval.run({ address, ...held }),
    closeApproval: (address, state, { by, decidedAt, reason = null, answer = null }) =>
      void closeApproval.run({ address, state, by, decidedAt, reason, answer }),
    approval(address) {
      const row = approvalRow.get(address) as StoredApproval | undefined;
      return row && approvalOf(row);
    },
    approvalRow(address) {
      const row = approvalRow.get(address) as StoredApproval | undefined;
      return row && approvalRowOf(approvalOf(row));
    },
    approvals(state, limit) {
      const rows = state === undefined ? approvalsAll.all(limit) : approvalsIn.all(state, limit);
      return (rows as StoredApproval[]).map(approvalOf).map(approvalRowOf);
    },
    report: entry => void report.run(entry.at, entry.kind, entry.subject, entry.text),
    reports: limit => reports.all(limit) as ReturnType<ConversationStore['reports']>,
  };
}

/** An approval as it is shown. */
function approvalRowOf(approval: ApprovalRecord): ApprovalRow {
  const { address, card, state, rev, queued, decidedBy, decidedAt, reason } = approval;
  return {
    id: address,
    card,
    state,
    rev,
    ...(queued ? { queued } : {}),
    ...(decidedBy === null ? {} : { decidedBy }),
    ...(decidedAt === null ? {} : { decidedAt }),
    ...(reason === null ? {} : { reason }),
  };
}
