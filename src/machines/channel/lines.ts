/** The line of each chat: what is queued, sent, tried again and given up. */
import {
  added,
  endsDelivery,
  mayHaveArrived,
  type Outgoing,
  otherNotices,
  replaced,
  withCardEnd,
  withRef,
} from '../../domain/conversation/delivery-line.ts';
import { backoffMs } from '../../domain/supervision/backoff.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { actorAt } from '../needs.ts';
import { base } from './setup.ts';
import type { ChannelEvent, Context, LineOutput } from './types.ts';

/** A message joins the line of its chat. */
export const enqueueReply = base.assign(({ context, event }) => {
  if (event.type !== 'delivery.queued') return {};
  const { delivery, chat, at, notice } = event;
  const item = { kind: 'reply', delivery, chat, part: 0, attempt: 1, repeat: false, at } as const;
  return { lines: added(context.lines, notice ? { ...item, notice } : item) };
});

/** The card of an approval joins the line of its chat. */
export const enqueueQuestion = base.assign(({ context, event }) => {
  if (event.type !== 'card.queued') return {};
  const { approval, chat, at } = event;
  return { lines: added(context.lines, { kind: 'question', approval, chat, attempt: 1, at }) };
});

/** A card is to be settled: in its turn, or at once where it has not gone out yet. */
export const enqueueCard = base.assign(({ context, event }) => {
  if (event.type !== 'card.settled') return {};
  const { approval, chat, ref, outcome, by, at } = event;
  return {
    lines: withCardEnd(context.lines, { kind: 'card', approval, chat, ref, outcome, by, attempt: 1, at }),
  };
});

/** Starts the first message of every line that stands still. */
export const pump = base.enqueueActions(({ context, enqueue }) => {
  const { name: channel } = context;
  for (const [chat, { queue, busy }] of Object.entries(context.lines)) {
    const [first] = queue;
    if (!first || busy) continue;
    const id = `line-${chat}`;
    enqueue.assign(({ context: { lines } }) => ({
      lines: { ...lines, [chat]: { ...lines[chat], queue, busy: true, isSending: true } },
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
export const advance = base.enqueueActions(({ context, event, enqueue }) => {
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
export const retreat = base.enqueueActions(({ context, event, enqueue }) => {
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
      type: 'report.raised',
      kind: 'failed',
      subject,
      chat,
      failure,
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

/** The pause after a failure is over; of a line that goes already since its channel is back, that comes too late. */
export const freeLine = base.assign(({ context, event }) => {
  if (event.type !== 'delivery.due') return {};
  const line = context.lines[event.chat];
  return line?.isSending ? {} : lineOf(event.chat, line?.queue ?? [], false)({ context });
});

/** The channel is back: what paused of our own accord goes at once; what the other side put off waits for its time. */
export const release = base.enqueueActions(({ context, enqueue }) => {
  for (const [chat, { queue, isPausing }] of Object.entries(context.lines)) {
    if (!isPausing) continue;
    enqueue.cancel(`due-${chat}`);
    enqueue.assign(lineOf(chat, queue, false));
  }
});

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
