/** `/api/traces`: the turns an actor has to do with, and the spans of one turn as a timeline. */
import type { Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { address, type Route } from './routes.ts';

export function traceRoutes(reader: Pick<Reader, 'traces'>): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/traces',
      query: ['actor'],
      run: ({ query }) => {
        const turns = reader.traces?.list(address(query.get('actor') ?? ''));
        if (turns === undefined) throw refuse(404, 'there is no such actor, or it has been pruned');
        return { status: 200, value: { turns } };
      },
    },
    {
      method: 'GET',
      path: '/api/traces/{turn}',
      run: ({ params }) => {
        const trace = reader.traces?.turn(params['turn'] ?? '');
        if (trace === undefined) throw refuse(404, 'there is no such turn, or it has been pruned');
        return { status: 200, value: trace };
      },
    },
  ];
}
