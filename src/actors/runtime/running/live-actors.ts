/** The actors that are kept in memory: the ones longest untouched go first. */
import { dropOldest } from '../../../domain/collections/drop-oldest.ts';
import type { LiveActor } from '../commit/live-actor.ts';

export interface LiveActors {
  readonly actors: Map<string, LiveActor>;
  /** Takes over an actor as a commit has left it; one that has ended goes. */
  retain(actor: LiveActor): void;
}

/** Keeps `most` actors. */
export function createLiveActors(most: number): LiveActors {
  const actors = new Map<string, LiveActor>();
  return {
    actors,
    retain(actor) {
      const { address, status } = actor.row;
      actors.delete(address);
      if (status !== 'active') return;
      actors.set(address, actor);
      dropOldest(actors, most);
    },
  };
}
