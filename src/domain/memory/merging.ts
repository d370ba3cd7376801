/** What words find and what meaning finds, as one list. */

/** A place in one list counts `1 / (flatness + place)`: the larger, the less the first places differ. */
const flatness = 10;

export interface Voice<Item> {
  readonly items: readonly Item[];
  /** How much this list has to say. */
  readonly weight: number;
}

/**
 * The items of all lists, best first, by reciprocal rank, times what each counts for beside (standing.ts). Where
 * they are equal, the order of the first list stays.
 */
export function mergedByRank<Item>(
  voices: readonly Voice<Item>[],
  idOf: (item: Item) => string,
  standingOf: (item: Item) => number = () => 1,
): readonly { readonly item: Item; readonly score: number }[] {
  const scores = new Map<string, { item: Item; score: number }>();
  for (const { items, weight } of voices)
    for (const [place, item] of items.entries()) {
      const known = scores.get(idOf(item));
      const score = weight / (flatness + place + 1);
      if (known) known.score += score;
      else scores.set(idOf(item), { item, score });
    }
  return [...scores.values()]
    .map(({ item, score }) => ({ item, score: score * standingOf(item) }))
    .sort((a, b) => b.score - a.score);
}
