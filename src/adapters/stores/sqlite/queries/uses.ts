/** What was used: tools, how often and how that went, and secrets, when last. */
import type { CallCounts } from '../../../../domain/tools/health.ts';
import type { SqliteDatabase } from '../database.ts';

/** Counts calls that ran to an end, well or not, by tool. */
export function sqliteCallCounts(database: SqliteDatabase): () => ReadonlyMap<string, CallCounts> {
  // the middle of three dozen recent ones tells more than an average of all
  const counted = database.prepare<[], CallCounts & { readonly tool: string }>(`
    WITH ran AS (
      SELECT tool, failed, at, ended_at - at AS ms, row_number() OVER (PARTITION BY tool ORDER BY ended_at DESC) AS age
      FROM tool_calls WHERE outcome IN ('done', 'failed')),
    ranked AS (
      SELECT tool, ms, row_number() OVER (PARTITION BY tool ORDER BY ms) AS place, count(*) OVER (PARTITION BY tool) AS total
      FROM ran WHERE age <= 36 AND NOT failed)
    SELECT tool, count(*) AS calls, sum(failed) AS failures, max(at) AS lastUsedAt,
      (SELECT ms FROM ranked WHERE ranked.tool = ran.tool AND place = (total + 1) / 2) AS medianMs
    FROM ran GROUP BY tool`);
  return () =>
    new Map(
      counted.all().map(({ tool, medianMs, ...counts }) => [tool, medianMs == null ? counts : { ...counts, medianMs }]),
    );
}

/** When each secret was last used, as the audit has it, by its name; epoch ms. Needs migration 008. */
export function sqliteSecretUses(database: SqliteDatabase): () => ReadonlyMap<string, number> {
  const latest = database.prepare<[], { readonly subject: string; readonly at: number }>(
    "SELECT subject, max(at) AS at FROM audit WHERE kind = 'secret.used' GROUP BY subject",
  );
  return () => new Map(latest.all().map(({ subject, at }) => [subject, at]));
}
