/** The rows of the audit chain. Nothing here changes or removes one. */
import type { AuditEntry, ChainHead } from '../../../../domain/audit/audit.ts';
import { origin } from '../../../../domain/audit/audit.ts';
import type { AuditStore } from '../../../../ports/audit-log.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link AuditStore} over one open database that has migration 008. */
export function sqliteAuditStore(database: SqliteDatabase): AuditStore {
  const add = database.prepare(
    'INSERT INTO audit (n, at, kind, subject, actor, facts, hash) VALUES (@n, @at, @kind, @subject, @actor, @facts, @hash)',
  );
  const newest = database.prepare<[], ChainHead>('SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1');
  const hashOf = database.prepare<[number], { readonly hash: string }>('SELECT hash FROM audit WHERE n = ?');
  const columns = 'n, at, kind, subject, actor, facts, hash';
  const forward = database.prepare<[number, number], AuditEntry>(
    `SELECT ${columns} FROM audit WHERE n > ? ORDER BY n LIMIT ?`,
  );
  // a family is its kinds: from "tool." up to, not including, "tool/"
  const ofKind = "(@kind IS NULL OR kind = @kind OR (kind >= @kind || '.' AND kind < @kind || '/'))";
  const ofWords = "(@q IS NULL OR instr(lower(subject || ' ' || actor || ' ' || facts), lower(@q)) > 0)";
  const ofWhom =
    "(@actor IS NULL OR instr(lower(actor), lower(@actor)) > 0) AND (@risk IS NULL OR facts ->> 'risk' = @risk)";
  const filtered = `${ofKind} AND ${ofWords} AND ${ofWhom}`;
  type Page = {
    readonly from: number;
    readonly kind: string | null;
    readonly q: string | null;
    readonly actor: string | null;
    readonly risk: string | null;
    readonly limit: number;
  };
  const after = database.prepare<Page, AuditEntry>(
    `SELECT ${columns} FROM audit WHERE n > @from AND ${filtered} ORDER BY n LIMIT @limit`,
  );
  const before = database.prepare<Page, AuditEntry>(
    `SELECT ${columns} FROM audit WHERE n < @from AND ${filtered} ORDER BY n DESC LIMIT @limit`,
  );
  // what ended before the first row was written before there was a chain; a yes that may still be taken back has not
  // ended
  const missing = database.prepare<[], { readonly address: string }>(`
    SELECT address FROM tool_calls WHERE ended_at >= (SELECT min(at) FROM audit)
    EXCEPT SELECT facts ->> 'call' FROM audit WHERE kind = 'tool.called'
    UNION ALL
    SELECT * FROM (
      SELECT address FROM approvals WHERE state <> 'pending' AND card ->> 'undoUntil' IS NULL AND decided_at >= (SELECT min(at) FROM audit)
      EXCEPT SELECT subject FROM audit WHERE kind = 'approval.ended')`);
  const started = database.prepare<[], { readonly yes: number }>(`
    WITH since AS (SELECT at FROM migrations WHERE number = 8)
    SELECT EXISTS (SELECT 1 FROM boots, since WHERE started_at > since.at OR ended_at > since.at)
        OR EXISTS (SELECT 1 FROM messages, since WHERE messages.at > since.at) AS yes`);
  return {
    transaction: work => database.transaction(work).immediate(),
    isOpen: () => database.inTransaction,
    append: entry => void add.run(entry),
    head: () => newest.get() ?? origin,
    hashAt: n => hashOf.get(n)?.hash,
    after: (n, limit) => forward.all(n, limit),
    page: ({ after: from, before: to, limit, kind = null, q = null, actor = null, risk = null }) =>
      from === undefined
        ? before.all({ from: to ?? Number.MAX_SAFE_INTEGER, kind, q, actor, risk, limit })
        : after.all({ from, kind, q, actor, risk, limit }),
    unrecorded: () => missing.all().map(({ address }) => address),
    hadRows: () => started.get()?.yes === 1,
  };
}
