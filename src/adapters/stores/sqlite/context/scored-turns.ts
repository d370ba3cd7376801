/** The table `scored_turns`. */
import type { ScoredTurns } from '../../../../domain/context/scoring.ts';
import type { ScoredTurnsLedger } from '../../../../ports/ledgers/context/scored-turns.ts';
import type { SqliteDatabase } from '../database.ts';
import { knownEmpty } from '../known-empty.ts';

interface Row extends Omit<ScoredTurns, 'turns'> {
  readonly turns: string;
}

/** {@link ScoredTurnsLedger} over one open database that has migration 060. */
export function sqliteScoredTurns(database: SqliteDatabase): ScoredTurnsLedger {
  const get = database.prepare<[string], Row>(
    'SELECT turns, brief_to AS briefTo, model, at FROM scored_turns WHERE session = ?',
  );
  const put = database.prepare(
    'INSERT OR REPLACE INTO scored_turns (session, turns, brief_to, model, at) VALUES (@session, @turns, @briefTo, @model, @at)',
  );
  const empty = knownEmpty(database, 'scored_turns');
  return {
    get(session) {
      const row = empty.unlessNone(session, () => get.get(session), undefined);
      return row && { ...row, turns: JSON.parse(row.turns) as readonly string[] };
    },
    put(session, { turns, briefTo, model, at }) {
      empty.forget(session);
      put.run({ session, turns: JSON.stringify(turns), briefTo, model, at });
    },
  };
}
