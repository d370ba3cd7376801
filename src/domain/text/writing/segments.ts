/**
 * A text as its words, in any script.
 *
 * What stands between blanks is a word, but for scripts that have none: there a dictionary tells (`Intl.Segmenter`). Its
 * answers depend on what stands beside a word and on the version of Node, so nothing that is stored follows from them:
 * what is indexed and compared are tokens, where each character of such a script stands for itself.
 */
import { fold } from './folding.ts';
import { isAscii, isUnspaced, unpacked } from './scripts.ts';

/** A word as it is written, and where it begins. */
export interface Segment {
  readonly text: string;
  readonly index: number;
}

/** What is not seen, such as the joiners of Persian and Hindi, parts no word. */
const writtenWord = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|[\u00ad\u200b-\u200f\u2060\ufeff]+(?=[\p{L}\p{N}]))*/gu;
let dictionary: Intl.Segmenter | undefined;

/** The words of a text in order. A text in NFD gives pieces of its words. */
export function* segmentsOf(text: string): Generator<Segment> {
  for (const { 0: word, index } of text.matchAll(writtenWord)) {
    if (!isUnspaced(word)) yield { text: word, index };
    else {
      // the language only matters to scripts that it is not asked for
      dictionary ??= new Intl.Segmenter('en', { granularity: 'word' });
      for (const part of dictionary.segment(word))
        if (part.isWordLike === true) yield { text: part.segment, index: index + part.index };
    }
  }
}

/**
 * What two texts have in common however they are written: folded words, and the single characters of scripts whose words
 * no blank divides. `text` is folded already.
 */
export function tokensOfFolded(text: string): readonly string[] {
  return (isAscii(text) ? text : unpacked(text)).match(writtenWord) ?? [];
}

/** The same of any text. */
export function tokensOf(text: string): readonly string[] {
  return tokensOfFolded(fold(text));
}

/** The tokens of a text as they are written, in lower case: what is folded later may be spelled in more than one way. */
export function writtenTokensOf(text: string): readonly string[] {
  const written = text.normalize('NFKC').toLowerCase();
  return (isAscii(written) ? written : unpacked(written)).match(writtenWord) ?? [];
}
