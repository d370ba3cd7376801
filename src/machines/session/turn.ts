/** A turn begins, with the priority and deadline of the messages in it. */

import { moreUrgent, stricter, type TurnTerms } from '../../domain/conversation/turn-terms.ts';
import type { Side } from '../../domain/models/route.ts';
import { defined } from '../../domain/text/json.ts';
import { begun, type Context, inCalling, inOpen, inOwner, inTurn, turnOf } from './context.ts';
import { appendWords } from './messages.ts';
import { base, type Enqueue } from './setup.ts';
import type { Of, SessionEvent, Stamp, WaitingMessage } from './types.ts';

/** A turn begins, under the id of the event that opens it. */
export const openTurn = base.enqueueActions(({ context, event, enqueue }) => {
  enqueue.assign(begun(context, event.id));
  enqueue({ type: 'beginTurn', params: { turn: event.id } });
});

/** What a message asks of its turn: the more urgent wish and the earlier deadline hold. */
export const takeTerms = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type === 'message.received') setTerms(enqueue, context, event, event);
});

function setTerms(
  enqueue: Enqueue,
  context: Context,
  { at, id }: Stamp,
  { priority, deadlineMs, only }: TurnTerms,
): void {
  const { id: turn, priority: known, deadline: before } = turnOf(context);
  const deadline = deadlineMs === undefined ? null : at + deadlineMs;
  const isEarlier = deadline !== null && (before === null || deadline < before);
  enqueue.assign({
    ...inTurn(context, {
      priority: priority === undefined ? known : (moreUrgent(priority, known ?? undefined) ?? null),
      deadline: isEarlier ? deadline : before,
    }),
    ...onSide(context, only),
  });
  if (!isEarlier) return;
  const due = { type: 'turn.expired', turn, at, id, from: '' } as const;
  enqueue.raise(due, { id: deadlineTimer, delay: deadline - at });
}

/** In another line every place is another model's. */
function onSide(context: Context, wanted: Side | undefined): Partial<Context> {
  const { only, counts, models } = context.calling;
  const side = stricter(only ?? undefined, wanted);
  if (!side || side === only) return {};
  return inCalling(context, { only: side, route: 0, rests: {}, models: counts?.[side] ?? models });
}

/** What a turn has to go on: its memories, and how many models stand in line. */
export const keepRecalled = base.assign(({ context, event }) => {
  const { output } = event as Of<'xstate.done.actor.recall'>;
  const { recalled, models: counted = 1, patience = null, language = context.owner.language } = output;
  const { only, counts } = context.calling;
  const line =
    typeof counted === 'number' ? { models: counted, counts } : { models: counted[only ?? 'all'], counts: counted };
  return {
    ...inTurn(context, { recalled }),
    ...inOwner(context, { language }),
    ...inCalling(context, { ...line, patience }),
  };
});

const deadlineTimer = 'deadline';

/** A turn that ends before its deadline needs it no more. */
export function forgetDeadline(enqueue: Enqueue, context: Context): void {
  if (turnOf(context).deadline !== null) enqueue.cancel(deadlineTimer);
}

/** What is said while a turn is being stopped belongs to the next one, which is open from then on. */
export const appendNext = base.enqueueActions(({ context, event, enqueue }) => {
  const { next } = context.open;
  const turn = next?.turn ?? event.id;
  if (next === null) enqueue({ type: 'beginTurn', params: { turn } });
  enqueue.assign(inOpen(context, { next: { turn, terms: joined(next?.terms ?? {}, event) } }));
  appendWords(enqueue, context, event, turn);
});

type NextTerms = NonNullable<Context['open']['next']>['terms'];

/** The terms of a turn that is yet to begin, with those of one more message. */
function joined(terms: NextTerms, event: SessionEvent): NextTerms {
  if (event.type !== 'message.received') return terms;
  const ends = [terms.deadline, event.deadlineMs === undefined ? undefined : event.at + event.deadlineMs];
  const deadline = Math.min(...ends.map(end => end ?? Number.POSITIVE_INFINITY));
  return defined({
    priority: moreUrgent(event.priority, terms.priority),
    deadline: Number.isFinite(deadline) ? deadline : undefined,
    only: stricter(event.only, terms.only),
  });
}

/** The turn that was opened while another was being stopped begins. */
export const beginNext = base.enqueueActions(({ context, event, enqueue }) => {
  const { next } = context.open;
  if (!next) return;
  const begins = { ...context, ...begun(context, next.turn), ...inOpen(context, { next: null }) };
  enqueue.assign(begins);
  const { deadline, ...terms } = next.terms;
  const deadlineMs = deadline === undefined ? undefined : Math.max(0, deadline - event.at);
  setTerms(enqueue, begins, event, { ...terms, ...defined({ deadlineMs }) });
});

/**
 * What is to have a turn of its own stays in the state while another runs, so it waits across restarts; its turn has the
 * id of the event that brought it. Its deadline may pass before that begins.
 */
export const putOff = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'message.received') return;
  enqueue.assign(inOpen(context, { later: [...context.open.later, event] }));
  const { id: turn, at, deadlineMs } = event;
  if (deadlineMs === undefined) return;
  enqueue.raise({ type: 'turn.expired', turn, at, id: turn, from: '' }, { id: laterTimer(turn), delay: deadlineMs });
});

const laterTimer = (turn: string) => `${deadlineTimer}/${turn}`;

/** The turn of the message that has waited longest begins; its deadline counts from when it was asked for. */
export const beginLater = base.enqueueActions(({ context, event, enqueue }) => {
  const [message, ...later] = context.open.later;
  if (!message) return;
  const turn = message.id;
  const begins = { ...context, ...begun(context, turn), ...inOpen(context, { later }) };
  enqueue.assign(begins);
  enqueue({ type: 'beginTurn', params: { turn } });
  const { deadlineMs, priority, only } = message;
  if (deadlineMs !== undefined) enqueue.cancel(laterTimer(turn));
  // a conversation that begins again has no event yet
  const waitedMs = Math.max(0, ((event as Partial<SessionEvent>).at ?? message.at) - message.at);
  setTerms(
    enqueue,
    begins,
    event,
    defined({ priority, only, deadlineMs: deadlineMs === undefined ? undefined : Math.max(0, deadlineMs - waitedMs) }),
  );
  appendWords(enqueue, begins, message, turn);
});

/**
 * A message that waits is taken back, or waits too long: its words are kept, no model reads them, and its turn ends
 * before it begins.
 */
export const dropLater = base.enqueueActions(({ context, event, enqueue }) => {
  const message = laterOf(context, event);
  if (!message) return;
  const { id: turn, messageId, text, taint, deadlineMs } = message;
  const outcome = event.type === 'turn.expired' ? 'expired' : 'cancelled';
  if (deadlineMs !== undefined && outcome !== 'expired') enqueue.cancel(laterTimer(turn));
  enqueue({ type: 'beginTurn', params: { turn } });
  enqueue({
    type: 'appendMessage',
    params: { id: messageId, turn, role: 'owner', body: text, taint, isAside: true },
  });
  enqueue({ type: 'endTurn', params: { turn, outcome, reply: null } });
  enqueue.assign(inOpen(context, { later: context.open.later.filter(one => one !== message) }));
});

/** The waiting message that a wish to stop, or a deadline, is about. */
function laterOf({ open }: Context, event: SessionEvent): WaitingMessage | undefined {
  return event.type === 'turn.aborted' || event.type === 'turn.expired'
    ? open.later.find(({ id }) => id === event.turn)
    : undefined;
}
