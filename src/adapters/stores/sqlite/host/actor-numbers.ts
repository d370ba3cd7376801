/**
 * The number of each row of `actors`, by address. A number never changes, so it is kept in memory, and forgotten when
 * rows may have been removed.
 */
import type { Statements } from '../statements.ts';

export interface ActorNumbers {
  /** Undefined: there is no such row. */
  numberOf(address: string): number | undefined;
  keep(address: string, number: number): void;
  forgetAll(): void;
}

/** The most numbers kept in memory. */
const mostNumbers = 10_000;

export function actorNumbers({ one }: Statements): ActorNumbers {
  const numbers = new Map<string, number>();
  const select = one<{ n: number }>('SELECT n FROM actors WHERE address = ?');

  function keep(address: string, number: number): void {
    if (numbers.size >= mostNumbers) numbers.clear();
    numbers.set(address, number);
  }

  return {
    numberOf(address) {
      const known = numbers.get(address);
      if (known !== undefined) return known;
      const found = select(address)?.n;
      if (found !== undefined) keep(address, found);
      return found;
    },
    keep,
    forgetAll: () => numbers.clear(),
  };
}
