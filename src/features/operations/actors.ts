/** Actors: read step by step, and acted on by way of the supervisor. */

import { refuse } from '../../api/refusal.ts';
import type { Implements } from '../../api/service.ts';
import type { Branch } from '../../api/subjects/actors.ts';
import type { ActorRow } from '../../domain/supervision/view.ts';
import type { Acts, Services } from './services.ts';

export function actorReads(services: Services): Omit<Implements<'actors'>, 'command' | 'answer'> {
  return {
    journal: ({ id, ...page }) => services.journal(id, page),
    preview: ({ id }) => services.restartPreview?.(id),
    snapshot: ({ id }) => services.snapshot(id),
    at: ({ id, seq }) => services.at(id, seq),
    export: ({ id }) => services.export(id),
    tree: () => ({ tree: tree(services.state().actors) }),
  };
}

export function actorActs(admin: NonNullable<Acts['admin']>): Pick<Implements<'actors'>, 'command' | 'answer'> {
  return {
    async command({ id, mode, ...request }, { by, commandId }) {
      const from = mode === undefined ? {} : { from: mode };
      const outcome = await admin.command({ id: commandId ?? '', actor: id, by, ...from, ...request });
      if (outcome.state === 'failed')
        throw refuse(409, outcome.error ?? 'it could not be done', {
          code: 'changed',
          outcome: outcome.state,
          commandId: outcome.id,
        });
      return { outcome };
    },
    async answer({ id, choice }, { by }) {
      await admin.choose(id.slice('incident:'.length), choice, by);
      return {};
    },
  };
}

/** An actor whose parent is not among the rows stands at the top. */
function tree(rows: readonly ActorRow[]): readonly Branch[] {
  const ids = new Set(rows.map(({ id }) => id));
  const children = Map.groupBy(rows, ({ parent }) => (parent !== undefined && ids.has(parent) ? parent : ''));
  const beneath = (parent: string): readonly Branch[] =>
    (children.get(parent) ?? []).map(({ id, kind, label, leaf, status, rev, since }) => ({
      ...{ id, kind, label, leaf, status, rev, since },
      children: beneath(id),
    }));
  return beneath('');
}
