/**
 * A question with its words parted as the searched texts have them: `obrien` and `O'Brien`, `USA` and `U.S.A.`,
 * `cooperative` and `co-operative`, `5kg` and `5 kg`, `10000` and `10.000`. Only words that stand nowhere are changed.
 */
import { fold } from '../../text/writing/folding.ts';
import { isPacked } from '../../text/writing/scripts.ts';
import { stopWords } from '../words.ts';

/** Words with a hyphen, an apostrophe or a dot between them, and a figure with what it counts or numbers. */
const joinedRun =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-\u2010\u2011'’.][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)+|(?<!\S)(?:\p{L}{1,3} \d+|\d+ \p{L}{1,3})(?![\p{L}\p{N}])/gu;
const englishEnding = /['’](?:s|t|d|ll|re|ve|m)$/i;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** So many words of a question are looked up, and the parts of so many. */
const mostWords = 64;
const mostParted = 12;
const longest = 24;
/** A word of so few letters may be a row of first letters. */
const longestLetters = 5;

/** `stands`: these words stand in a row in what is searched. */
export function partedAs(text: string, stands: (words: readonly string[]) => boolean): string {
  const joined = text.replace(joinedRun, run => {
    const words = run.match(word) ?? [];
    const whole = words.join('');
    if (englishEnding.test(run) || isPacked(run) || stands(words)) return run;
    return stands([whole]) ? whole : run;
  });
  let [looked, parted] = [0, 0];
  return joined.replace(word, one => {
    if (one.length < 2 || one.length > longest || isPacked(one) || stopWords.has(fold(one))) return one;
    if (parted >= mostParted || ++looked > mostWords || stands([one])) return one;
    parted += 1;
    return partsOf(one).find(stands)?.join(' ') ?? one;
  });
}

/** The ways to part a word: in two, or in its letters. A little word at its beginning is part of it by chance. */
function partsOf(one: string): readonly (readonly string[])[] {
  const letters = [...one];
  const inTwo = letters
    .slice(1)
    .map((_, at) => [letters.slice(0, at + 1).join(''), letters.slice(at + 1).join('')] as const)
    .filter(([first]) => first.length === 1 || !stopWords.has(fold(first)));
  return letters.length > 2 && letters.length <= longestLetters ? [letters, ...inTwo] : inTwo;
}
