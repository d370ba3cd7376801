/** What is said in a conversation: rows of messages, and texts on their way to the chat. */

import { agentChannel, delegationOf } from '../../domain/agents/agent.ts';
import type { Asks } from '../../domain/conversation/asks.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { TurnOutcome } from '../../domain/conversation/message.ts';
import { jobAddress, jobChannel } from '../../domain/jobs/job.ts';
import { mixed, sourceOf, type Taint } from '../../domain/policy/taint.ts';
import { taskChannel } from '../../domain/tasks/task.ts';
import { defined } from '../../domain/text/json.ts';
import { modelTexts, texts } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { actorAt } from '../needs.ts';
import { type Context, inOwner, inTrust, inTurn, turnOf } from './context.ts';
import { base, type Enqueue } from './setup.ts';
import type { Of, SessionEvent } from './types.ts';

/** A text goes on its way to the chat, at most one a step; `notes` stand beneath it, and what it `asks` may be answered. */
export function deliver(
  enqueue: Enqueue,
  context: Context,
  event: Pick<SessionEvent, 'id'>,
  body: Body,
  { notes = [], asks }: { readonly notes?: readonly string[]; readonly asks?: Asks | undefined } = {},
): void {
  const { channel, chat } = context.born;
  const { taint } = context.trust;
  // a conversation of a job or an agent answers to that alone, when its turn ends
  if (channel === jobChannel || channel === agentChannel) return;
  if (channel === taskChannel) {
    tellTask(enqueue, context, body, notes);
    return;
  }
  const id = `${event.id}/delivery`;
  enqueue({ type: 'queueDelivery', params: { id, channel, chat, body, notes, taint, ...defined({ asks }) } });
  enqueue.sendTo(actorAt(`channel:${channel}`), { type: 'delivery.queued', delivery: id, chat });
}

/**
 * A conversation of a task has no chat: its owner reads what it says on every channel, in a topic of a chat where it was
 * given there.
 */
function tellTask(enqueue: Enqueue, { born, owner, trust }: Context, body: Body, notes: readonly string[]): void {
  const { address: subject, chat } = born;
  const { from, language } = owner;
  const text = [texts(language).taskSays(chat, typeof body === 'string' ? body : null), ...notes].join('\n\n');
  // what may quote a stranger is shown to no model
  const code = trust.taint === 'external' ? 'aside' : 'tell';
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'report.raised',
    kind: 'completed',
    code,
    subject,
    text,
    ...defined({ session: from ?? undefined }),
  });
}

/** The words of the owner, in the open turn. */
export const appendOwner = base.enqueueActions(({ context, event, enqueue }) =>
  appendWords(enqueue, context, event, turnOf(context).id),
);

/**
 * Keeps what was said as a message of a turn. With the owner's own words begins what the next calls are trusted by; what
 * is not the owner's comes on top of what stands there.
 */
export function appendWords(enqueue: Enqueue, context: Context, event: SessionEvent, turn: string): void {
  if (event.type !== 'message.received') return;
  const { messageId, text, attachments, correction, answers, ref, from } = event;
  if (correction) {
    const body = modelTexts.correction;
    enqueue({
      type: 'appendMessage',
      params: { id: `${messageId}/correction`, turn, role: 'notice', body, taint: 'owner' },
    });
  }
  if (answers) {
    const { body, taint } = answers;
    enqueue({
      type: 'appendMessage',
      params: { id: `${messageId}/answers`, turn, role: 'notice', body, taint, isQuoted: true },
    });
  }
  enqueue({
    type: 'appendMessage',
    params: {
      id: messageId,
      turn,
      role: 'owner',
      body: text,
      taint: event.taint,
      ...defined({ quotes: event.quotes ? true : undefined, attachments, ref }),
    },
  });
  const said = mixed(event.taint, answers?.taint ?? 'owner');
  const before = event.taint === 'owner' || event.quotes ? 'owner' : context.trust.taint;
  const source =
    event.taint === 'external'
      ? 'a message that was forwarded or is not yours'
      : 'an earlier message with outside text, which you answered';
  const known = before === 'external' ? context.trust.distrust : null;
  enqueue.assign({
    ...inTrust(context, { taint: mixed(before, said), distrust: sourceOf(before, said, source, known) }),
    ...inOwner(context, { newest: messageId, from: from ?? context.owner.from }),
  });
}

/** A reply that was stopped while it was written stays as far as it had come; one that was whole by then is there already. */
export const keepWritten = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'turn.aborted' || !event.written) return;
  const { messageId: id, text: body, taint } = event.written;
  enqueue({
    type: 'appendMessage',
    params: { id, turn: turnOf(context).id, role: 'assistant', body, taint: mixed(context.trust.taint, taint) },
  });
});

/** What came from outside up to an instant no longer counts: its owner says so, and nobody else can. */
export const restoreTrust = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'trust.restored') return;
  const { taint, distrust: source, until } = context.trust;
  enqueue({ type: 'noteTrust', params: { by: event.by, until: event.until, taint, source } });
  enqueue.assign({ trust: { taint: 'owner', distrust: null, until: Math.max(until ?? 0, event.until) } });
});

/** One more message that the model has not seen. */
export const countUnread = base.assign(({ context, event }) => {
  const { unread, unreadWords } = turnOf(context);
  const words = event.type === 'message.received' ? quoteOf(event) : '';
  return inTurn(context, { unread: unread + 1, unreadWords: [...unreadWords, words] });
});

/** The words by which the owner knows a message again; empty where they are long, or not the owner's own. */
function quoteOf({ text, taint }: Of<'message.received'>): string {
  return typeof text === 'string' && taint === 'owner' ? oneLine(text, mostQuote) : '';
}

const mostQuote = 80;

/** What a conversation is for, a job or a piece of work for an agent, is told of the end of its turn, with what was said last. */
export function answerGiver(enqueue: Enqueue, context: Context, outcome: TurnOutcome, text: Body): void {
  const { channel, chat, address: session } = context.born;
  if (channel !== jobChannel && channel !== agentChannel) return;
  const { taint } = context.trust;
  const isOpen = Object.keys(context.open.calls).length > 0;
  const giver = channel === jobChannel ? jobAddress(chat) : delegationOf(chat);
  enqueue.sendTo(actorAt(giver), { type: 'turn.ended', session, outcome, text, taint, isOpen });
}

/** A notice for the model. */
export function appendNotice(enqueue: Enqueue, context: Context, id: string, body: Body, taint: Taint = 'owner'): void {
  enqueue({ type: 'appendMessage', params: { id, turn: turnOf(context).id, role: 'notice', body, taint } });
}
