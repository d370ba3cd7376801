/** The table `turns`: what became of each turn, and what it used. */
import { noUsage, type Usage } from '../../../../domain/conversation/message.ts';
import type { TurnRecord, TurnStore } from '../../../../ports/conversation-store.ts';
import type { SqliteDatabase } from '../database.ts';

type TurnRow = Omit<TurnRecord, 'usage'> & { readonly usage: string };

const columns = 'id, session, outcome, reply, model, usage, started_at AS startedAt, ended_at AS endedAt FROM turns';

export function turnTable(database: SqliteDatabase): Omit<TurnStore, 'turnReport'> {
  const one = database.prepare<[string], TurnRow>(`SELECT ${columns} WHERE id = ?`);
  const begin = database.prepare(
    `INSERT OR IGNORE INTO turns (id, session, outcome, reply, model, usage, started_at, ended_at)
     VALUES (?, ?, 'running', NULL, NULL, ?, ?, NULL)`,
  );
  const kinds = Object.keys(noUsage) as (keyof Usage)[];
  const sums = kinds.map(kind => `'${kind}', (usage ->> '${kind}') + @${kind}`).join(', ');
  const addUsage = database.prepare(`UPDATE turns SET model = @model, usage = json_object(${sums}) WHERE id = @id`);
  const end = database.prepare('UPDATE turns SET outcome = ?, reply = ?, ended_at = ? WHERE id = ?');
  const endOthers = database.prepare(
    `UPDATE turns SET outcome = 'cancelled', ended_at = ?
     WHERE session = ? AND outcome = 'running' AND id NOT IN (SELECT value FROM json_each(?))`,
  );
  const reopen = database.prepare(
    `UPDATE turns SET outcome = 'running', reply = NULL, ended_at = NULL
     WHERE session = ? AND id IN (SELECT value FROM json_each(?))`,
  );

  const named = database.prepare<[string, number], { session: string; ref: string; isOver: 0 | 1 }>(
    `SELECT m.session, m.more ->> '$.ref' AS ref, t.outcome <> 'running' AS isOver
     FROM turns t JOIN messages m ON m.session = t.session AND m.turn = t.id
     WHERE t.session GLOB 'session:' || ? || ':*' AND (t.outcome = 'running' OR t.ended_at >= ?)
       AND m.role = 'owner' AND m.more ->> '$.ref' IS NOT NULL ORDER BY m.n`,
  );

  return {
    namedMessages: (channel, since) =>
      named.all(channel, since).map(({ isOver, ...message }) => ({ ...message, isOver: isOver === 1 })),
    turn(id) {
      const row = one.get(id);
      return row && toTurn(row);
    },
    beginTurn: ({ id, session, startedAt }) => void begin.run(id, session, JSON.stringify(noUsage), startedAt),
    addUsage: (id, model, usage) => void addUsage.run({ ...usage, id, model }),
    endTurn: ({ id, outcome, reply, endedAt }) => void end.run(outcome, reply, endedAt, id),
    setRunning(session, turns, at) {
      const running = JSON.stringify(turns);
      endOthers.run(at, session, running);
      reopen.run(session, running);
    },
  };
}

/** The newest turns of a session, newest first: for traces. */
export function sqliteTurnList(database: SqliteDatabase): (session: string, limit: number) => readonly TurnRecord[] {
  const newest = database.prepare<[string, number], TurnRow>(
    `SELECT ${columns} WHERE session = ? ORDER BY started_at DESC LIMIT ?`,
  );
  return (session, limit) => newest.all(session, limit).map(toTurn);
}

function toTurn(row: TurnRow): TurnRecord {
  return { ...row, usage: JSON.parse(row.usage) as Usage };
}
