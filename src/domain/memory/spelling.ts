/** Words that are written wrongly, as far as it can be told: unknown everywhere, and nearly a word that is known. */
import { fold } from '../text/writing/folding.ts';
import { distance } from '../text/writing/near.ts';
import { isPacked } from '../text/writing/scripts.ts';
import { groupsOf, table } from './concepts.ts';
import { stopWords, type Word, wordsOf } from './words.ts';

/** Shorter words have too many neighbours. */
const leastLength = 5;
/** From this length on two mistakes are made up for. */
const twiceLength = 9;

/**
 * The text with each such word put right. `isKnown`: it stands in what is searched, or begins a word there; `likely`:
 * the words there that begin with the same letter.
 */
export function spelled(
  text: string,
  isKnown: (word: string) => boolean,
  likely: (word: string) => readonly string[],
): string {
  const wrong = wordsOf(text).filter(word => mayBeWrong(word) && !isKnown(word.text));
  return wrong.reduce((right, { text: word, isForeign }) => {
    const found = nearest(word, likely(word)) ?? (isForeign ? undefined : nearestEveryday(word));
    return found === undefined ? right : right.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'giu'), found);
  }, text);
}

function mayBeWrong(word: Word): boolean {
  const { text, stem, stop } = word;
  const isKnown = stop || stopWords.has(stem) || groupsOf(word).length > 0;
  return !isKnown && text.length >= leastLength && !/\d/.test(text) && !isPacked(text);
}

/** The one that differs least, as far as that is little enough; the first among equals. */
function nearest(word: string, among: readonly string[]): string | undefined {
  const folded = fold(word);
  let most = mistakesIn(folded);
  let best: string | undefined;
  for (const one of among) {
    if (Math.abs(one.length - folded.length) > 2 || strange(one, folded) > most + 1) continue;
    const far = distance(folded, fold(one));
    if (far > most) continue;
    best = one;
    most = far - 1;
    if (most < 0) break;
  }
  return best;
}

const mostKept = 1_000;
const kept = new Map<string, string | undefined>();

/** Kept by the word: the list never changes, going through it is most of a search, and people repeat their words. */
function nearestEveryday(word: string): string | undefined {
  if (!kept.has(word)) {
    if (kept.size >= mostKept) kept.clear();
    kept.set(word, nearest(word, everyday()));
  }
  return kept.get(word);
}

let known: readonly string[] | undefined;

/** The words of any question, and the single words of the synonym table. */
function everyday(): readonly string[] {
  known ??= [
    ...stopWords,
    ...new Set(
      table().rows.flatMap(({ broad, narrow }) =>
        [...broad, ...narrow].flatMap(entry => (entry.length === 1 && !entry[0]?.startsWith('@') ? entry : [])),
      ),
    ),
  ].filter(word => word.length >= leastLength - 1);
  return known;
}

/** So many mistakes are made up for in a word of this length. */
export function mistakesIn(word: string): number {
  return word.length >= twiceLength ? 2 : 1;
}

/** How many different letters one has that the other does not have; less work than their distance. */
export function strange(one: string, other: string): number {
  let missing = lettersOf(one) & ~lettersOf(other);
  let count = 0;
  for (; missing !== 0; missing &= missing - 1) count += 1;
  return count;
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}
