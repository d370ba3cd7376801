/** The memories over HTTP: found by any words, reworded and forgotten one by one. */
import type { MemoryStatus } from '../src/domain/memory/memory.ts';
import { clientMadeId, fields, maybe, text } from './body.ts';
import type { Levers, Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { numberOf, type Route } from './routes.ts';

/** Without a memory the routes are there and refuse. */
export function memoryRoutes(reader: Pick<Reader, 'memories'>, levers: Levers | undefined): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/memory',
      query: ['q', 'status', 'limit'],
      run: async ({ query }) => {
        if (!reader.memories) throw refuse(404, 'this house shows no memory');
        const status = statuses.find(one => one === query.get('status'));
        if (query.has('status') && !status) throw refuse(400, `expected status to be one of ${statuses.join(', ')}`);
        const q = query.get('q') ?? '';
        const memories = await reader.memories.find({
          limit: numberOf(query, 'limit', 1, 500) ?? 200,
          ...(status ? { status } : {}),
          ...(q === '' ? {} : { q: q.slice(0, 500) }),
        });
        return { status: 200, value: { memories } };
      },
    },
    {
      method: 'PATCH',
      path: '/api/memory/{id}',
      acts: true,
      run: async ({ params, body, origin }) => {
        const { content } = fields<{ commandId: string; content: string }>(body, editShape);
        if (!levers) throw refuse(403, 'this server only shows; it was started without the means to act');
        if (!levers.editMemory) throw refuse(404, 'this house rewords nothing');
        const memory = await levers.editMemory(params['id'] ?? '', content, origin);
        if (!memory) throw refuse(404, 'there is no such memory (any more)');
        return { status: 200, value: { memory } };
      },
    },
    {
      method: 'DELETE',
      path: '/api/memory/{id}',
      acts: true,
      run: async ({ params, body, origin }) => {
        fields(body, { commandId: maybe(clientMadeId) });
        if (!levers) throw refuse(403, 'this server only shows; it was started without the means to act');
        if (!levers.forgetMemory) throw refuse(404, 'this house forgets nothing');
        // what is gone is gone: asked again, there is none
        if (!(await levers.forgetMemory(params['id'] ?? '', origin)))
          throw refuse(404, 'there is no such memory (any more)');
        return { status: 200, value: { forgotten: true } };
      },
    },
  ];
}

/** As long as one may be that the agent keeps. */
const editShape = { commandId: clientMadeId, content: text('what is to be remembered', 2000) };

const statuses: readonly MemoryStatus[] = ['active', 'pending', 'archived'];
