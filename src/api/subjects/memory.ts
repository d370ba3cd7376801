/** What the agent remembers: found by any words, reworded and forgotten one by one. */
import type { ZodType } from 'zod';
import type { Memory } from '../../domain/memory/memory.ts';
import { operation } from '../contract.ts';
import { count, instant, limit, text, words } from '../fields.ts';
import { z } from '../zod.ts';

const statuses = ['active', 'pending', 'archived'] as const;

function memoryRow(): ZodType<Memory> {
  return z.object({
    id: z.string(),
    kind: z.enum(['fact', 'procedure', 'episode', 'skill']),
    content: z.string(),
    status: z.enum(statuses),
    source: z.enum(['user', 'observer', 'agent']),
    taint: z.enum(['owner', 'auth', 'external']),
    session: z.string(),
    createdAt: instant(),
    updatedAt: instant(),
    uses: count(),
  });
}

const id = () => z.string().describe('the id of a memory');

export const memory = {
  list: operation({
    summary: 'Memories: with words the best match first, without them the newest first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/memory' },
    offered: ['http', 'page'],
    input: () => ({
      q: words('any words', 500),
      status: z
        .enum(statuses)
        .describe(`one of ${statuses.join(', ')}`)
        .exactOptional(),
      limit: limit(500, 200),
    }),
    output: () => z.object({ memories: z.array(memoryRow()).readonly() }),
  }),
  edit: operation({
    summary: 'Puts a memory in other words; the old text is gone.',
    role: 'owner',
    http: { method: 'PATCH', path: '/api/memory/{id}', status: 200 },
    offered: ['http', 'page'],
    // as long as one may be that the agent keeps
    input: () => ({ id: id(), content: text('what is to be remembered', 2000) }),
    output: () => z.object({ memory: memoryRow() }),
    missing: 'memory (any more)',
  }),
  forget: operation({
    summary: 'Forgets a memory for good.',
    role: 'owner',
    http: { method: 'DELETE', path: '/api/memory/{id}', status: 200 },
    offered: ['http', 'page'],
    commandId: 'taken',
    input: () => ({ id: id() }),
    output: () => z.object({ forgotten: z.literal(true) }),
    missing: 'memory (any more)',
  }),
};
