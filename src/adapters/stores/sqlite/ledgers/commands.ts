/** The acts on actors, in Straylight’s own database. */
import type { AdminOutcome } from '../../../../domain/supervision/admin.ts';
import type { CommandLedger } from '../../../../ports/ledgers/command.ts';
import type { SqliteDatabase } from '../database.ts';

export function sqliteCommandLedger(database: SqliteDatabase): CommandLedger {
  const record = database.prepare(
    `INSERT INTO commands (id, verb, actor, by, state, error, at, ended_at) VALUES (@id, @verb, @actor, @by, @state, @error, @at, @endedAt)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, error = excluded.error, ended_at = excluded.ended_at`,
  );
  const outcome = database.prepare('SELECT id, state, error FROM commands WHERE id = ?');
  return {
    record: ({ id, verb, actor, by }, { state, error = null as string | null }, at) =>
      void record.run({ id, verb, actor, by, state, error, at, endedAt: state === 'asked' ? null : at }),
    outcome(id) {
      const row = outcome.get(id) as { id: string; state: AdminOutcome['state']; error: string | null } | undefined;
      return row && { id: row.id, state: row.state, error: row.error ?? undefined };
    },
  };
}
