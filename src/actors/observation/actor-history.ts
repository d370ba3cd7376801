/** The past of one actor: its journal, its state now and at any earlier step, and all of it as a file. */
import type { JournalEntry } from '../../domain/supervision/view.ts';
import type { Json } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HostStore } from '../../ports/store.ts';
import { exportActor } from '../runtime/export.ts';
import type { Registry } from '../runtime/registry.ts';
import { replay, type Verdict } from '../runtime/replay.ts';
import { journalEntry } from './rows.ts';

export interface ActorHistory {
  journal(
    id: string,
    page: { readonly before?: number; readonly limit: number; readonly q?: string },
  ): { readonly entries: readonly JournalEntry[]; readonly next?: number } | undefined;
  snapshot(id: string): { readonly snapshot: Json; readonly rev: number } | undefined;
  at(
    id: string,
    seq: number,
  ):
    | {
        readonly seq: number;
        readonly snapshot: Json;
        readonly prev: Json;
        readonly verified: Verdict;
        readonly ms: number;
      }
    | undefined;
  export(id: string): Json | undefined;
}

export function actorHistory({
  store,
  machines,
  clock,
}: {
  readonly store: HostStore;
  readonly machines: Registry['machines'];
  readonly clock: Pick<Clock, 'elapsed'>;
}): ActorHistory {
  return {
    journal(id, { before, limit, q }) {
      if (!store.actor(id)) return undefined;
      const page = store.journal(id, { limit: limit + 1, before });
      const entries = page.slice(-limit);
      const shown = entries.filter(entry => q === undefined || entry.event.includes(q)).map(journalEntry);
      const [oldest] = entries;
      return { entries: shown, next: page.length > limit && oldest ? oldest.seq : undefined };
    },
    snapshot(id) {
      const row = store.actor(id);
      return row && { snapshot: JSON.parse(row.state) as Json, rev: row.seq };
    },
    at(id, seq) {
      const startedAt = clock.elapsed();
      const file = exportActor(store, id, { from: Math.max(0, seq - 1), until: seq });
      const newest = store.actor(id)?.seq ?? 0;
      // a step that never was, or whose journal was pruned, cannot be shown
      if (!file || seq < Math.max(1, file.start?.seq ?? 1) || seq > newest) return undefined;
      const { state, before, verified } = replay(file, machines, seq);
      return { seq, snapshot: state, prev: before, verified, ms: clock.elapsed() - startedAt };
    },
    export: id => exportActor(store, id) as Json | undefined,
  };
}
