/**
 * Safe mode lasts until its owner ends it: as long as its incident is open, each start begins in it, whether the one
 * before ended well or not. So what `start`, `status` and `ask` say of it is the same.
 */
import { incidentView } from '../../machines/incident/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { HostStore } from '../../ports/store.ts';

/** The key of its open incident; undefined: there is none. */
export function openSafeMode(store: Pick<HostStore, 'census' | 'actorsIn' | 'actor'>): string | undefined {
  const address = store
    .census()
    .filter(({ machine }) => machine === 'incident')
    .flatMap(({ machine, version, leaf }) => store.actorsIn(machine, version, leaf))
    .find(one => {
      const row = store.actor(one);
      return row?.status === 'active' && incidentView(storedState(row.state)).trouble?.kind === 'unclean';
    });
  return address?.slice('incident:'.length);
}
