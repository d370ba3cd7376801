/** When each secret was last used, as the audit has it. */
import type { SqliteDatabase } from '../database.ts';

/** By the name of the secret; epoch ms. Needs migration 008. */
export function sqliteSecretUses(database: SqliteDatabase): () => ReadonlyMap<string, number> {
  const latest = database.prepare<[], { readonly subject: string; readonly at: number }>(
    "SELECT subject, max(at) AS at FROM audit WHERE kind = 'secret.used' GROUP BY subject",
  );
  return () => new Map(latest.all().map(({ subject, at }) => [subject, at]));
}
