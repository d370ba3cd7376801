/** When requests left lately, by kind: what the rate limit of the one door out counts. */
import type { RequestLedger } from '../../fetcher.ts';
import type { SqliteDatabase } from './database.ts';

/** Nothing older is ever counted. */
const keptMs = 3_600_000;

/** {@link RequestLedger} over one open database that has migration 004. */
export function sqliteRequestLedger(database: SqliteDatabase): RequestLedger {
  const count = database.prepare('SELECT count(*) AS n FROM egress_requests WHERE kind = ? AND at >= ?');
  const forget = database.prepare('DELETE FROM egress_requests WHERE at < ?');
  const note = database.prepare('INSERT INTO egress_requests (kind, at) VALUES (?, ?)');
  return {
    countSince: (kind, since) => (count.get(kind, since) as { readonly n: number }).n,
    note(kind, at) {
      forget.run(at - keptMs);
      note.run(kind, at);
    },
  };
}
