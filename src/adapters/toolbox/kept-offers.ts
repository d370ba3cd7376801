/** What a source offered last in each conversation: the same object as long as nothing has changed. */
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import type { Offer, OfferedIn } from '../../ports/toolbox.ts';

/** What a choice goes by, beside the tools. */
export interface ChoosesBy {
  readonly words: string;
  /** Names that were on offer there last. */
  readonly before: ReadonlySet<string>;
  /** Names that were found there, as many as are offered, the newest last. */
  readonly wanted: ReadonlySet<string>;
}

interface Kept {
  readonly revision: number;
  readonly key: string;
  readonly offer: Offer;
}

/** Of so many conversations it is known what was offered. */
const mostSessions = 32;

/** `isCut`: not all tools are offered; where all are, nothing has to be chosen. `most`: how many are. */
export function keptOffers(most: number, isCut: () => boolean, make: (by: ChoosesBy) => Offer) {
  const kept = new Map<string, Kept>();
  let revision = 0;
  return {
    offer(words: string, within?: OfferedIn): Offer {
      const isChosen = isCut();
      const session = isChosen ? (within?.session ?? '') : '';
      const found = isChosen ? namesFound(within).slice(-most) : [];
      const key = isChosen ? `${found.join(' ')}\n${words}` : '';
      const last = kept.get(session);
      if (last?.revision === revision && last.key === key) return last.offer;
      const before = new Set(last?.offer.specs.map(({ name }) => name));
      const made = make({ words, before, wanted: new Set(found) });
      const offer = last && JSON.stringify(made) === JSON.stringify(last.offer) ? last.offer : made;
      kept.delete(session);
      kept.set(session, { revision, key, offer });
      dropOldest(kept, mostSessions);
      return offer;
    },
    /** What it chose from is no longer what it was. */
    changed(): void {
      revision += 1;
    },
  };
}

/** Each name where it was found last. */
function namesFound(within: OfferedIn | undefined): readonly string[] {
  const names = (within?.hints ?? []).flatMap(hint => ('found' in hint ? hint.found : []));
  return [...new Set(names.toReversed())].toReversed();
}
