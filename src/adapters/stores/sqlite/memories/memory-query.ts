/**
 * From any text to an FTS5 query that cannot be a syntax error: every word stands between double quotes and holds
 * letters, digits and marks only, and the text's own operators never survive being split into words.
 */

import { type Concept, conceptsOf, synonymsOf } from '../../../../domain/memory/concepts.ts';
import { indexedText } from '../../../../domain/memory/language/indexed-text.ts';
import { attachedTo } from '../../../../domain/memory/language/stems.ts';
import { quotedPhrases } from '../../../../domain/memory/quoted.ts';
import { wordsOf } from '../../../../domain/memory/words.ts';
import { defined } from '../../../../domain/text/json.ts';
import { fold } from '../../../../domain/text/writing/folding.ts';
import { isPacked, pairsOf } from '../../../../domain/text/writing/scripts.ts';

/**
 * `every`: all of the text's own words; `any`: one of them; `exact`: one of them, or what begins with it, which FTS5
 * reads whole; `wide`: a synonym. Absent where there is nothing to look for.
 */
export interface MemoryQuery {
  readonly every?: string;
  readonly any?: string;
  readonly exact?: string;
  readonly wide?: string;
}

/**
 * The queries that find likely answers to a text. A text of nothing but stop words is looked for as it stands, and so
 * is what stands between quotation marks.
 */
export function memoryQuery(text: string): MemoryQuery {
  const phrases = quotedPhrases(text);
  if (phrases.length > 0) return { exact: phrases.map(phrase).join(' AND ') };
  const concepts = conceptsOf(text);
  if (concepts.length === 0) {
    const words = wordsOf(text).slice(0, 24);
    return words.length === 0 ? {} : { exact: anyOf(words.map(word => phrase([word.text]))) };
  }
  const exact = concepts.flatMap(concept => beginningsOf(concept));
  const wide = [...new Set(concepts.flatMap(synonymsOf).map(phrase))];
  const own = concepts.map(concept => anyForm(formsOf(concept)));
  return {
    every: own.join(' AND '),
    any: anyOf(own),
    exact: anyOf(exact),
    ...defined({ wide: wide.length > 0 ? anyOf(wide) : undefined }),
  };
}

/**
 * The signs of a text that has no words, such as an emoji, as they are written; undefined: it has words, or neither.
 */
export function signsOf(text: string): string | undefined {
  if (wordsOf(text).length > 0 || !/[\p{S}\p{Extended_Pictographic}]/u.test(text)) return undefined;
  return withoutLooks(text.trim());
}

/** Whether a sign is shown as text or as a picture makes no other sign of it. */
function withoutLooks(text: string): string {
  return text.replaceAll(/[\ufe0e\ufe0f]/g, '');
}

/** The idea as it is written, and what begins with it. */
function beginningsOf(concept: Concept): readonly string[] {
  const { words } = concept;
  const last = words.length === 1 ? words[0] : undefined;
  if (last === undefined) return [phrase(words)];
  const forms = formsOf(concept);
  if (isPacked(last)) return [...forms, ...pairsOf(last).map(pair => phrase([pair]))];
  return last.length >= 3 ? [...forms, `${phrase([last.slice(0, 24)])}*`] : forms;
}

/**
 * The idea as it is written, and its other forms where the index does not know them: it takes the endings off English
 * words alone.
 */
function formsOf({ words, stem, isForeign }: Concept): readonly string[] {
  const [word = ''] = words;
  const written = phrase(words);
  if (!isForeign || words.length > 1) return [written, ...groupsOf(word)];
  // the last vowel of a foreign word is written long or not: コンピュータ, コンピューター
  const short = word.length > 2 && word.endsWith('ー') ? [phrase([word.slice(0, -1)])] : [];
  if (isPacked(word)) return [written, ...(stem === '' ? [] : [phrase([stem])]), ...short];
  const shared = sharedBeginning(stem, fold(word));
  const attached = attachedTo(stem).map(before => `${before}${stem}`);
  const beginnings = [shared === '' ? stem : shared, ...attached].filter(({ length }) => length >= 3);
  return [written, ...beginnings.map(beginning => `${phrase([beginning])}*`)];
}

/** A long number as it may stand in groups: by fours, or with the last of them in one piece, as phones have it. */
function groupsOf(word: string): readonly string[] {
  if (!longNumber.test(word)) return [];
  const byFours = word.match(/.{1,4}/g) ?? [];
  const last = [5, 6, 7, 8].map(length => phrase([word.slice(-length)]));
  return [phrase(byFours), ...(/\D/.test(word) ? [] : last)];
}

const longNumber = /^(?:[a-z]{2}\d{2}[a-z\d]{11,30}|\d{9,19})$/i;

/** A stem may end otherwise than the word: the last consonant of a Turkish one does. */
function sharedBeginning(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

function phrase(words: readonly string[]): string {
  return `"${indexedText(words.join(' '))}"`;
}

function anyForm(forms: readonly string[]): string {
  return forms.length === 1 ? (forms[0] as string) : `(${anyOf(forms)})`;
}

function anyOf(parts: readonly string[]): string {
  return parts.join(' OR ');
}
