/** The table `episodes`: which messages may be recalled, found by the index over conversations. */
import { windowMessages } from '../../../../domain/conversation/context-window.ts';
import { conceptsOf } from '../../../../domain/memory/concepts.ts';
import { episodeOf, messageOfEpisode } from '../../../../domain/memory/episode.ts';
import type { FoundMemory } from '../../../../domain/memory/memory.ts';
import { rank, textReader } from '../../../../domain/memory/relevance.ts';
import { standing } from '../../../../domain/memory/standing.ts';
import type { Episodes } from '../../../../ports/memory/episodes.ts';
import { standingCompaction } from '../context/compactions.ts';
import type { SqliteDatabase } from '../database.ts';
import { memoryQuery } from './memory-query.ts';

type Row = Parameters<typeof episodeOf>[0];

const fields = 'm.id, m.session, t.text, m.taint, m.at, e.status, e.uses, e.last_used_at AS lastUsedAt';
const tables = 'episodes e JOIN messages m ON m.n = e.message JOIN message_texts t ON t.n = e.message';
const columns = `${fields} FROM ${tables}`;
/**
 * So many of the newest messages that share a word with the question are looked at, not all of them in SQLite's order
 * of bm25, which reads every one: a turn costs no more after years.
 */
const candidates = { every: 40, any: 60, wide: 30 };
/** An episode that touches less of the question than this is not worth its place in a request. */
const leastCoverage = 0.5;
/** So many texts are kept as they were read. */
const knownTexts = 1_000;

export function sqliteEpisodes(database: SqliteDatabase): Episodes {
  const keep = database.prepare('INSERT OR IGNORE INTO episodes (message) SELECT n FROM messages WHERE id = ?');
  const one = database.prepare<[string], Row>(`SELECT ${columns} WHERE m.id = ?`);
  const newest = database.prepare<[number], Row>(`SELECT ${columns} ORDER BY e.message DESC LIMIT ?`);
  const old = database.prepare<[number, number], Row>(
    `SELECT ${columns} WHERE e.status = 'active' AND m.at < ? ORDER BY e.message LIMIT ?`,
  );
  const ofMessage = 'WHERE message = (SELECT n FROM messages WHERE id = ?)';
  const use = database.prepare(
    `UPDATE episodes SET uses = uses + 1, last_used_at = max(coalesce(last_used_at, 0), coalesce(?, last_used_at))
     ${ofMessage}`,
  );
  const status = database.prepare(`UPDATE episodes SET status = ? ${ofMessage}`);
  const remove = database.prepare(`DELETE FROM episodes ${ofMessage}`);
  const removeAll = database.prepare('DELETE FROM episodes');
  const count = database.prepare<[], number>(`SELECT count(*) FROM episodes WHERE status = 'active'`).pluck();
  const messageOf = (id: string) => messageOfEpisode(id) ?? '';
  return {
    keep: message => void keep.run(message),
    find: finding(database),
    get(id) {
      const row = one.get(messageOf(id));
      return row && episodeOf(row);
    },
    list: limit => newest.all(limit).map(episodeOf),
    old: (before, limit) => old.all(before, limit).map(episodeOf),
    used: (id, at) => void use.run(at ?? null, messageOf(id)),
    setStatus: (id, to) => status.run(to, messageOf(id)).changes > 0,
    remove: id => remove.run(messageOf(id)).changes > 0,
    removeAll: () => void removeAll.run(),
    count: () => count.get() ?? 0,
  };
}

function finding(database: SqliteDatabase): Episodes['find'] {
  // the numbers stand in the text, since SQLite plans a statement again at each call where its LIMIT is a parameter
  const matching = (most: number) => {
    const match = database
      .prepare<[string], number>(
        `SELECT rowid FROM messages_fts WHERE messages_fts MATCH ? ORDER BY rowid DESC LIMIT ${most}`,
      )
      .pluck();
    return (text: string | undefined) => (text === undefined ? [] : match.all(text));
  };
  const match = { every: matching(candidates.every), any: matching(candidates.any), wide: matching(candidates.wide) };
  const read = database.prepare<[string, string, number], Row>(`
    SELECT ${fields} FROM json_each(?) f CROSS JOIN ${tables.replace('episodes e', 'episodes e ON e.message = f.value')}
    WHERE e.status = 'active' AND (m.session <> ? OR m.n < ?)
      AND NOT EXISTS (SELECT 1 FROM set_aside s WHERE s.message = m.id)
      AND NOT EXISTS (SELECT 1 FROM memories k WHERE k.message = m.id)
      AND NOT EXISTS (SELECT 1 FROM memory_sources f WHERE f.message = m.id)`);
  // what a summary stands for is not before the model any more
  const windowBegins = database
    .prepare<{ session: string }, number>(`SELECT max(
      1 + coalesce((SELECT up_to FROM (${standingCompaction})), 0),
      coalesce((
        SELECT n FROM messages WHERE session = @session ORDER BY n DESC LIMIT 1 OFFSET ${windowMessages - 1}), 0))`)
    .pluck();
  const reader = textReader(knownTexts);
  return ({ words, session, limit }) => {
    // without a subject every message would be like it
    if (conceptsOf(words).length === 0) return [];
    const { every, any, exact, wide } = memoryQuery(words);
    const begins = windowBegins.get({ session }) ?? 1;
    const relevant = (rows: ReadonlySet<number>) => {
      const hits = read.all(JSON.stringify([...rows]), session, begins);
      const newest = Math.max(0, ...hits.map(({ at }) => at));
      return rank(words, hits, hit => hit.text, { reader })
        .filter(({ coverage }) => coverage >= leastCoverage)
        .map(({ item, score, coverage }): FoundMemory => {
          const memory = episodeOf(item);
          return { ...memory, score: score * standing(memory, newest), coverage };
        })
        .sort((a, b) => b.score - a.score)
        .slice(0, limit);
    };
    const shared = match.any(any ?? exact);
    const isFull = shared.length === candidates.any;
    // what has all of its words has one of them; many are found by both, and each is read once
    const own = new Set(isFull ? [...match.every(every), ...shared] : shared);
    const best = relevant(own);
    // a word may have fifty synonyms, and to look for them takes as long as all else: where many messages have the words
    // themselves, and one of them is like the question, they are left out
    if (wide === undefined || best.length === limit || (isFull && best.length > 0)) return best;
    return relevant(new Set([...own, ...match.wide(wide)]));
  };
}
