/** The table `tool_calls`: how each call ended. */
import { defined } from '../../../../domain/text/json.ts';
import type { ToolOutcome, Unasked } from '../../../../domain/tools/tool.ts';
import type { ToolCallRecord, ToolCallStore } from '../../../../ports/conversation-store.ts';
import type { SqliteDatabase } from '../database.ts';

type ToolCallRow = Omit<ToolCallRecord, 'reasons' | 'failed' | 'unasked'> & {
  readonly reasons: string;
  readonly failed: number;
  readonly unasked: string | null;
};

export interface ToolCallTable extends ToolCallStore {
  /** The calls that a turn asked for itself. */
  toolCallsOf(turn: string): readonly ToolCallRecord[];
}

export function toolCallTable(database: SqliteDatabase): ToolCallTable {
  const record = database.prepare(
    `INSERT OR REPLACE INTO tool_calls (address, session, turn, call_id, tool, digest, level, reasons, outcome, failed, at, ended_at, unasked)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const outcomeOf = database.prepare<[string], { readonly outcome: ToolOutcome }>(
    'SELECT outcome FROM tool_calls WHERE address = ?',
  );
  const columns = `c.address, c.session, c.turn, c.call_id AS callId, c.tool, c.digest, c.level, c.reasons, c.outcome, c.failed, c.at,
     c.ended_at AS endedAt, c.unasked`;
  const sinceTurn = `SELECT ${columns} FROM turns t JOIN tool_calls c ON c.session = t.session AND c.ended_at >= t.started_at WHERE t.id = ?`;
  const during = database.prepare<[string], ToolCallRow>(sinceTurn);
  const ofTurn = database.prepare<[string], ToolCallRow>(`${sinceTurn} AND c.turn = t.id`);
  const since = database.prepare<[string, number], ToolCallRow>(
    `SELECT ${columns} FROM tool_calls c WHERE c.session = ? AND c.ended_at >= ? ORDER BY c.ended_at`,
  );

  return {
    recordToolCall(call) {
      record.run(
        ...[call.address, call.session, call.turn, call.callId, call.tool, call.digest, call.level],
        ...[JSON.stringify(call.reasons), call.outcome, call.failed ? 1 : 0, call.at, call.endedAt],
        call.unasked ? JSON.stringify(call.unasked) : null,
      );
    },
    toolOutcome: address => outcomeOf.get(address)?.outcome,
    toolCallsDuring: turn => during.all(turn).toSorted(byBegin).map(toToolCall),
    toolCallsSince: (session, at) => since.all(session, at).map(toToolCall),
    toolCallsOf: turn => ofTurn.all(turn).toSorted(byBegin).map(toToolCall),
  };
}

/** In the order of their begin. Here and not in SQLite, which takes longer to set up a sort than to read the rows. */
function byBegin(a: ToolCallRow, b: ToolCallRow): number {
  return a.at - b.at || (a.callId < b.callId ? -1 : Number(a.callId > b.callId));
}

function toToolCall({ unasked, ...row }: ToolCallRow): ToolCallRecord {
  return {
    ...row,
    reasons: JSON.parse(row.reasons) as string[],
    failed: row.failed === 1,
    ...defined({ unasked: unasked === null ? undefined : (JSON.parse(unasked) as Unasked) }),
  };
}
