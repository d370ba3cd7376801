/** A turn begins, with the priority and deadline of the messages in it. */
import { moreUrgent, type TurnTerms } from '../../domain/conversation/turn-terms.ts';
import { turnOf } from './facts.ts';
import { appendWords } from './messages.ts';
import { base, type Enqueue } from './setup.ts';
import type { Context, Stamp } from './types.ts';

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

/** A turn begins, under the id of the event that opens it. */
export const openTurn = base.enqueueActions(({ event, enqueue }) => {
  enqueue.assign({ ...fresh, turn: event.id });
  enqueue({ type: 'beginTurn', params: { turn: event.id } });
});

/** What a message asks of its turn: the more urgent wish and the earlier deadline hold. */
export const takeTerms = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type === 'message.received') setTerms(enqueue, context, event, event);
});

function setTerms(enqueue: Enqueue, context: Context, { at, id }: Stamp, { priority, deadlineMs }: TurnTerms): void {
  if (priority !== undefined) enqueue.assign({ priority: moreUrgent(priority, context.priority ?? undefined) ?? null });
  if (deadlineMs === undefined) return;
  const deadline = at + deadlineMs;
  if (context.deadline && context.deadline <= deadline) return;
  enqueue.assign({ deadline });
  const due = { type: 'turn.expired', turn: turnOf(context), at, id, from: '' } as const;
  enqueue.raise(due, { id: deadlineTimer, delay: deadlineMs });
}

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
  if (event.type === 'message.received' && (event.priority ?? event.deadlineMs) !== undefined) {
    const priority = moreUrgent(event.priority, context.nextTerms?.priority);
    const ends = [
      context.nextTerms?.deadline,
      event.deadlineMs === undefined ? undefined : event.at + event.deadlineMs,
    ];
    const deadline = Math.min(...ends.map(end => end ?? Number.POSITIVE_INFINITY));
    enqueue.assign({
      nextTerms: {
        ...(priority === undefined ? {} : { priority }),
        ...(Number.isFinite(deadline) ? { deadline } : {}),
      },
    });
  }
  appendWords(enqueue, context, event, next);
});

/** The turn that was opened while another was being stopped begins. */
export const beginNext = base.enqueueActions(({ context, event, enqueue }) => {
  const turn = context.next;
  enqueue.assign({ ...fresh, turn, next: null, nextTerms: null });
  if (!context.nextTerms) return;
  const { deadline, ...terms } = context.nextTerms;
  const left = deadline === undefined ? {} : { deadlineMs: Math.max(0, deadline - event.at) };
  setTerms(enqueue, { ...context, ...fresh, turn }, event, { ...terms, ...left });
});
