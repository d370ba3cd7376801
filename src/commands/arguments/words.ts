/** Words in sentences, and the nearest one to a word that was mistyped. */

/** `a, b or c` */
export function oneOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(one => one !== '').join(' or ');
}

/** `did you mean "status"?`, or undefined where none of the words is near. */
export function didYouMean(typed: string, words: readonly string[], written = (word: string) => `"${word}"`) {
  const near = nearest(typed, words);
  return near === undefined ? undefined : `did you mean ${written(near)}?`;
}

/** The word with the fewest changes from the typed one: at most two, and fewer than half of its letters. */
function nearest(typed: string, words: readonly string[]): string | undefined {
  const most = Math.min(2, Math.ceil(typed.length / 2) - 1);
  const known = words
    .map(word => ({ word, changes: changesBetween(typed.toLowerCase(), word) }))
    // two changes are a slip of the fingers only where the word begins alike
    .filter(({ word, changes }) => changes <= most && (changes < 2 || word[0] === typed[0]?.toLowerCase()))
    .sort((a, b) => a.changes - b.changes);
  return known[0]?.word ?? words.find(word => typed.length > 2 && word.startsWith(typed.toLowerCase()));
}

/** Letters to add, drop, change, or swap with their neighbour (optimal string alignment). */
function changesBetween(a: string, b: string): number {
  let before: readonly number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
