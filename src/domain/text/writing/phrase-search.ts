/** Phrases looked for in texts, in any script and however they are written. */
import { fold, hasUmlaut, spelledOut } from './folding.ts';
import { joinedWords } from './joined-words.ts';
import { partedNumber } from './numbers.ts';
import { tokensOf, tokensOfFolded } from './segments.ts';
import { readingsOf } from './spellings.ts';

/** Tokens in a row, as they are written. `within`: they count wherever they stand; else only where a text is no more. */
export interface Phrase {
  readonly words: readonly string[];
  readonly within: boolean;
}

/**
 * A text in the forms it is compared in, folded: as it stands, as it reads where it is written for a machine, with
 * `ae`, `oe`, `ue` where both it and a phrase may be spelled so, and with the parts of its words joined.
 */
export type WrittenForms = readonly string[];

export interface PhraseSearch {
  formsOf(text: string): WrittenForms;
  /** Cheaper than {@link standsIn}: false where none of them does. Also of JSON as it is written. */
  mayStandIn(forms: WrittenForms): boolean;
  standsIn(forms: WrittenForms): boolean;
}

/** With more phrases than this, each text is read whole instead of looked through for their longest words first. */
const mostAnchors = 64;
/** From so many words on a phrase is told from others also if its last word has another ending. */
const leastForms = 3;
const longestEnding = 4;
const longestBeginning = 3;

export function phraseSearch(phrases: readonly Phrase[]): PhraseSearch {
  const sought = phrases.flatMap(writtenWays);
  const isSpelledOut = sought.some(({ words }) => words.some(word => /[aou]e/.test(word)));
  const byFirst = Map.groupBy(sought, ({ words }) => words[0] ?? '');
  const anchors = [...new Set(sought.map(({ words }) => longest(words)))];
  const numbers = sought.flatMap(({ words, within }) => (within ? (partedNumber(words) ?? []) : []));
  const parted = numbers.length > 0 ? new RegExp([...new Set(numbers)].join('|'), 'u') : undefined;

  /** The phrases that may begin with this word of a text. */
  function beginningWith(word: string): readonly Phrase[] {
    const same = byFirst.get(word) ?? [];
    if (!joinsWords.test(word)) return same;
    // "and" and "the" are written with the word that follows
    const more = Array.from({ length: longestBeginning }, (_, at) => byFirst.get(word.slice(at + 1)) ?? []);
    return [...same, ...more.flat().filter(isLong)];
  }

  function standsAt(phrase: Phrase, words: readonly string[], at: number): boolean {
    const last = phrase.words.length - 1;
    if (!phrase.within && words.length !== phrase.words.length) return false;
    return phrase.words.every((word, offset) => {
      if (offset === 0) return true;
      const there = words[at + offset];
      return there === word || (offset === last && isLong(phrase) && there !== undefined && isFormOf(there, word));
    });
  }

  return {
    formsOf: text =>
      readingsOf(text)
        .flatMap(read => (isSpelledOut && hasUmlaut(read) ? [read, spelledOut(read)] : [read]))
        .flatMap(read => [...new Set([read, joinedWords(read)])].map(fold)),
    mayStandIn: forms =>
      sought.length > 0 &&
      (anchors.length > mostAnchors ||
        forms.some(form => parted?.test(form) === true || anchors.some(anchor => form.includes(anchor)))),
    standsIn: forms =>
      forms.some(form => {
        if (parted?.test(form) === true) return true;
        const words = tokensOfFolded(form);
        return words.some((word, at) => beginningWith(word).some(phrase => standsAt(phrase, words, at)));
      }),
  };
}

/** Hebrew and Arabic. */
const joinsWords = /^[\u0590-\u06ff]/;

/** Phrases that were noted by an earlier version have words where there are tokens now. */
function writtenWays({ words, within }: Phrase): readonly Phrase[] {
  const ways = [words, ...(words.some(hasUmlaut) ? [words.map(spelledOut)] : [])];
  return ways.map(way => ({ words: way.flatMap(tokensOf), within })).filter(way => way.words.length > 0);
}

function isLong({ words, within }: Phrase): boolean {
  return within && words.length >= leastForms;
}

/** Is it the word with another ending? Numbers and codes have none. */
function isFormOf(there: string, word: string): boolean {
  const longer = there.length - word.length;
  return word.length >= 3 && longer > 0 && longer <= longestEnding && there.startsWith(word) && !/\d/.test(there);
}

function longest(words: readonly string[]): string {
  return words.reduce((found, word) => (word.length > found.length ? word : found), '');
}
