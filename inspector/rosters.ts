/** The actors as lists: the jobs, and who belongs to whom. Read from their rows, like everything of them. */
import type { ActorRow } from '../src/domain/supervision/view.ts';
import type { Reader } from './reader.ts';
import type { Route } from './routes.ts';

/** An actor and what it has started. */
export interface Branch extends Pick<ActorRow, 'id' | 'kind' | 'label' | 'leaf' | 'status' | 'rev' | 'since'> {
  readonly children: readonly Branch[];
}

export function rosterRoutes(reader: Pick<Reader, 'state'>): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/jobs',
      run: () => ({ status: 200, value: { jobs: reader.state().actors.filter(({ kind }) => kind === 'job') } }),
    },
    {
      method: 'GET',
      path: '/api/tree',
      run: () => ({ status: 200, value: { tree: tree(reader.state().actors) } }),
    },
  ];
}

/** Whoever's parent is not among the rows stands at the top. */
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
