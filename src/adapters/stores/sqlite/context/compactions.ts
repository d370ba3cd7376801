/** The table `compactions`. */
import type { Compaction } from '../../../../domain/context/compaction.ts';
import type { CompactionLedger } from '../../../../ports/ledgers/compaction.ts';
import type { SqliteDatabase } from '../database.ts';

/** The summary that stands for the beginning of the conversation `@session`: its message, and up to where. */
export const standingCompaction = `SELECT c.* FROM compactions c WHERE c.session = @session AND c.undone_at IS NULL
  AND EXISTS (SELECT 1 FROM messages m WHERE m.id = c.summary)
  AND NOT EXISTS (SELECT 1 FROM set_aside s WHERE s.message = c.summary)
  ORDER BY c.up_to DESC, c.at DESC LIMIT 1`;

/** {@link CompactionLedger} over one open database. */
export function sqliteCompactionLedger(database: SqliteDatabase): CompactionLedger {
  const standing = database.prepare<{ session: string }, Compaction>(
    `SELECT summary, session, messages, at FROM (${standingCompaction})`,
  );
  const add = database.prepare(
    'INSERT OR IGNORE INTO compactions (summary, session, up_to, messages, at) SELECT ?, ?, n, ?, ? FROM messages WHERE id = ?',
  );
  const undo = database.prepare('UPDATE compactions SET undone_at = ? WHERE summary = ?');
  const undoneAt = database
    .prepare<[string], number | null>('SELECT max(undone_at) FROM compactions WHERE session = ?')
    .pluck();
  return {
    standing: session => standing.get({ session }),
    add({ summary, session, messages, at, upTo }) {
      const before = standing.get({ session })?.messages ?? 0;
      add.run(summary, session, before + messages, at, upTo);
    },
    undo(session, at) {
      const found = standing.get({ session });
      if (found) undo.run(at, found.summary);
      return found;
    },
    undoneAt: session => undoneAt.get(session) ?? undefined,
  };
}
