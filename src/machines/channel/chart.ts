/**
 * The health of one channel, and its deliveries in order.
 *
 * `connection` checks that the other side answers, and `inbox` listens for as long as it does. When either ends, the
 * channel connects again, with growing pauses and without a limit. Each chat has a line of its own: a message waits for
 * the one before it and for nothing else, and is tried until it is delivered, superseded or too old
 * (src/domain/conversation/delivery-line.ts). If nobody knows whether a message arrived, it is sent once more and says
 * that it may be a repeat.
 */
import { assign } from 'xstate';
import type { Failure } from '../../domain/supervision/failure.ts';
import { advance, enqueueCard, enqueueQuestion, enqueueReply, freeLine, pump, release, retreat } from './lines.ts';
import { reportReturn, reportWaiting } from './reports.ts';
import { base } from './setup.ts';

/** Where a lost connection leads. */
const lost = ({ event }: { event: { readonly error: unknown } }) => event.error as Failure;

/** A channel listens until it is stopped; one that returns at once would be asked again without end. */
const ended: Failure = { kind: 'unavailable', message: 'it stopped receiving and gave no reason' };

/** Messages can be sent, so whatever is queued goes. */
const sending = {
  'delivery.queued': { actions: [enqueueReply, pump] },
  'card.queued': { actions: [enqueueQuestion, pump] },
  'card.settled': { actions: [enqueueCard, pump] },
  'delivery.due': { actions: [freeLine, pump] },
  'xstate.done.actor.*': { actions: [advance, pump, reportWaiting] },
  'xstate.error.actor.*': { actions: [retreat, pump, reportWaiting] },
} as const;

export const channelMachine = base.createMachine({
  id: 'channel',
  version: '3',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    name: input.name,
    identity: null,
    failure: null,
    attempt: 0,
    awaySince: null,
    told: [],
    isWaitTold: false,
    lines: {},
  }),
  initial: 'stopped',
  on: {
    'channel.stopped': '.stopped',
    'delivery.queued': { actions: enqueueReply },
    'card.queued': { actions: enqueueQuestion },
    'card.settled': { actions: enqueueCard },
    'delivery.due': { actions: freeLine },
    'xstate.done.actor.*': { actions: advance },
    'xstate.error.actor.*': { actions: retreat },
  },
  states: {
    stopped: {
      tags: ['resting', 'paused'],
      meta: { help: 'It is not connected; what is to be sent waits.' },
      on: { 'channel.started': { target: 'connecting', actions: assign({ attempt: 0, failure: null }) } },
    },
    connecting: {
      tags: ['busy'],
      meta: { expectMs: 15_000, help: 'It asks whether the other side answers.' },
      on: { 'channel.started': {} },
      invoke: {
        id: 'connection',
        src: 'connection',
        input: ({ context }) => ({ channel: context.name }),
        onDone: {
          target: 'online',
          actions: assign({ identity: ({ event }) => event.output.identity }),
        },
        onError: { target: 'backingOff', actions: { type: 'lose', params: lost } },
      },
    },
    online: {
      tags: ['ok', 'resting'],
      meta: { help: 'It listens.' },
      entry: [release, pump, reportReturn('online')],
      // a line that answers and then fails again is one outage, not many
      after: {
        steady: {
          actions: [reportReturn('steady'), assign({ attempt: 0, failure: null, awaySince: null, told: [] })],
        },
      },
      on: { 'channel.started': {}, ...sending },
      invoke: {
        id: 'inbox',
        src: 'inbox',
        input: ({ context }) => ({ channel: context.name }),
        onDone: { target: 'backingOff', actions: { type: 'lose', params: ended } },
        onError: [
          { guard: { type: 'isConflict', params: lost }, target: 'conflict', actions: { type: 'lose', params: lost } },
          { target: 'backingOff', actions: { type: 'lose', params: lost } },
        ],
      },
    },
    backingOff: {
      tags: ['error'],
      meta: { help: 'The other side does not answer, or refuses; it is tried again.' },
      entry: [{ type: 'reportLoss' }, reportWaiting],
      // after a restart of the process it tries at once: what was wrong may have been mended
      on: { 'channel.started': 'connecting' },
      after: { backoff: 'connecting' },
    },
    conflict: {
      tags: ['error'],
      meta: { help: 'Somebody else listens with the same credentials. Messages still go out.' },
      entry: [{ type: 'reportLoss' }, pump],
      on: { 'channel.started': 'connecting', ...sending },
      after: { backoff: 'connecting' },
    },
  },
});
