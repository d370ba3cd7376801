/** The part of a text around what was looked for. Pure. */
import { beginningOf, oneLine } from '../text/visible.ts';
import { fold, hasUmlaut, spelledOut } from '../text/writing/folding.ts';
import { isUnspaced } from '../text/writing/scripts.ts';
import { segmentsOf } from '../text/writing/segments.ts';
import { contentWords, stem, wordsOf } from './words.ts';

/** So much is shown before the word that was found. */
const before = 40;
/** And so much where no blank tells where a word begins. */
const beforeUnspaced = 12;

/**
 * One line of at most `most` characters around the first word of `text` that has the stem of one of `words`; the begin
 * of the text where none has. A cut is shown as `…`.
 */
export function excerptOf(text: string, words: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const at = placeOf(line, words);
  const space = line.lastIndexOf(' ', Math.max(0, at - before));
  const near = isUnspaced(line.slice(at - beforeUnspaced, at)) ? at - beforeUnspaced : at;
  const from = at <= before || line.length <= most ? 0 : beginningOf(line, space > at - 2 * before ? space + 1 : near);
  return from === 0 ? oneLine(line, most) : `…${oneLine(line.slice(from), most - 1)}`;
}

/** An umlaut may be written with two letters. */
function spellingsOf(word: string): readonly string[] {
  return hasUmlaut(word) ? [fold(word), fold(spelledOut(word))] : [fold(word)];
}

/** Where the first of the words stands; 0: none does. */
function placeOf(line: string, words: string): number {
  const telling = contentWords(words);
  const wanted = telling.length > 0 ? telling : wordsOf(words);
  if (wanted.length === 0) return Math.max(0, line.indexOf(words.trim()));
  const stems = new Set(wanted.map(word => word.stem));
  // the same word may be divided otherwise among others, and its stem is another where its language was not known
  const beginnings = wanted.filter(({ isForeign, stem: own }) => isForeign && own.length > 1).map(word => word.stem);
  const spelled = new Set(wanted.flatMap(({ text }) => spellingsOf(text)));
  for (const { text: word, index } of segmentsOf(line)) {
    const folded = fold(word);
    if (stems.has(stem(word)) || beginnings.some(beginning => folded.startsWith(beginning))) return index;
    if (spellingsOf(word).some(one => spelled.has(one))) return index;
  }
  const unspaced = wanted.filter(({ text }) => isUnspaced(text)).map(({ text }) => line.indexOf(text));
  const [first = 0] = unspaced.filter(place => place >= 0).sort((a, b) => a - b);
  return first;
}
