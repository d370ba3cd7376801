/** What the chart is made of: its types, the effects and writers it names, its actions, guards and delays. */
import { assign, enqueueActions, setup } from 'xstate';
import type { Card, Question, Reply } from '../../domain/conversation/delivery-line.ts';
import type { ChannelWrites } from '../../domain/conversation/writes.ts';
import { backoffMs } from '../../domain/supervision/backoff.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { actorAt, needs, stampOf } from '../needs.ts';
import { lossOf } from './loss.ts';
import type { ChannelEvent, ChannelInput, ConsentOutput, Context, DeliveryOutput } from './types.ts';

/** Types and named parts; the actions and the chart are made from it. */
export const base = setup({
  types: {
    input: {} as ChannelInput & { readonly address: string },
    context: {} as Context,
    events: {} as ChannelEvent,
    tags: {} as 'busy' | 'resting' | 'ok' | 'error' | 'background' | 'paused',
  },
  actors: {
    connection: needs<{ identity: string }, { channel: string }>('connection'),
    inbox: needs<void, { channel: string }>('inbox'),
    delivery: needs<DeliveryOutput, { channel: string; outgoing: Reply; also: readonly string[] }>('delivery'),
    consent: needs<ConsentOutput, { channel: string; outgoing: Question }>('consent'),
    settlement: needs<DeliveryOutput, { channel: string; outgoing: Card }>('settlement'),
  },
  actions: {
    markPartSent: (_, _params: ChannelWrites['markPartSent']) => {},
    endDelivery: (_, _params: ChannelWrites['endDelivery']) => {},
    lose: assign(({ context, event }, failure: Failure) => ({
      failure,
      attempt: context.attempt + 1,
      awaySince: context.awaySince ?? stampOf(event).at,
    })),
    // said once per outage and reason
    reportLoss: enqueueActions(({ context, enqueue }) => {
      const { name, failure, told } = context;
      const loss = failure && lossOf(failure);
      if (!loss || told.includes(loss) || (loss === 'down' && told.length > 0)) return;
      enqueue.assign({ told: [...told, loss] });
      const subject = `channel:${name}`;
      enqueue.sendTo(actorAt('supervisor'), {
        type: 'report.raised',
        kind: 'failed',
        code: 'channelDown',
        subject,
        channel: name,
        failure,
      });
    }),
  },
  guards: {
    isConflict: (_, failure: Failure) => lossOf(failure) === 'conflict',
  },
  delays: {
    // a wrong token or a second program mends itself seldom, and every look disturbs the other
    backoff: ({ context: { attempt, failure } }) =>
      backoffMs(attempt, failure?.retryAfterMs, failure && lossOf(failure) !== 'down' ? 300_000 : 60_000),
    steady: 60_000,
  },
});
