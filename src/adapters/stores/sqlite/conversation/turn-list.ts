/** The newest turns of a session, for whoever looks at how they went. */
import type { Usage } from '../../../../domain/conversation/message.ts';
import type { TurnRecord } from '../../../../ports/conversation-store.ts';
import type { SqliteDatabase } from '../database.ts';

/** Newest first. */
export function sqliteTurnList(database: SqliteDatabase): (session: string, limit: number) => readonly TurnRecord[] {
  const turns = database.prepare<[string, number], Omit<TurnRecord, 'usage'> & { readonly usage: string }>(`
    SELECT id, session, outcome, reply, model, usage, started_at AS startedAt, ended_at AS endedAt
    FROM turns WHERE session = ? ORDER BY started_at DESC LIMIT ?`);
  return (session, limit) => turns.all(session, limit).map(row => ({ ...row, usage: JSON.parse(row.usage) as Usage }));
}
