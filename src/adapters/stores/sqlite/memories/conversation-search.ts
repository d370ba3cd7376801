/** The index `messages_fts` over what owner and agent have said. */
import { isQuestion } from '../../../../domain/memory/language/question.ts';
import { hasPhrases, quotedPhrases } from '../../../../domain/memory/quoted.ts';
import { rank } from '../../../../domain/memory/relevance.ts';
import type { ConversationSearch, SaidMessage } from '../../../../ports/memory/conversation-search.ts';
import type { SqliteDatabase } from '../database.ts';
import { memoryQuery, signsOf } from './memory-query.ts';
import { speller } from './spelling.ts';

/** How many candidates each of the two queries brings. */
const candidates = 60;
/** So much of a long message is weighed and answered. */
const mostText = 2_000;

interface Hit extends SaidMessage {
  readonly n: number;
  readonly bm25: number;
}

const columns = `m.n, m.id, m.session, m.role, substr(t.text, 1, ${mostText}) AS text, m.taint, m.at`;
const shown = `m.role IN ('owner', 'assistant') AND m.at >= ? AND m.at < ? AND m.turn <> ?
  AND m.more ->> '$.isAside' IS NULL AND NOT EXISTS (SELECT 1 FROM set_aside s WHERE s.message = m.id)`;

export function conversationSearch(database: SqliteDatabase): ConversationSearch {
  const match = database.prepare<unknown[], Hit>(`
    SELECT ${columns}, bm25(messages_fts) AS bm25
    FROM messages_fts f JOIN messages m ON m.n = f.rowid JOIN message_texts t ON t.n = m.n
    WHERE messages_fts MATCH ? AND ${shown} ORDER BY bm25 LIMIT ?`);
  const newest = database.prepare<unknown[], Hit>(`
    SELECT ${columns}, 0 AS bm25 FROM messages m JOIN message_texts t ON t.n = m.n
    WHERE ${shown} AND m.role = 'owner' ORDER BY m.at DESC, m.n DESC LIMIT ?`);
  const withSigns = database.prepare<unknown[], Hit>(`
    SELECT ${columns}, 0 AS bm25 FROM messages m JOIN message_texts t ON t.n = m.n
    WHERE ${shown} AND instr(replace(replace(t.text, char(65038), ''), char(65039), ''), ?) > 0
    ORDER BY m.at DESC, m.n DESC LIMIT ?`);
  const these = database.prepare<unknown[], Hit>(`
    SELECT ${columns}, 0 AS bm25 FROM messages m JOIN message_texts t ON t.n = m.n
    WHERE m.n IN (SELECT value FROM json_each(?)) AND ${shown}`);
  const spelled = speller(database, 'messages_fts');

  return {
    among(rows, { from = 0, to = Number.MAX_SAFE_INTEGER, except = '' }) {
      const found = new Map(these.all(JSON.stringify(rows), from, to, except).map(hit => [hit.n, hit]));
      return rows.flatMap(row => found.get(row) ?? []).map(said);
    },
    find({ words: written, from = 0, to = Number.MAX_SAFE_INTEGER, except = '', isEvery, limit }) {
      const phrases = quotedPhrases(written);
      const words = phrases.length > 0 ? written : spelled(written);
      const { every, exact = every, wide } = memoryQuery(words);
      const texts = isEvery ? [every ?? exact] : [exact, wide];
      const within = [from, to, except] as const;
      const signs = signsOf(written);
      if (signs !== undefined) return withSigns.all(...within, signs, limit).map(said);
      if (exact === undefined) return newest.all(...within, limit).map(said);
      const hits = new Map<number, Hit>();
      for (const text of texts)
        if (text !== undefined)
          for (const hit of match.all(text, ...within, candidates)) if (!hits.has(hit.n)) hits.set(hit.n, hit);
      const newestFirst = [...hits.values()]
        .filter(({ text: said }) => hasPhrases(said, phrases))
        .sort((a, b) => b.n - a.n);
      const ranked = rank(words, newestFirst, hit => hit.text);
      const weighed = ranked
        .map(({ item, score, coverage }) => ({ item, score: score * weightOf(item), coverage }))
        .filter(({ coverage }) => isEvery || coverage >= leastCoverage)
        .sort((a, b) => b.score - a.score)
        .map(({ item }) => item);
      // words that say nothing of a subject are looked for as they stand
      const unweighed = isEvery ? newestFirst.filter(hit => !weighed.includes(hit)) : [];
      const found = ranked.length > 0 ? [...weighed, ...unweighed] : newestFirst.sort((a, b) => a.bm25 - b.bm25);
      return found.slice(0, limit).map(said);
    },
  };
}

/** A message that touches less of the question than this says nothing about it. */
const leastCoverage = 0.3;

/** What the owner stated says more than what was asked, or answered. */
function weightOf({ role, text }: Hit): number {
  return (role === 'owner' ? 1 : 0.8) * (isQuestion(text) ? 0.6 : 1);
}

function said({ id, session, role, text, taint, at }: Hit): SaidMessage {
  return { id, session, role, text, taint, at };
}
