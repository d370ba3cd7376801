/** The table `evictions`. */
import type { Eviction } from '../../../../domain/context/evictions.ts';
import type { EvictionLedger } from '../../../../ports/ledgers/compaction.ts';
import type { SqliteDatabase } from '../database.ts';
import { knownEmpty } from '../known-empty.ts';

const columns = 'turn, at, model, why, brief, brief_to AS briefTo, older, older_to AS olderTo';

/** {@link EvictionLedger} over one open database that has migration 051. */
export function sqliteEvictionLedger(database: SqliteDatabase): EvictionLedger {
  const listed = database.prepare<{ session: string; turn: string | null; limit: number }, Eviction>(
    `SELECT ${columns} FROM evictions WHERE session = @session AND (@turn IS NULL OR turn = @turn) ORDER BY id DESC LIMIT @limit`,
  );
  // asked with each request; with its LIMIT as a parameter SQLite would plan it again each time
  const newest = database.prepare<[string], Eviction>(
    `SELECT ${columns} FROM evictions WHERE session = ? ORDER BY id DESC LIMIT 1`,
  );
  const add = database.prepare(
    `INSERT INTO evictions (session, turn, at, model, why, brief, brief_to, older, older_to)
     VALUES (@session, @turn, @at, @model, @why, @brief, @briefTo, @older, @olderTo)`,
  );
  const empty = knownEmpty(database, 'evictions');
  return {
    newest: session => empty.unlessNone(session, () => newest.get(session), undefined),
    list: (session, limit, turn) => listed.all({ session, turn: turn ?? null, limit }),
    add(eviction) {
      empty.forget(eviction.session);
      add.run(eviction);
    },
  };
}
