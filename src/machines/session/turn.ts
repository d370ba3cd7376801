/** A turn begins, with the priority and deadline of the messages in it. */

import { moreUrgent, stricter, type TurnTerms } from '../../domain/conversation/turn-terms.ts';
import type { Side } from '../../domain/models/route.ts';
import { defined } from '../../domain/text/json.ts';
import { turnOf } from './facts.ts';
import { appendWords } from './messages.ts';
import { base, type Enqueue } from './setup.ts';
import type { Context, Of, SessionEvent, Stamp, WaitingMessage } from './types.ts';

/** What every turn begins with. */
export const fresh = {
  recalled: [],
  route: 0,
  priority: null,
  deadline: null,
  isExpired: false,
  attempt: 1,
  steps: 0,
  calls: 0,
  errorsInRow: 0,
  asked: {},
  unread: 0,
  limit: null,
  reply: null,
  corrected: false,
  emptied: false,
  done: [],
  cut: [],
  failure: null,
  outage: null,
  busy: null,
  rests: {},
} as const;

/** A state that has never heard of sides stays as it is. */
const anySide = ({ only }: Context) => (only ? { only: null } : {});

/** A turn begins, under the id of the event that opens it. */
export const openTurn = base.enqueueActions(({ context, event, enqueue }) => {
  enqueue.assign({ ...fresh, ...anySide(context), turn: event.id });
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
  if (priority !== undefined) enqueue.assign({ priority: moreUrgent(priority, context.priority ?? undefined) ?? null });
  const side = stricter(context.only ?? undefined, only);
  // in another line every place is another model's
  if (side && side !== context.only)
    enqueue.assign({ only: side, route: 0, rests: {}, models: modelsOf(context, side) });
  if (deadlineMs === undefined) return;
  const deadline = at + deadlineMs;
  if (context.deadline && context.deadline <= deadline) return;
  enqueue.assign({ deadline });
  const due = { type: 'turn.expired', turn: turnOf(context), at, id, from: '' } as const;
  enqueue.raise(due, { id: deadlineTimer, delay: deadlineMs });
}

const modelsOf = ({ counts, models }: Context, side: Side) => counts?.[side] ?? models;

/** What a turn has to go on: its memories, and how many models stand in line. */
export const keepRecalled = base.assign(({ context, event }) => {
  const { output } = event as Of<'xstate.done.actor.recall'>;
  const { recalled, models = 1, patience = null, language = context.language } = output;
  if (typeof models === 'number') return { recalled, patience, language, models };
  return { recalled, patience, language, models: models[context.only ?? 'all'], counts: models };
});

const deadlineTimer = 'deadline';

/** A turn that ends before its deadline needs it no more. */
export function forgetDeadline(enqueue: Enqueue, { deadline }: Context): void {
  if (deadline) enqueue.cancel(deadlineTimer);
}

/** What is said while a turn is being stopped belongs to the next one, which is open from then on. */
export const appendNext = base.enqueueActions(({ context, event, enqueue }) => {
  if (context.next === null) enqueue({ type: 'beginTurn', params: { turn: event.id } });
  const next = context.next ?? event.id;
  enqueue.assign({ next });
  if (event.type === 'message.received' && (event.priority ?? event.deadlineMs ?? event.only) !== undefined) {
    const priority = moreUrgent(event.priority, context.nextTerms?.priority);
    const only = stricter(event.only, context.nextTerms?.only);
    const ends = [
      context.nextTerms?.deadline,
      event.deadlineMs === undefined ? undefined : event.at + event.deadlineMs,
    ];
    const deadline = Math.min(...ends.map(end => end ?? Number.POSITIVE_INFINITY));
    enqueue.assign({
      nextTerms: defined({ priority, deadline: Number.isFinite(deadline) ? deadline : undefined, only }),
    });
  }
  appendWords(enqueue, context, event, next);
});

/** The turn that was opened while another was being stopped begins. */
export const beginNext = base.enqueueActions(({ context, event, enqueue }) => {
  const turn = context.next;
  const begun = { ...fresh, ...anySide(context), turn };
  enqueue.assign({ ...begun, next: null, nextTerms: null });
  if (!context.nextTerms) return;
  const { deadline, ...terms } = context.nextTerms;
  const left = deadline === undefined ? {} : { deadlineMs: Math.max(0, deadline - event.at) };
  setTerms(enqueue, { ...context, ...begun }, event, { ...terms, ...left });
});

/** What is to have a turn of its own stays in the state while another runs, so it waits across restarts; its turn has the id of the event that brought it. */
export const putOff = base.assign(({ context, event }) =>
  event.type === 'message.received' ? { later: [...(context.later ?? []), event] } : {},
);

/** The turn of the message that has waited longest begins; its deadline counts from when it was asked for. */
export const beginLater = base.enqueueActions(({ context, event, enqueue }) => {
  const [message, ...later] = context.later ?? [];
  if (!message) return;
  const turn = message.id;
  const begun = { ...fresh, ...anySide(context), turn, later };
  enqueue.assign(begun);
  enqueue({ type: 'beginTurn', params: { turn } });
  const { deadlineMs, priority, only } = message;
  // a conversation that begins again has no event yet
  const waitedMs = Math.max(0, ((event as Partial<SessionEvent>).at ?? message.at) - message.at);
  setTerms(
    enqueue,
    { ...context, ...begun },
    event,
    defined({ priority, only, deadlineMs: deadlineMs === undefined ? undefined : Math.max(0, deadlineMs - waitedMs) }),
  );
  appendWords(enqueue, context, message, turn);
});

/** A message that waits is taken back: its words are kept, no model reads them, and its turn ends before it begins. */
export const dropLater = base.enqueueActions(({ context, event, enqueue }) => {
  const message = laterOf(context, event);
  if (!message) return;
  const { id: turn, messageId, text, taint } = message;
  enqueue({ type: 'beginTurn', params: { turn } });
  enqueue({
    type: 'appendMessage',
    params: { id: messageId, turn, role: 'owner', body: text, taint, isAside: true },
  });
  enqueue({ type: 'endTurn', params: { turn, outcome: 'cancelled', reply: null } });
  enqueue.assign({ later: (context.later ?? []).filter(one => one !== message) });
});

/** The waiting message that a wish to stop is about. */
function laterOf({ later = [] }: Context, event: SessionEvent): WaitingMessage | undefined {
  return event.type === 'turn.aborted' ? later.find(({ id }) => id === event.turn) : undefined;
}
