/** The tables `memory_links` and `consolidations`. */
import type { MemoryLink } from '../../../../domain/memory/memory.ts';
import type { ConsolidationRun } from '../../../../domain/memory/service.ts';
import type { MemoryLinks } from '../../../../ports/memory/links.ts';
import type { SqliteDatabase } from '../database.ts';

interface RunRow extends Omit<ConsolidationRun, 'endedAt'> {
  readonly ended_at: number | null;
}

export function memoryLinks(database: SqliteDatabase): MemoryLinks {
  const link = database.prepare(
    'INSERT OR IGNORE INTO memory_links (one, other, kind, batch, at) VALUES (?, ?, ?, ?, ?)',
  );
  const known = database.prepare<[string, string, string, string]>(
    'SELECT 1 FROM memory_links WHERE (one = ? AND other = ?) OR (one = ? AND other = ?)',
  );
  const of = database.prepare<{ id: string }, MemoryLink>(
    'SELECT one, other, kind FROM memory_links WHERE one = @id OR other = @id ORDER BY at DESC, one, other',
  );
  const note = database.prepare(`
    INSERT INTO consolidations (id, at, ended_at, outcome, merged, contradicting, linked, archived, tokens)
    VALUES (@run, @at, @endedAt, @outcome, @merged, @contradicting, @linked, @archived, @tokens)
    ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at, outcome = excluded.outcome, merged = excluded.merged,
      contradicting = excluded.contradicting, linked = excluded.linked, archived = excluded.archived, tokens = excluded.tokens
    WHERE consolidations.outcome = 'running'`);
  const run = database.prepare<[string], RunRow>('SELECT * FROM consolidations WHERE id = ?');
  const last = database.prepare<[], RunRow>(
    'SELECT * FROM consolidations WHERE ended_at IS NOT NULL ORDER BY ended_at DESC, id LIMIT 1',
  );
  return {
    link: ({ one, other, kind, batch, at }) => void link.run(one, other, kind, batch ?? null, at),
    isKnown: (one, other) => known.get(one, other, other, one) !== undefined,
    of: id => of.all({ id }),
    note({ run: id, outcome, counts, tokens }, at) {
      note.run({ run: id, at, endedAt: outcome === 'running' ? null : at, outcome, tokens, ...counts });
    },
    run: id => runOf(run.get(id)),
    last: () => runOf(last.get()),
  };
}

function runOf(row: RunRow | undefined): ConsolidationRun | undefined {
  if (!row) return undefined;
  const { ended_at: endedAt, ...run } = row;
  return { ...run, endedAt };
}
