/** The stream's two routes: opening one, and choosing what it carries. */

import { refuse } from '../../src/api/refusal.ts';
import { fields, flag, maybe } from '../http/body.ts';
import { address, type Route } from '../http/routes.ts';
import type { StreamHub } from './stream.ts';
import type { Watch } from './stream-writer.ts';

/**
 * `GET /api/stream?cursor=&actor=&feed=`: `actor` (may be repeated, `*` for all) and `feed=true` say at once what a
 * later
 * `POST /api/stream/{streamId}/watch` can change, so that nothing is missed between the two after a reconnect.
 */
export function streams(hub: StreamHub): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/stream',
      query: ['cursor', 'actor', 'feed'],
      run: ({ query, response, role }) => {
        const cursor = query.get('cursor') ?? undefined;
        const watch = watchOf(query.getAll('actor'), query.get('feed') === 'true');
        hub.open(response, cursor === '' ? undefined : cursor, watch, role === 'owner');
        return 'taken';
      },
    },
    {
      method: 'POST',
      path: '/api/stream/{streamId}/watch',
      run: ({ params, body }) => {
        const { actors, feed } = fields<{ actors: readonly string[]; feed?: boolean }>(body, {
          actors: {
            expected: `at most ${most} addresses of actors`,
            check: (value): value is readonly string[] =>
              Array.isArray(value) && value.length <= most && value.every(id => typeof id === 'string'),
          },
          feed: maybe(flag),
        });
        if (!hub.watch(params['streamId'] ?? '', watchOf(actors, feed ?? false)))
          throw refuse(404, 'there is no such stream; it has ended, open another');
        return { status: 200, value: { actors, feed: feed ?? false } };
      },
    },
  ];
}

const most = 500;

function watchOf(actors: readonly string[], feed: boolean): Watch {
  if (actors.length > most) throw refuse(400, `expected at most ${most} actors to watch`);
  return { actors: new Set(actors.map(id => (id === '*' ? id : address(id)))), feed };
}
