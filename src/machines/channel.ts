/**
 * One channel's health, and its deliveries in order.
 *
 * `connection` proves that the other side answers, `inbox` listens for as long as it does; both end in a failure that says
 * what to do next. Each chat has a line of its own: a message waits for the one before it and for nothing else. A message whose
 * fate is unknown after a crash goes out once more and says that it may be a repeat.
 */
import { assign, enqueueActions, setup } from 'xstate';
import type { ApprovalOutcome } from './domain/approval-card.ts';
import { backoffMs } from './domain/backoff.ts';
import type { Failure } from './domain/failure.ts';
import { actorAt, needs } from './needs.ts';

/** Something to be sent to a chat. `attempt` counts tries of the part in hand. */
export type Outgoing =
  | {
      readonly kind: 'reply';
      readonly delivery: string;
      readonly chat: string;
      readonly part: number;
      readonly attempt: number;
      readonly repeat: boolean;
    }
  | {
      readonly kind: 'card';
      readonly approval: string;
      readonly chat: string;
      readonly ref: string;
      readonly outcome: ApprovalOutcome;
      readonly by: string | null;
      readonly attempt: number;
    };

export interface ChannelInput {
  readonly name: string;
}

type Reply = Extract<Outgoing, { kind: 'reply' }>;
type Card = Extract<Outgoing, { kind: 'card' }>;

/** One part is out: what the channel calls it, and of how many it was one. */
export interface DeliveryOutput {
  readonly ref: string;
  readonly of: number;
}

interface Line {
  readonly queue: readonly Outgoing[];
  /** The first of the queue is being sent, or waits for its next try. */
  readonly busy: boolean;
}

interface Context {
  readonly name: string;
  readonly identity: string | null;
  readonly failure: Failure | null;
  readonly attempt: number;
  readonly lines: { readonly [chat: string]: Line };
}

type Stamp = { readonly at: number; readonly id: string };
type ChannelEvent = Stamp &
  (
    | { readonly type: 'channel.started' }
    | { readonly type: 'channel.stopped' }
    | { readonly type: 'delivery.queued'; readonly delivery: string; readonly chat: string }
    | { readonly type: 'delivery.due'; readonly chat: string }
    | {
        readonly type: 'card.settled';
        readonly approval: string;
        readonly chat: string;
        readonly ref: string;
        readonly outcome: ApprovalOutcome;
        readonly by: string | null;
      }
    | {
        readonly type: `xstate.done.actor.line-${string}`;
        readonly actorId: string;
        readonly output: DeliveryOutput;
      }
    | { readonly type: `xstate.error.actor.line-${string}`; readonly actorId: string; readonly error: Failure }
  );

const base = setup({
  types: {
    input: {} as ChannelInput & { readonly address: string },
    context: {} as Context,
    events: {} as ChannelEvent,
    tags: {} as 'busy' | 'resting' | 'ok' | 'error' | 'background' | 'paused',
  },
  actors: {
    connection: needs<{ identity: string }, { channel: string }>('connection'),
    inbox: needs<void, { channel: string }>('inbox'),
    delivery: needs<DeliveryOutput, { channel: string; outgoing: Reply }>('delivery'),
    settlement: needs<DeliveryOutput, { channel: string; outgoing: Card }>('settlement'),
  },
  actions: {
    markPartSent: (_, _params: { readonly delivery: string; readonly ref: string }) => {},
    endDelivery: (
      _,
      _params: { readonly delivery: string; readonly status: 'sent' | 'failed'; readonly failure: string | null },
    ) => {},
    lose: assign(({ context }, failure: Failure) => ({ failure, attempt: context.attempt + 1 })),
    // said once per outage, when it begins, and when nothing more is tried
    reportLoss: enqueueActions(({ context, enqueue }) => {
      const { name, failure, attempt } = context;
      if (!failure || (attempt !== 1 && !isFinal(failure))) return;
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
    isConflict: (_, failure: Failure) => failure.cause === 'conflict',
    isRefused: (_, failure: Failure) => isFinal(failure),
  },
  delays: {
    backoff: ({ context }) => backoffMs(context.attempt, context.failure?.retryAfterMs, 60_000),
    conflict: 30_000,
    steady: 60_000,
  },
});

/** The channel stops at such a failure: the same again would be refused again. */
const isFinal = ({ kind }: Failure): boolean => kind === 'denied' || kind === 'invalid';

/** A message is tried so often before it is given up and reported. */
const mostAttempts = 12;

const enqueueReply = base.assign(({ context, event }) => {
  if (event.type !== 'delivery.queued') return {};
  const { delivery, chat } = event;
  return added(context, { kind: 'reply', delivery, chat, part: 0, attempt: 1, repeat: false });
});

const enqueueCard = base.assign(({ context, event }) => {
  if (event.type !== 'card.settled') return {};
  const { approval, chat, ref, outcome, by } = event;
  return added(context, { kind: 'card', approval, chat, ref, outcome, by, attempt: 1 });
});

/** Starts the first message of every line that stands still. */
const pump = base.enqueueActions(({ context, enqueue }) => {
  for (const [chat, { queue, busy }] of Object.entries(context.lines)) {
    const [first] = queue;
    if (!first || busy) continue;
    const id = `line-${chat}`;
    enqueue.assign(({ context: { lines } }) => ({ lines: { ...lines, [chat]: { queue, busy: true } } }));
    if (first.kind === 'reply')
      enqueue.spawnChild('delivery', { id, input: { channel: context.name, outgoing: first } });
    else enqueue.spawnChild('settlement', { id, input: { channel: context.name, outgoing: first } });
  }
});

type LineDone = Extract<ChannelEvent, { readonly output: DeliveryOutput }>;
type LineError = Extract<ChannelEvent, { readonly error: Failure }>;

// a line's child is named for its chat, and so are the events of its end
const isLineDone = (event: ChannelEvent): event is LineDone => event.type.startsWith('xstate.done.actor.line-');
const isLineError = (event: ChannelEvent): event is LineError => event.type.startsWith('xstate.error.actor.line-');

/** One part is out: the next part, or the next message. */
const advance = base.enqueueActions(({ context, event, enqueue }) => {
  if (!isLineDone(event)) return;
  const chat = chatOf(event.actorId);
  enqueue.stopChild(event.actorId);
  const [first, ...rest] = context.lines[chat]?.queue ?? [];
  if (!first) return;
  if (first.kind === 'reply') {
    const { delivery, part } = first;
    enqueue({ type: 'markPartSent', params: { delivery, ref: event.output.ref } });
    if (part + 1 < event.output.of) {
      enqueue.assign(lineOf(chat, [{ ...first, part: part + 1, attempt: 1, repeat: false }, ...rest], false));
      return;
    }
    enqueue({ type: 'endDelivery', params: { delivery, status: 'sent', failure: null } });
  }
  enqueue.assign(lineOf(chat, rest, false));
});

/** A part did not go out: again at once and marked where nobody knows, later where the other side is down, else given up. */
const retreat = base.enqueueActions(({ context, event, enqueue }) => {
  if (!isLineError(event)) return;
  const chat = chatOf(event.actorId);
  const failure = event.error;
  enqueue.stopChild(event.actorId);
  const [first, ...rest] = context.lines[chat]?.queue ?? [];
  if (!first) return;
  if (first.kind === 'reply' && failure.kind === 'unknown' && !first.repeat) {
    enqueue.assign(lineOf(chat, [{ ...first, repeat: true, attempt: first.attempt + 1 }, ...rest], false));
    return;
  }
  const comesBack = failure.kind === 'unavailable' || failure.kind === 'timeout' || failure.kind === 'cancelled';
  if (comesBack && first.attempt < mostAttempts) {
    enqueue.assign(lineOf(chat, [{ ...first, attempt: first.attempt + 1 }, ...rest], true));
    enqueue.raise(
      { type: 'delivery.due', chat, at: event.at, id: event.id },
      { id: `due-${chat}`, delay: backoffMs(first.attempt, failure.retryAfterMs) },
    );
    return;
  }
  if (first.kind === 'reply') {
    enqueue({ type: 'endDelivery', params: { delivery: first.delivery, status: 'failed', failure: failure.message } });
    enqueue.sendTo(actorAt('supervisor'), {
      type: 'report.raised',
      kind: 'failed',
      code: 'undelivered',
      subject: `channel:${context.name}`,
      chat,
      failure,
    });
  }
  enqueue.assign(lineOf(chat, rest, false));
});

const freeLine = base.assign(({ context, event }) =>
  event.type === 'delivery.due' ? lineOf(event.chat, context.lines[event.chat]?.queue ?? [], false)({ context }) : {},
);

/** Where a lost connection leads. */
const lost = ({ event }: { event: { readonly error: unknown } }) => event.error as Failure;

export const channelMachine = base.createMachine({
  id: 'channel',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({ name: input.name, identity: null, failure: null, attempt: 0, lines: {} }),
  initial: 'stopped',
  on: {
    'channel.stopped': '.stopped',
    'delivery.queued': { actions: enqueueReply },
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
        onError: [
          {
            guard: { type: 'isRefused', params: lost },
            target: 'stopped',
            actions: [{ type: 'lose', params: lost }, { type: 'reportLoss' }],
          },
          { target: 'backingOff', actions: { type: 'lose', params: lost } },
        ],
      },
    },
    online: {
      tags: ['ok', 'resting'],
      meta: { help: 'It listens.' },
      entry: pump,
      // a line that answers and then fails again is one outage, not many
      after: { steady: { actions: assign({ attempt: 0, failure: null }) } },
      on: {
        'channel.started': {},
        'delivery.queued': { actions: [enqueueReply, pump] },
        'card.settled': { actions: [enqueueCard, pump] },
        'delivery.due': { actions: [freeLine, pump] },
        'xstate.done.actor.*': { actions: [advance, pump] },
        'xstate.error.actor.*': { actions: [retreat, pump] },
      },
      invoke: {
        id: 'inbox',
        src: 'inbox',
        input: ({ context }) => ({ channel: context.name }),
        onDone: 'connecting',
        onError: [
          { guard: { type: 'isConflict', params: lost }, target: 'conflict', actions: { type: 'lose', params: lost } },
          {
            guard: { type: 'isRefused', params: lost },
            target: 'stopped',
            actions: [{ type: 'lose', params: lost }, { type: 'reportLoss' }],
          },
          { target: 'backingOff', actions: { type: 'lose', params: lost } },
        ],
      },
    },
    backingOff: {
      tags: ['error'],
      meta: { help: 'The other side does not answer; it is tried again.' },
      entry: { type: 'reportLoss' },
      // a house that starts anew tries at once: whoever started it may have mended what was wrong
      on: { 'channel.started': 'connecting' },
      after: { backoff: 'connecting' },
    },
    conflict: {
      tags: ['error'],
      meta: { help: 'Somebody else listens with the same credentials.' },
      entry: { type: 'reportLoss' },
      on: { 'channel.started': 'connecting' },
      after: { conflict: 'connecting' },
    },
  },
});

function added({ lines }: Context, item: Outgoing): Pick<Context, 'lines'> {
  const { queue, busy } = lines[item.chat] ?? { queue: [], busy: false };
  return { lines: { ...lines, [item.chat]: { queue: [...queue, item], busy } } };
}

/** The lines with one of them replaced; an empty line goes. */
function lineOf(chat: string, queue: readonly Outgoing[], busy: boolean) {
  return ({ context: { lines } }: { context: Pick<Context, 'lines'> }): Pick<Context, 'lines'> => {
    const { [chat]: _, ...others } = lines;
    return { lines: queue.length === 0 ? others : { ...others, [chat]: { queue, busy } } };
  };
}

function chatOf(childId: string): string {
  return childId.slice('line-'.length);
}
