/** The table `part_summaries`. */
import type { PartSummaryLedger } from '../../../../ports/ledgers/context/part-summary.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link PartSummaryLedger} over one open database. */
export function sqlitePartSummaries(database: SqliteDatabase): PartSummaryLedger {
  const get = database
    .prepare<[string, string, string], string>(
      'SELECT body FROM part_summaries WHERE part = ? AND session = ? AND hash = ?',
    )
    .pluck();
  const put = database.prepare(
    'INSERT OR REPLACE INTO part_summaries (part, session, hash, body, at) VALUES (@part, @session, @hash, @body, @at)',
  );
  return {
    get: (part, session, hash) => get.get(part, session, hash),
    put: summary => void put.run(summary),
  };
}
