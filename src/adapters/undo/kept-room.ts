/** What is kept grows old and has a limit: the oldest turns are removed. */
import type { UndoIndex } from './undo-index.ts';

export interface KeptRoom {
  /**
   * Lets the oldest turns go until some content is needed by nothing; answers what is. A day is left in any case: else
   * a command that writes much could make the program forget what it has just destroyed.
   */
  make(needed: ReadonlySet<string>): readonly string[];
  /** Once a day: lets go what is too old, and answers what nothing needs any more. */
  prune(): readonly string[];
}

const dayMs = 86_400_000;

export function keptRoom(index: UndoIndex, maxAgeMs: number, now: () => number): KeptRoom {
  let prunedAt = Number.NEGATIVE_INFINITY;

  function dropped(objects: readonly string[]): readonly string[] {
    index.transaction(() => objects.forEach(index.dropObject));
    return objects;
  }

  return {
    make(needed) {
      for (;;) {
        const free = index.unneededObjects().filter(object => !needed.has(object));
        const oldest = free.length > 0 ? undefined : index.oldestTurn(now() - dayMs);
        if (oldest === undefined) return dropped(free);
        index.dropTurn(oldest);
      }
    },
    prune() {
      if (now() - prunedAt < dayMs) return [];
      prunedAt = now();
      index.transaction(() => index.turnsBefore(now() - maxAgeMs).forEach(index.dropTurn));
      return dropped(index.unneededObjects());
    },
  };
}
