/** The table `evictions`. */
import type { Eviction } from '../../../../domain/context/evictions.ts';
import type { EvictionLedger } from '../../../../ports/ledgers/compaction.ts';
import type { SqliteDatabase } from '../database.ts';

const columns = 'turn, at, model, why, brief, brief_to AS briefTo, older, older_to AS olderTo';

/** {@link EvictionLedger} over one open database that has migration 051. */
export function sqliteEvictionLedger(database: SqliteDatabase): EvictionLedger {
  const listed = database.prepare<{ session: string; turn: string | null; limit: number }, Eviction>(
    `SELECT ${columns} FROM evictions WHERE session = @session AND (@turn IS NULL OR turn = @turn) ORDER BY id DESC LIMIT @limit`,
  );
  const add = database.prepare(
    `INSERT INTO evictions (session, turn, at, model, why, brief, brief_to, older, older_to)
     VALUES (@session, @turn, @at, @model, @why, @brief, @briefTo, @older, @olderTo)`,
  );
  return {
    newest: session => listed.get({ session, turn: null, limit: 1 }),
    list: (session, limit, turn) => listed.all({ session, turn: turn ?? null, limit }),
    add: eviction => void add.run(eviction),
  };
}
