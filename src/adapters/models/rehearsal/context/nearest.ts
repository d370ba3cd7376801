/** Which kinds of request come nearest to words that were not understood. */

import { contentWords } from '../../../../domain/memory/words.ts';
import { distance } from '../../../../domain/text/writing/near.ts';
import { shown } from '../grammar/grammar.ts';
import type { Intent, Language } from '../intent.ts';

/** The words of a kind of request: those of its expressions and of its example. */
function wordsOf({ patterns, example }: Intent, language: Language): ReadonlySet<string> {
  const sources = patterns[language].map(({ source }) => source.replace(/\\[a-zA-Z]|\(\?<[a-z]+>/g, ' '));
  return new Set(
    [...sources, example?.[language] ?? ''].flatMap(text => text.toLowerCase().match(/\p{L}{4,}/gu) ?? []),
  );
}

/** Best first. A word counts the more, the fewer kinds have it; the first word, mostly the verb, counts double. */
export function nearestIntents(text: string, language: Language): readonly Intent[] {
  const kinds = shown
    .filter(({ example }) => example !== undefined)
    .map(intent => ({ intent, words: wordsOf(intent, language) }));
  const said = contentWords(text)
    .map(word => word.text)
    .filter(word => word.length >= 4)
    .slice(0, 30);
  const scores = new Map<Intent, number>();
  for (const [at, word] of said.entries()) {
    const having = kinds.filter(({ words }) => words.has(word) || [...words].some(one => isLike(word, one)));
    for (const { intent } of having) scores.set(intent, (scores.get(intent) ?? 0) + (at === 0 ? 2 : 1) / having.length);
  }
  return [...scores]
    .filter(([, score]) => score >= least)
    .sort(([, one], [, other]) => other - one)
    .map(([intent]) => intent);
}

/** Half a word that one kind alone has. */
const least = 0.5;

/** The same word, or mistyped in one place. */
function isLike(word: string, known: string): boolean {
  if (word === known) return true;
  return word.length >= 5 && Math.abs(word.length - known.length) < 2 && distance(word, known) === 1;
}
