/**
 * Memories found by full text.
 *
 * FTS5 brings the candidates, by the question's own words and by their synonyms; src/domain/memory/relevance.ts puts
 * them in order, with bm25 as one voice. So a question in other words finds its fact without an embedding model.
 */
import type { Database } from 'better-sqlite3';
import type { FoundMemory, MemoryStore } from '../../../../domain/memory/memory.ts';
import { globalPartition } from '../../../../domain/memory/partition.ts';
import { hasPhrases, quotedPhrases } from '../../../../domain/memory/quoted.ts';
import { rank, textReader } from '../../../../domain/memory/relevance.ts';
import { standing } from '../../../../domain/memory/standing.ts';
import { memoryQuery, signsOf } from './memory-query.ts';
import { type MemoryRow, memoryOf } from './memory-rows.ts';
import { speller } from './spelling.ts';

/** So many candidates the question's own words bring, and their synonyms; reading them is half of a search. */
const candidates = { exact: 120, wide: 100 };

/** So many texts are kept as they were read, about 20 MB. */
const knownTexts = 10_000;

const readable = `status = 'active' AND (? IS NULL OR partition IN (SELECT value FROM json_each(?)))`;

interface Hit extends MemoryRow {
  /** SQLite's bm25: the better, the more negative. */
  readonly bm25: number;
}

export function memorySearcher(database: Database): MemoryStore['search'] {
  const match = { exact: matcher(database, candidates.exact), wide: matcher(database, candidates.wide) };
  const total = activeCount(database);
  const reader = textReader(knownTexts);
  const withSigns = database.prepare<[string, string | null, string | null, number], MemoryRow>(`
    SELECT * FROM memories WHERE instr(replace(replace(content, char(65038), ''), char(65039), ''), ?) > 0
      AND ${readable} ORDER BY updated_at DESC, row DESC LIMIT ?`);
  const spelled = speller(database, 'memories_fts');
  return (question, limit, partitions = [globalPartition]) => {
    const phrases = quotedPhrases(question);
    const query = phrases.length > 0 ? question : spelled(question);
    const { exact, wide } = memoryQuery(query);
    const inside = partitions === 'all' ? null : JSON.stringify(partitions);
    const signs = signsOf(question);
    if (signs !== undefined)
      return withSigns.all(signs, inside, inside, limit).map(row => ({ ...memoryOf(row), score: 0, coverage: 1 }));
    const hits = new Map<number, Hit>();
    for (const [text, found] of [
      [exact, match.exact],
      [wide, match.wide],
    ] as const)
      if (text !== undefined) for (const hit of found(text, inside)) if (!hits.has(hit.row)) hits.set(hit.row, hit);
    const newestFirst = [...hits.values()]
      .filter(({ content }) => hasPhrases(content, phrases))
      .sort((a, b) => b.updated_at - a.updated_at || b.row - a.row);
    const newest = newestFirst[0]?.updated_at ?? 0;
    const best = Math.max(...newestFirst.map(hit => -hit.bm25), 1e-9);
    const ranked = rank(query, newestFirst, hit => hit.content, {
      reader,
      total: total(),
      prior: hit => Math.max(0, -hit.bm25) / best,
    });
    // A query of stop words has no ideas to rank by; bm25 alone decides.
    const found =
      ranked.length > 0
        ? ranked
            .map(one => ({ ...one, score: one.score * standing(memoryOf(one.item), newest) }))
            .sort((a, b) => b.score - a.score)
        : newestFirst.sort((a, b) => a.bm25 - b.bm25).map(item => ({ item, score: 0, coverage: 0 }));
    return found
      .slice(0, Math.max(0, limit))
      .map(({ item, score, coverage }): FoundMemory => ({ ...memoryOf(item), score, coverage }));
  };
}

/**
 * The best of those that match and may be read here. The index answers first, then the columns are read: looking each
 * of them up in its table took as long as all else. Only where that leaves too few, as where most memories are of other
 * conversations, are all looked at. The numbers stand in the text, since SQLite plans a statement again at each call
 * where its LIMIT is a parameter.
 */
function matcher(database: Database, most: number): (text: string, inside: string | null) => readonly Hit[] {
  const first = database.prepare<[string, string | null, string | null], Hit & { readonly found: number }>(`
    SELECT m.*, f.bm25, f.found FROM (
      SELECT *, count(*) OVER () AS found FROM (
        SELECT rowid AS row, bm25(memories_fts) AS bm25 FROM memories_fts
        WHERE memories_fts MATCH ? ORDER BY bm25 LIMIT ${2 * most})) f
    CROSS JOIN memories m ON m.row = f.row WHERE ${readable} ORDER BY f.bm25 LIMIT ${most}`);
  const all = database.prepare<[string, string | null, string | null], Hit>(`
    SELECT m.*, found.bm25 FROM (
      SELECT memories_fts.rowid AS row, bm25(memories_fts) AS bm25
      FROM memories_fts JOIN memories k ON k.row = memories_fts.rowid
      WHERE memories_fts MATCH ? AND ${readable.replaceAll(/status|partition/g, 'k.$&')}
      ORDER BY bm25 LIMIT ${most}) found
    JOIN memories m ON m.row = found.row ORDER BY found.bm25`);
  return (text, inside) => {
    const hits = first.all(text, inside, inside);
    const isAll = hits.length === most || (hits[0]?.found ?? 2 * most) < 2 * most;
    return isAll ? hits : all.all(text, inside, inside);
  };
}

/** About how many there are. Counting takes longer than the rest of a search, so it waits for a change that matters. */
function activeCount(database: Database): () => number {
  const newest = database.prepare<[], number | null>('SELECT max(row) FROM memories').pluck();
  const count = database.prepare<[], number>(`SELECT count(*) FROM memories WHERE status = 'active'`).pluck();
  let known = { newest: -1, total: 0 };
  return () => {
    const now = newest.get() ?? 0;
    if (known.newest < 0 || Math.abs(now - known.newest) > known.newest / 50)
      known = { newest: now, total: count.get() ?? 0 };
    return known.total;
  };
}
