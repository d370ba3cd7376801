/** How far words are from each other, and the one that a mistyped word probably is. */

/** The word with the fewest changes from the typed one: at most two, and fewer than half of its letters. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const most = Math.min(2, Math.ceil(typed.length / 2) - 1);
  const known = words
    .map(word => ({ word, changes: distance(typed.toLowerCase(), word.toLowerCase()) }))
    // two changes are a slip of the fingers only where the word begins alike
    .filter(
      ({ word, changes }) => changes <= most && (changes < 2 || word[0]?.toLowerCase() === typed[0]?.toLowerCase()),
    )
    .sort((a, b) => a.changes - b.changes);
  return known[0]?.word ?? words.find(word => typed.length > 2 && word.toLowerCase().startsWith(typed.toLowerCase()));
}

/** How many letters have to be put in, left out, changed or exchanged with the next (optimal string alignment). */
export function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}
