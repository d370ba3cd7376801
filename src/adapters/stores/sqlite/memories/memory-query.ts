/**
 * From any text to an FTS5 query that cannot be a syntax error: every word stands between double quotes and holds
 * letters, digits and marks only, and the text's own operators never survive being split into words.
 */
import { conceptsOf, synonymsOf } from '../../../../domain/memory/concepts.ts';
import { quotedPhrases } from '../../../../domain/memory/quoted.ts';
import { wordsOf } from '../../../../domain/memory/words.ts';

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
 * The queries that find likely answers to a text. A text of nothing but stop words is looked for as it stands, and so is
 * what stands between quotation marks.
 */
export function memoryQuery(text: string): MemoryQuery {
  const phrases = quotedPhrases(text);
  if (phrases.length > 0) return { exact: phrases.map(phrase).join(' AND ') };
  const concepts = conceptsOf(text);
  if (concepts.length === 0) {
    const words = wordsOf(text).slice(0, 24);
    return words.length === 0 ? {} : { exact: anyOf(words.map(word => phrase([word.text]))) };
  }
  const exact = concepts.flatMap(({ words }) => {
    const last = words.length === 1 ? words[0] : undefined;
    return last !== undefined && last.length >= 3
      ? [phrase(words), `${phrase([last.slice(0, 24)])}*`]
      : [phrase(words)];
  });
  const wide = [...new Set(concepts.flatMap(synonymsOf).map(phrase))];
  const own = concepts.map(({ words }) => phrase(words));
  return {
    every: own.join(' AND '),
    any: anyOf(own),
    exact: anyOf(exact),
    ...(wide.length > 0 && { wide: anyOf(wide) }),
  };
}

function phrase(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}

function anyOf(parts: readonly string[]): string {
  return parts.join(' OR ');
}
