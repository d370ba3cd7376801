/** The table `processes_started`. */
import type { ProcessLedger, ProcessRecord } from '../../../../ports/ledgers/process.ts';
import type { FeatureMigration, SqliteDatabase } from '../database.ts';

export const processMigrations: readonly FeatureMigration[] = [
  {
    number: 1,
    name: 'started',
    sql: `
-- Processes that live on after the call that started them; what they run and write is kept nowhere.
CREATE TABLE processes_started (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  session    TEXT NOT NULL,
  state      TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER,
  exit_code  INTEGER
) STRICT;
`,
  },
];

/** {@link ProcessLedger} over one open database. */
export function sqliteProcessLedger(database: SqliteDatabase): ProcessLedger {
  const started = database.prepare(
    `INSERT INTO processes_started (session, state, started_at) VALUES (?, 'running', ?)`,
  );
  const ended = database.prepare('UPDATE processes_started SET state = ?, ended_at = ?, exit_code = ? WHERE id = ?');
  const lose = database.prepare(`UPDATE processes_started SET state = 'lost', ended_at = ? WHERE state = 'running'`);
  const newest = database.prepare<[number], ProcessRecord>(
    `SELECT id, session, state, started_at AS startedAt, ended_at AS endedAt, exit_code AS exitCode
     FROM processes_started ORDER BY id DESC LIMIT ?`,
  );
  return {
    started: (session, at) => Number(started.run(session, at).lastInsertRowid),
    ended: (id, { state, at, exitCode }) => void ended.run(state, at, exitCode, id),
    lose: at => lose.run(at).changes,
    newest: limit => newest.all(limit),
  };
}
