/**
 * How long actors stay in each leaf of their chart: the last stays of this process, so that "longer than usual" means
 * something.
 */
export interface Stays {
  note(machine: string, leaf: string, ms: number): void;
  /** The median of the last stays; undefined while there are fewer than five. */
  usualMs(machine: string, leaf: string): number | undefined;
}

const kept = 32;
const least = 5;

export function createStays(): Stays {
  const stays = new Map<string, { readonly last: number[]; next: number }>();
  return {
    note(machine, leaf, ms) {
      const key = `${machine} ${leaf}`;
      const ring = stays.get(key) ?? { last: [], next: 0 };
      stays.set(key, ring);
      ring.last[ring.next] = ms;
      ring.next = (ring.next + 1) % kept;
    },
    usualMs(machine, leaf) {
      const last = stays.get(`${machine} ${leaf}`)?.last ?? [];
      return last.length < least ? undefined : last.toSorted((a, b) => a - b)[Math.floor(last.length / 2)];
    },
  };
}
