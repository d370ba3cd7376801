/** What took how long, turn by turn. */
import type { ZodType } from 'zod';
import type { Span, TracedTurn, TurnTrace } from '../../../domain/supervision/span.ts';
import { operation } from '../../contract.ts';
import { address } from '../../fields.ts';
import { z } from '../../zod.ts';

const turn = () => ({
  turn: z.string(),
  session: z.string(),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  outcome: z.string(),
});

function tracedTurn(): ZodType<TracedTurn> {
  return z.object({ ...turn(), model: z.string().optional() });
}

function turnTrace(): ZodType<TurnTrace> {
  const span: ZodType<Span> = z.object({
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string().optional(),
    topic: z.enum(['turn', 'model', 'tool', 'gate', 'effect', 'actor', 'step']),
    name: z.string(),
    actor: z.string(),
    startedAt: z.number(),
    endedAt: z.number().optional(),
    attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  });
  return z.object({ ...turn(), traceId: z.string(), spans: z.array(span), isPartial: z.boolean() });
}

export const traces = {
  list: operation({
    summary: 'The turns an actor has to do with, newest first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/traces' },
    offered: ['http', 'page'],
    input: () => ({ actor: address() }),
    output: () => z.object({ turns: z.array(tracedTurn()).readonly() }),
    missing: 'actor, or it has been pruned',
    needs: ['traces'],
    run: ({ traces }, { actor }) => {
      const turns = traces.list(actor);
      return turns && { turns };
    },
  }),
  show: operation({
    summary: 'The spans of one turn.',
    role: 'reader',
    http: { method: 'GET', path: '/api/traces/{turn}' },
    offered: ['http', 'page'],
    input: () => ({ turn: z.string().describe('the id of a turn') }),
    output: turnTrace,
    missing: 'turn, or it has been pruned',
    needs: ['traces'],
    run: ({ traces }, { turn }) => traces.turn(turn),
  }),
};
