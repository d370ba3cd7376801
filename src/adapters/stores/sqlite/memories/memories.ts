/**
 * Memories in SQLite, found by full text.
 *
 * FTS5 brings the candidates, by the question's own words and by their synonyms; src/domain/memory/relevance.ts puts
 * them in order, with bm25 as one voice. So a question in other words finds its fact without an embedding model.
 */
import type { Database } from 'better-sqlite3';
import type { FoundMemory, Memory, MemoryStore, NewMemory } from '../../../../domain/memory/memory.ts';
import { rank } from '../../../../domain/memory/relevance.ts';
import { memoryQuery } from './memory-query.ts';

/** How many candidates each of the two queries brings. */
const candidates = 120;

/** The store on an open database that has migration 002. Statements are prepared once, here. */
export function memoryStore(database: Database): MemoryStore {
  const columns = 'row, id, kind, content, status, source, taint, session, created_at, updated_at, uses';
  // The WHERE makes a repeat write nothing at all; the assignments are the contract of MemoryStore.save.
  const insert = database.prepare<NewMemory>(`
    INSERT INTO memories (id, kind, content, status, source, taint, session, created_at, updated_at)
    VALUES (@id, @kind, @content, @status, @source, @taint, @session, @at, @at)
    ON CONFLICT (id) DO UPDATE SET
      status = excluded.status,
      taint = iif(excluded.taint = 'owner', 'owner', taint),
      updated_at = max(updated_at, excluded.updated_at)
    WHERE status <> excluded.status OR updated_at < excluded.updated_at OR (excluded.taint = 'owner' AND taint <> 'owner')`);
  const match = database.prepare<[string, number], Hit>(`
    SELECT m.*, bm25(memories_fts) AS bm25
    FROM memories_fts JOIN memories m ON m.row = memories_fts.rowid
    WHERE memories_fts MATCH ? AND m.status = 'active'
    ORDER BY bm25 LIMIT ?`);
  const count = database.prepare<[], { total: number }>(
    `SELECT count(*) AS total FROM memories WHERE status = 'active'`,
  );
  const byId = database.prepare<[string], Row>(`SELECT ${columns} FROM memories WHERE id = ?`);
  const newest = database.prepare<[string | null, number], Row>(`
    SELECT ${columns} FROM memories WHERE status = coalesce(?, status) ORDER BY updated_at DESC, row DESC LIMIT ?`);
  const use = database.prepare<[string]>('UPDATE memories SET uses = uses + 1 WHERE id = ?');
  const forget = database.prepare<[string]>('DELETE FROM memories WHERE id = ?');

  return {
    save: memory => void insert.run(memory),
    search(query, limit) {
      const { exact, wide } = memoryQuery(query);
      const hits = new Map<number, Hit>();
      for (const text of [exact, wide])
        if (text !== undefined)
          for (const hit of match.all(text, candidates)) if (!hits.has(hit.row)) hits.set(hit.row, hit);
      const newestFirst = [...hits.values()].sort((a, b) => b.updated_at - a.updated_at || b.row - a.row);
      const best = Math.max(...newestFirst.map(hit => -hit.bm25), 1e-9);
      const ranked = rank(query, newestFirst, hit => hit.content, {
        total: count.get()?.total ?? 0,
        prior: hit => Math.max(0, -hit.bm25) / best,
      });
      // A query of stop words has no ideas to rank by; bm25 alone decides.
      const found =
        ranked.length > 0
          ? ranked
          : newestFirst.sort((a, b) => a.bm25 - b.bm25).map(item => ({ item, score: 0, coverage: 0 }));
      return found
        .slice(0, Math.max(0, limit))
        .map(({ item, score, coverage }): FoundMemory => ({ ...memoryOf(item), score, coverage }));
    },
    get: ids => ids.flatMap(id => byId.get(id) ?? []).map(memoryOf),
    list: ({ status, limit }) => newest.all(status ?? null, limit).map(memoryOf),
    used: ids => {
      for (const id of ids) use.run(id);
    },
    remove: id => forget.run(id).changes > 0,
  };
}

interface Row extends Omit<Memory, 'createdAt' | 'updatedAt'> {
  readonly row: number;
  readonly created_at: number;
  readonly updated_at: number;
}

interface Hit extends Row {
  /** SQLite's bm25: the better, the more negative. */
  readonly bm25: number;
}

function memoryOf(row: Row): Memory {
  const { id, kind, content, status, source, taint, session, created_at, updated_at, uses } = row;
  return { id, kind, content, status, source, taint, session, createdAt: created_at, updatedAt: updated_at, uses };
}
