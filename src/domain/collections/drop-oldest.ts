/** Collections that keep no more than so many. */

/** Takes out what was put in first, until no more than `most` are left. */
export function dropOldest<Key>(
  kept: { readonly size: number; keys(): Iterable<Key>; delete(key: Key): boolean },
  most: number,
): void {
  if (kept.size <= most) return;
  for (const key of kept.keys()) {
    kept.delete(key);
    if (kept.size <= most) return;
  }
}
