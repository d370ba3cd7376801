/** What egress keeps: when requests left lately, by kind, and which domains the owner has said yes to. */
import type { RequestLedger, TrustLedger } from '../../../../ports/ledgers/egress.ts';
import type { SqliteDatabase } from '../database.ts';

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

/** {@link TrustLedger} over one open database that has migration 006. */
export function sqliteTrustLedger(database: SqliteDatabase): TrustLedger {
  const has = database.prepare('SELECT 1 FROM trusted_domains WHERE domain = ?');
  const note = database.prepare(
    'INSERT INTO trusted_domains (domain, by, at) VALUES (@domain, @by, @at) ON CONFLICT DO NOTHING',
  );
  return { has: domain => has.get(domain) !== undefined, note: row => void note.run(row) };
}
