/** Chance that is the same in every run: a failing case can be run again from its seed. */
export interface Chance {
  /** 0 up to, and without, `below`. */
  integer(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** A linear congruential generator (the constants of Numerical Recipes). */
export function random(seed: number): Chance {
  let state = seed >>> 0;
  const integer = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return {
    integer,
    pick: items => items[integer(items.length)] as (typeof items)[number],
    shuffled(items) {
      const left = [...items];
      return items.map(() => left.splice(integer(left.length), 1)[0] as (typeof items)[number]);
    },
  };
}
