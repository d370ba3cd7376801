/** One reading of a text in which a broken-up value may stand whole (views.ts). */

/** A reading of a text. */
export interface SecretView {
  readonly text: string;
  /** Whether findings by form count in it, or known values alone. */
  readonly kind: 'plain' | 'joined' | 'dump';
  /** The stretch of the text that `[start, end)` of the reading stands for, and whether it is broken up there. */
  place(start: number, end: number): { readonly start: number; readonly end: number; readonly isBroken: boolean };
}

/** A reading of a reading: its places are those of the text. */
export function within(inner: SecretView, outer: SecretView): SecretView {
  return {
    ...inner,
    place(start, end) {
      const found = inner.place(start, end);
      const there = outer.place(found.start, found.end);
      return { ...there, isBroken: found.isBroken || there.isBroken };
    },
  };
}
