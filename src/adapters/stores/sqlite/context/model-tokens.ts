/** The table `model_tokens`: how models count, learned from their replies. */
import { firstFactor, learnedFactor, leastChange } from '../../../../domain/context/token-factor.ts';
import type { ModelTokens } from '../../../../ports/ledgers/model-tokens.ts';
import type { SqliteDatabase } from '../database.ts';

/** `write` runs a write in a transaction. */
export function sqliteModelTokens(
  database: SqliteDatabase,
  now: () => number,
  write: (work: () => void) => Promise<void>,
): ModelTokens {
  const rows = database.prepare<[], { readonly model: string; readonly factor: number }>(
    'SELECT model, factor FROM model_tokens',
  );
  const insert = database.prepare(
    'INSERT INTO model_tokens (model, factor, at) VALUES (?, ?, ?) ON CONFLICT (model) DO UPDATE SET factor = excluded.factor, at = excluded.at',
  );
  const kept = new Map(rows.all().map(({ model, factor }) => [model, factor]));
  const known = new Map(kept);
  return {
    factor: model => known.get(model) ?? firstFactor,
    learn(model, estimated, usage) {
      const before = known.get(model) ?? firstFactor;
      const factor = learnedFactor(before, estimated, usage);
      if (factor === before) return;
      known.set(model, factor);
      if (Math.abs(factor - (kept.get(model) ?? 0)) < leastChange) return;
      kept.set(model, factor);
      write(() => void insert.run(model, factor, now())).catch(() => {});
    },
  };
}
