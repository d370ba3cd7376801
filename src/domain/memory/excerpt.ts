/** The part of a text around what was looked for. Pure. */
import { beginningOf, oneLine } from '../text/visible.ts';
import { contentWords, stem } from './words.ts';

/** So much is shown before the word that was found. */
const before = 40;

/**
 * One line of at most `most` characters around the first word of `text` that has the stem of one of `words`; the begin
 * of the text where none has. A cut is shown as `…`.
 */
export function excerptOf(text: string, words: string, most: number): string {
  const wanted = new Set(contentWords(words).map(word => word.stem));
  const line = text.replace(/\s+/g, ' ').trim();
  let at = 0;
  for (const { 0: word, index } of line.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu))
    if (wanted.has(stem(word))) {
      at = index;
      break;
    }
  const space = line.lastIndexOf(' ', Math.max(0, at - before));
  const from = at <= before || line.length <= most ? 0 : beginningOf(line, space > at - 2 * before ? space + 1 : at);
  return from === 0 ? oneLine(line, most) : `…${oneLine(line.slice(from), most - 1)}`;
}
