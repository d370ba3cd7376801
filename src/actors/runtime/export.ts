/** One actor as a file: its rows, as they can be replayed. */

import { readRequests } from '../../domain/supervision/journal-request.ts';
import { defined } from '../../domain/text/json.ts';
import type { HostStore } from '../../ports/store.ts';
import type { ActorExport } from './replay.ts';

/**
 * The whole journal where it is kept from the beginning, else from its oldest snapshot on. `from`: start at the nearest
 * snapshot before that step, which is shorter. `until`: end with that step. Undefined: there is no such actor.
 */
export function exportActor(
  store: HostStore,
  address: string,
  { from, until }: { readonly from?: number; readonly until?: number } = {},
): ActorExport | undefined {
  const row = store.actor(address);
  if (!row) return undefined;
  const first = store.journal(address, { before: 2, limit: 1 });
  const wanted = from === undefined ? undefined : store.snapshotAt(address, from);
  const start = first.length === 0 || wanted ? (wanted ?? oldestSnapshot(store, address)) : undefined;
  const journal = store.journalAfter(address, start?.seq ?? 0, until);
  return {
    format: 'straylight.actor/1',
    address,
    machine: row.machine,
    version: row.version,
    parent: row.parent,
    ...defined({
      start: start
        ? { seq: start.seq, state: JSON.parse(start.state), children: JSON.parse(start.children) }
        : undefined,
    }),
    journal: journal.map(({ seq, at, event, value, effects, hash, code }) => ({
      seq,
      at,
      event: JSON.parse(event),
      value: JSON.parse(value),
      effects: readRequests(effects),
      hash,
      code,
    })),
    state: JSON.parse(row.state),
  };
}

function oldestSnapshot(store: HostStore, address: string) {
  const [entry] = store.journalAfter(address, 0);
  return entry ? store.snapshotAt(address, entry.seq) : store.snapshotAt(address, Number.MAX_SAFE_INTEGER);
}
