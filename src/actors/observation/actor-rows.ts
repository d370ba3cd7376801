/** The actors as rows of the overview. */

import type { ActorRow } from '../../domain/supervision/view.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ActorRecord, HostStore } from '../../ports/store.ts';
import { expectedMs } from '../runtime/step.ts';
import type { System } from '../runtime/system.ts';
import { actorRow } from './rows.ts';

export interface ActorRows {
  /** Every actor of the overview: as it is stored, and as it is shown. */
  all(): { readonly records: readonly ActorRecord[]; readonly shown: readonly ActorRow[] };
  shown(record: ActorRecord): ActorRow;
}

/** Ended actors stay in the overview for so long. */
const afterglowMs = 60_000;

/** Nothing is due to such an actor, and nothing waits for it. */
const hasEnded = ({ status }: ActorRecord) => status === 'done' || status === 'stopped';

export function actorRows({
  system,
  store,
  clock,
  language,
}: {
  readonly system: Pick<System, 'host' | 'stays'>;
  readonly store: HostStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly language: Language;
}): ActorRows {
  const { machines } = system.host.registry;

  /** How long an actor stays in its state: as its chart says, and as it was so far. */
  function stayOf({ machine, leaf }: ActorRecord): Pick<ActorRow, 'expectMs' | 'usualMs'> {
    const chart = machines.get(machine)?.machine;
    const expectMs = chart && expectedMs(chart, leaf);
    const usualMs = system.stays.usualMs(machine, leaf);
    return defined({ expectMs, usualMs });
  }

  const row = (record: ActorRecord, queued: number) =>
    actorRow(record, { queued, due: hasEnded(record) ? [] : store.timersOf(record.address) }, stayOf(record), language);

  return {
    all() {
      const queued = new Map<string, number>();
      for (const { target } of store.inbox()) queued.set(target, (queued.get(target) ?? 0) + 1);
      const records = store.actors(clock.now() - afterglowMs);
      return {
        records,
        shown: records.map(record => row(record, queued.get(record.address) ?? 0)),
      };
    },
    shown: record => row(record, hasEnded(record) ? 0 : store.countInbox(record.address)),
  };
}
