/** The words of a full-text index, to put right what is written wrongly in a question. */
import { indexedText } from '../../../../domain/memory/language/indexed-text.ts';
import { partedAs } from '../../../../domain/memory/language/parted-words.ts';
import { mistakesIn, spelled, strange } from '../../../../domain/memory/spelling.ts';
import { wordsOf } from '../../../../domain/memory/words.ts';
import { fold } from '../../../../domain/text/writing/folding.ts';
import { distance } from '../../../../domain/text/writing/near.ts';
import type { SqliteDatabase } from '../database.ts';

/** So many terms that look like the word are looked up as they are written. */
const mostTerms = 4;

/**
 * Puts a question right by the words of this index, which has these texts. The index holds words without their endings,
 * so a word that is like one of them is looked up in a text that has it.
 */
export function speller(
  database: SqliteDatabase,
  index: 'memories_fts' | 'messages_fts',
): (question: string) => string {
  database.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${index}_terms USING fts5vocab('main', '${index}', 'row')`);
  const has = database.prepare<[string], 1>(`SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT 1`).pluck();
  const terms = termsOf(database, index);
  const column = index === 'memories_fts' ? 'content' : 'text';
  const text = database
    .prepare<[string], string>(`SELECT ${column} FROM ${index} WHERE ${index} MATCH ? LIMIT 1`)
    .pluck();

  function likely(word: string): readonly string[] {
    const folded = fold(word);
    const near = terms(folded[0] ?? '')
      .filter(term => looksLike(folded, term))
      .slice(0, mostTerms);
    return near.flatMap(term =>
      wordsOf(text.get(`"${term}"*`) ?? '').flatMap(one => (fold(one.text).startsWith(term) ? one.text : [])),
    );
  }

  const isThere = (query: string) => has.get(query) !== undefined;
  return question => {
    const parted = partedAs(question, words => isThere(`"${indexedText(words.join(' '))}"`));
    return spelled(parted, word => isThere(`"${indexedText(word)}"*`), likely);
  };
}

/** The words of the index that begin with a letter. Listing them takes a while, so it waits for a change that matters. */
function termsOf(
  database: SqliteDatabase,
  index: 'memories_fts' | 'messages_fts',
): (letter: string) => readonly string[] {
  const list = database
    .prepare<[string, string], string>(`SELECT term FROM temp.${index}_terms WHERE term >= ? AND term < ?`)
    .pluck();
  const newest = database
    .prepare<[], number | null>(
      index === 'memories_fts' ? 'SELECT max(row) FROM memories' : 'SELECT max(n) FROM messages',
    )
    .pluck();
  const known = new Map<string, { readonly at: number; readonly terms: readonly string[] }>();
  return letter => {
    const now = newest.get() ?? 0;
    const found = known.get(letter);
    if (found && Math.abs(now - found.at) <= found.at / 50) return found.terms;
    const terms = list.all(letter, `${letter}\u{10ffff}`).filter(term => term.length >= 3);
    known.set(letter, { at: now, terms });
    return terms;
  };
}

/** Is it like the word, or like its beginning? */
function looksLike(word: string, term: string): boolean {
  const most = mistakesIn(word);
  const far = word.length - term.length;
  if (far < -most || far > 3 + most || strange(term, word) > most) return false;
  for (let end = Math.max(0, far - most); end <= Math.min(3, far + most); end += 1)
    if (distance(word.slice(0, word.length - end), term) <= most) return true;
  return false;
}
