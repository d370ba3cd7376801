/**
 * Texts by the words that they share with a question, a rare word counting more than one that many texts have. It knows
 * nothing of meaning and of what else a word may stand for: it is for lists in which a search by meaning puts the broad
 * before the exact.
 */
import { fold } from '../text/writing/folding.ts';

/** Those that share a word, the best first; among equals in their order. A word in two texts of one counts twice. */
export function bySharedWords<Item>(
  question: string,
  items: readonly Item[],
  textsOf: (item: Item) => readonly string[],
): readonly Item[] {
  const wanted = wordsOf(question);
  const shared = items.map(item => textsOf(item).flatMap(text => [...wordsOf(text)].filter(word => wanted.has(word))));
  const counts = new Map<string, number>();
  for (const word of shared.flatMap(words => [...new Set(words)])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const worth = (word: string) => Math.log(1 + items.length / (counts.get(word) ?? items.length));
  return shared
    .map((words, at) => ({ at, score: words.reduce((sum, word) => sum + worth(word), 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .flatMap(({ at }) => items[at] ?? []);
}

/** Without the shortest, and without the end of most plurals. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = fold(text).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set(words.map(word => (word.length > 3 ? word.replace(/s$/, '') : word)));
}
