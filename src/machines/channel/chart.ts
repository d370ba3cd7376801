/**
 * One channel's health, and its deliveries in order.
 *
 * `connection` proves that the other side answers, `inbox` listens for as long as it does. Whatever ends them, the channel looks again,
 * with growing pauses and for ever. Each chat has a line of its own: a message waits for the one before it and for nothing else, and is
 * tried until it is delivered, superseded or too old (src/domain/conversation/delivery-line.ts). One whose fate is unknown goes out once more and says
 * that it may be a repeat.
 */
import { assign, enqueueActions, setup } from 'xstate';
import {
  added,
  type Card,
  endsDelivery,
  type Lines,
  mayHaveArrived,
  type Outgoing,
  otherNotices,
  type Question,
  type Reply,
  replaced,
  waitingIn,
  withCardEnd,
  withRef,
} from '../../domain/conversation/delivery-line.ts';
import { backoffMs } from '../../domain/supervision/backoff.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { actorAt, needs, stampOf } from '../needs.ts';

export interface ChannelInput {
  readonly name: string;
}

/** One part is out: what the channel calls it, and of how many it was one. */
export interface DeliveryOutput {
  readonly ref: string;
  readonly of: number;
  /** Deliveries that it told as well. */
  readonly also?: readonly string[];
}

/** A card is out: what the channel calls it, and whose answer counts. `ref` is empty where nothing had to be asked any more. */
export interface ConsentOutput {
  readonly ref: string;
  readonly of: number;
  readonly nonce: string;
}

/** Why a channel was lost; each is told once an outage. */
type Loss = 'down' | 'conflict' | 'refused';

interface Context {
  readonly name: string;
  readonly identity: string | null;
  readonly failure: Failure | null;
  readonly attempt: number;
  /** Since when it has not been steady; null: it is. */
  readonly awaySince: number | null;
  readonly told: readonly Loss[];
  /** The other channels were told that messages wait here. */
  readonly isWaitTold: boolean;
  readonly lines: Lines;
}

type Stamp = { readonly at: number; readonly id: string };
type LineOutput = DeliveryOutput & Partial<Pick<ConsentOutput, 'nonce'>>;
type ChannelEvent = Stamp &
  (
    | { readonly type: 'channel.started' }
    | { readonly type: 'channel.stopped' }
    | { readonly type: 'delivery.queued'; readonly delivery: string; readonly chat: string; readonly notice?: true }
    | { readonly type: 'delivery.due'; readonly chat: string }
    | { readonly type: 'card.queued'; readonly approval: string; readonly chat: string }
    | ({ readonly type: 'card.settled' } & Pick<Card, 'approval' | 'chat' | 'ref' | 'outcome' | 'by'>)
    | {
        readonly type: `xstate.done.actor.line-${string}`;
        readonly actorId: string;
        readonly output: LineOutput;
      }
    | { readonly type: `xstate.error.actor.line-${string}`; readonly actorId: string; readonly error: Failure }
  );

/** A channel that was away for so long says so when it is back, and the other channels say what waits in it. */
const notableMs = 300_000;

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
    delivery: needs<DeliveryOutput, { channel: string; outgoing: Reply; also: readonly string[] }>('delivery'),
    consent: needs<ConsentOutput, { channel: string; outgoing: Question }>('consent'),
    settlement: needs<DeliveryOutput, { channel: string; outgoing: Card }>('settlement'),
  },
  actions: {
    markPartSent: (_, _params: { readonly delivery: string; readonly ref: string }) => {},
    endDelivery: (
      _,
      _params: { readonly delivery: string; readonly status: 'sent' | 'failed'; readonly failure: string | null },
    ) => {},
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

function lossOf({ kind, cause }: Failure): Loss {
  if (cause === 'conflict') return 'conflict';
  return kind === 'denied' || kind === 'invalid' ? 'refused' : 'down';
}

/** It is back after a while that mattered: it says so itself. A conflict is over only when it stays so. */
const tellReturn = (when: 'online' | 'steady') =>
  base.enqueueActions(({ context: { name, awaySince, failure }, event, enqueue }) => {
    const { at } = stampOf(event);
    if (awaySince === null || at - awaySince < notableMs) return;
    if (when === 'online' && failure !== null && lossOf(failure) === 'conflict') return;
    enqueue.assign({ awaySince: null });
    const facts = { subject: `channel:${name}`, channel: name, since: awaySince };
    enqueue.sendTo(actorAt('supervisor'), { type: 'report.raised', kind: 'progress', code: 'channelBack', ...facts });
  });

/** What has waited for long is told elsewhere, once until nothing of it is left. */
const tellWaiting = base.enqueueActions(({ context: { name, lines, isWaitTold }, event, enqueue }) => {
  const waiting = waitingIn(lines);
  if (waiting === undefined && isWaitTold) enqueue.assign({ isWaitTold: false });
  if (isWaitTold || !waiting || waiting.since === null || stampOf(event).at - waiting.since < notableMs) return;
  enqueue.assign({ isWaitTold: true });
  const facts = { subject: `channel:${name}`, channel: name, since: waiting.since, times: waiting.count };
  enqueue.sendTo(actorAt('supervisor'), { type: 'report.raised', kind: 'failed', code: 'waiting', ...facts });
});

const enqueueReply = base.assign(({ context, event }) => {
  if (event.type !== 'delivery.queued') return {};
  const { delivery, chat, at, notice } = event;
  const item = { kind: 'reply', delivery, chat, part: 0, attempt: 1, repeat: false, at } as const;
  return { lines: added(context.lines, notice ? { ...item, notice } : item) };
});

const enqueueQuestion = base.assign(({ context, event }) => {
  if (event.type !== 'card.queued') return {};
  const { approval, chat, at } = event;
  return { lines: added(context.lines, { kind: 'question', approval, chat, attempt: 1, at }) };
});

const enqueueCard = base.assign(({ context, event }) => {
  if (event.type !== 'card.settled') return {};
  const { approval, chat, ref, outcome, by, at } = event;
  return {
    lines: withCardEnd(context.lines, { kind: 'card', approval, chat, ref, outcome, by, attempt: 1, at }),
  };
});

/** Starts the first message of every line that stands still. */
const pump = base.enqueueActions(({ context, enqueue }) => {
  const { name: channel } = context;
  for (const [chat, { queue, busy }] of Object.entries(context.lines)) {
    const [first] = queue;
    if (!first || busy) continue;
    const id = `line-${chat}`;
    enqueue.assign(({ context: { lines } }) => ({
      lines: { ...lines, [chat]: { ...lines[chat], queue, busy: true } },
    }));
    if (first.kind === 'reply')
      enqueue.spawnChild('delivery', { id, input: { channel, outgoing: first, also: otherNotices(queue) } });
    else if (first.kind === 'question') enqueue.spawnChild('consent', { id, input: { channel, outgoing: first } });
    else enqueue.spawnChild('settlement', { id, input: { channel, outgoing: first } });
  }
});

type LineDone = Extract<ChannelEvent, { readonly output: LineOutput }>;
type LineError = Extract<ChannelEvent, { readonly error: Failure }>;

// a line's child is named for its chat, and so are the events of its end
const isLineDone = (event: ChannelEvent): event is LineDone => event.type.startsWith('xstate.done.actor.line-');
const isLineError = (event: ChannelEvent): event is LineError => event.type.startsWith('xstate.error.actor.line-');

/** One part is out: the next part, or the next message. */
const advance = base.enqueueActions(({ context, event, enqueue }) => {
  if (!isLineDone(event)) return;
  const { output } = event;
  const chat = chatOf(event.actorId);
  enqueue.stopChild(event.actorId);
  const line = context.lines[chat];
  const [first, ...rest] = line?.queue ?? [];
  if (!line || !first) return;
  let left: readonly Outgoing[] = rest;
  if (first.kind === 'reply') {
    const { delivery, part } = first;
    enqueue({ type: 'markPartSent', params: { delivery, ref: output.ref } });
    if (part + 1 < output.of) {
      const next = { ...first, part: part + 1, attempt: 1, repeat: false };
      enqueue.assign(lineOf(chat, [next, ...rest], false));
      return;
    }
    const also = new Set(output.also);
    for (const other of also) enqueue({ type: 'markPartSent', params: { delivery: other, ref: output.ref } });
    for (const over of [delivery, ...also])
      enqueue({ type: 'endDelivery', params: { delivery: over, status: 'sent', failure: null } });
    left = rest.filter(item => item.kind !== 'reply' || !also.has(item.delivery));
  }
  if (first.kind === 'question') {
    const { approval } = first;
    const { ref, nonce = '' } = output;
    if (ref !== '') enqueue.sendTo(actorAt(approval), { type: 'card.shown', channel: context.name, chat, ref, nonce });
    left = withRef(rest, approval, ref);
  }
  enqueue.assign(lineOf(chat, left, false));
});

/** A part did not go out: later once more, marked where it may have arrived; where it never can, it is given up. */
const retreat = base.enqueueActions(({ context, event, enqueue }) => {
  if (!isLineError(event)) return;
  const chat = chatOf(event.actorId);
  const failure = event.error;
  enqueue.stopChild(event.actorId);
  const line = context.lines[chat];
  const [first, ...rest] = line?.queue ?? [];
  if (!line || !first) return;
  if (!endsDelivery(failure, first.attempt)) {
    if (first.kind === 'question' && mayHaveArrived(failure))
      enqueue.sendTo(actorAt(first.approval), { type: 'card.unsure', channel: context.name, chat });
    const marked = first.kind === 'reply' && mayHaveArrived(failure) ? { ...first, repeat: true } : first;
    const again = { ...marked, attempt: first.attempt + 1 };
    const isPausing = failure.retryAfterMs === undefined;
    enqueue.assign(lineOf(chat, [again, ...rest], true, isPausing));
    enqueue.raise(
      { type: 'delivery.due', chat, at: event.at, id: event.id },
      { id: `due-${chat}`, delay: backoffMs(first.attempt, failure.retryAfterMs) },
    );
    return;
  }
  const subject = `channel:${context.name}`;
  if (first.kind === 'reply')
    enqueue({ type: 'endDelivery', params: { delivery: first.delivery, status: 'failed', failure: failure.message } });
  const isTooOld = failure.kind === 'exhausted';
  if (first.kind !== 'card' && !(isTooOld && line.isTooOldTold))
    enqueue.sendTo(actorAt('supervisor'), {
      ...{ type: 'report.raised', kind: 'failed', subject, chat, failure },
      code: isTooOld ? 'tooOld' : 'undelivered',
    });
  const left = first.kind === 'question' ? withRef(rest, first.approval, '') : rest;
  enqueue.assign(lineOf(chat, left, false));
  if (isTooOld)
    enqueue.assign(({ context: { lines } }) => {
      const now = lines[chat];
      return now ? { lines: { ...lines, [chat]: { ...now, isTooOldTold: true } } } : {};
    });
});

const freeLine = base.assign(({ context, event }) =>
  event.type === 'delivery.due' ? lineOf(event.chat, context.lines[event.chat]?.queue ?? [], false)({ context }) : {},
);

/** The channel is back: what paused of our own accord goes at once; what the other side put off waits for its time. */
const release = base.enqueueActions(({ context, enqueue }) => {
  for (const [chat, { queue, isPausing }] of Object.entries(context.lines)) {
    if (!isPausing) continue;
    enqueue.cancel(`due-${chat}`);
    enqueue.assign(lineOf(chat, queue, false));
  }
});

/** Where a lost connection leads. */
const lost = ({ event }: { event: { readonly error: unknown } }) => event.error as Failure;

/** Messages can be sent, so whatever is queued goes. */
const sending = {
  'delivery.queued': { actions: [enqueueReply, pump] },
  'card.queued': { actions: [enqueueQuestion, pump] },
  'card.settled': { actions: [enqueueCard, pump] },
  'delivery.due': { actions: [freeLine, pump] },
  'xstate.done.actor.*': { actions: [advance, pump, tellWaiting] },
  'xstate.error.actor.*': { actions: [retreat, pump, tellWaiting] },
} as const;

export const channelMachine = base.createMachine({
  id: 'channel',
  version: '2',
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
      entry: [release, pump, tellReturn('online')],
      // a line that answers and then fails again is one outage, not many
      after: {
        steady: {
          actions: [tellReturn('steady'), assign({ attempt: 0, failure: null, awaySince: null, told: [] })],
        },
      },
      on: { 'channel.started': {}, ...sending },
      invoke: {
        id: 'inbox',
        src: 'inbox',
        input: ({ context }) => ({ channel: context.name }),
        onDone: 'connecting',
        onError: [
          { guard: { type: 'isConflict', params: lost }, target: 'conflict', actions: { type: 'lose', params: lost } },
          { target: 'backingOff', actions: { type: 'lose', params: lost } },
        ],
      },
    },
    backingOff: {
      tags: ['error'],
      meta: { help: 'The other side does not answer, or refuses; it is tried again.' },
      entry: [{ type: 'reportLoss' }, tellWaiting],
      // a program that starts anew tries at once: whoever started it may have mended what was wrong
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

/** A state of version 1, which kept no instants. */
export function migrateChannel(state: object, version: string): object | undefined {
  if (version !== '1') return undefined;
  const { context, ...rest } = state as { readonly context: { readonly lines: Lines } };
  const lines = Object.entries(context.lines).map(([chat, line]) => [
    chat,
    { ...line, queue: line.queue.map(item => ({ ...item, at: null })) },
  ]);
  const since = { awaySince: null, told: [], isWaitTold: false };
  return { ...rest, context: { ...context, ...since, lines: Object.fromEntries(lines) } };
}

/** A chat's line as it is from now on. */
function lineOf(chat: string, queue: readonly Outgoing[], busy: boolean, isPausing = false) {
  return ({ context: { lines } }: { context: Pick<Context, 'lines'> }): Pick<Context, 'lines'> => {
    const { isTooOldTold } = lines[chat] ?? {};
    const pause = isPausing ? { isPausing } : {};
    const told = isTooOldTold ? { isTooOldTold } : {};
    return { lines: replaced(lines, chat, { queue, busy, ...pause, ...told }) };
  };
}

function chatOf(childId: string): string {
  return childId.slice('line-'.length);
}
