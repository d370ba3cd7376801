/** What is said in a conversation: rows of messages, and texts on their way to the chat. */

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
import { turnOf } from './facts.ts';
import { base, type Enqueue } from './setup.ts';
import type { Context, Of, SessionEvent } from './types.ts';

/** A text goes on its way to the chat, at most one a step; `notes` stand beneath it, and what it `asks` may be answered. */
export function deliver(
  enqueue: Enqueue,
  context: Context,
  event: Pick<SessionEvent, 'id'>,
  body: Body,
  { notes = [], asks }: { readonly notes?: readonly string[]; readonly asks?: Asks | undefined } = {},
): void {
  const { channel, chat, taint } = context;
  // a conversation of a job answers to that alone, when its turn ends
  if (channel === jobChannel) return;
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
function tellTask(enqueue: Enqueue, context: Context, body: Body, notes: readonly string[]): void {
  const { address: subject, chat, from, taint, language } = context;
  const text = [texts(language).taskSays(chat, typeof body === 'string' ? body : null), ...notes].join('\n\n');
  // what may quote a stranger is shown to no model
  const code = taint === 'external' ? 'aside' : 'tell';
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'report.raised',
    kind: 'completed',
    code,
    subject,
    text,
    ...defined({ session: from }),
  });
}

/** The words of the owner, in the open turn. */
export const appendOwner = base.enqueueActions(({ context, event, enqueue }) =>
  appendWords(enqueue, context, event, turnOf(context)),
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
  const before = event.taint === 'owner' || event.quotes ? 'owner' : context.taint;
  const source =
    event.taint === 'external'
      ? 'a message that was forwarded or is not yours'
      : 'an earlier message with outside text, which you answered';
  const known = before === 'external' ? context.distrust : null;
  const distrust = sourceOf(before, said, source, known);
  const place = from === undefined ? {} : { from };
  enqueue.assign({ taint: mixed(before, said), distrust, allotment: messageId, ...place });
}

/** A reply that was stopped while it was written stays as far as it had come; one that was whole by then is there already. */
export const keepWritten = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'turn.aborted' || !event.written) return;
  const { messageId: id, text: body, taint } = event.written;
  const params = { id, turn: turnOf(context), role: 'assistant', body, taint: mixed(context.taint, taint) } as const;
  enqueue({ type: 'appendMessage', params });
});

/** What came from outside up to an instant no longer counts: its owner says so, and nobody else can. */
export const restoreTrust = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'trust.restored') return;
  const { taint, distrust = null, trustedUntil = 0 } = context;
  enqueue({ type: 'noteTrust', params: { by: event.by, until: event.until, taint, source: distrust } });
  enqueue.assign({ taint: 'owner', distrust: null, trustedUntil: Math.max(trustedUntil, event.until) });
});

/** One more message that the model has not seen. */
export const countUnread = base.assign(({ context, event }) => ({
  unread: context.unread + 1,
  unreadWords: [...(context.unreadWords ?? []), event.type === 'message.received' ? quoteOf(event) : ''],
}));

/** What was said is known to the model from here on. */
export const allRead = ({ unreadWords = [] }: Context) => (unreadWords.length > 0 ? { unreadWords: [] } : {});

/** The words by which the owner knows a message again; empty where they are long, or not the owner's own. */
function quoteOf({ text, taint }: Of<'message.received'>): string {
  return typeof text === 'string' && taint === 'owner' ? oneLine(text, mostQuote) : '';
}

const mostQuote = 80;

/** The job that a conversation is for is told of the end of its turn, with what was said last. */
export function answerJob(enqueue: Enqueue, context: Context, outcome: TurnOutcome, text: Body): void {
  const { channel, chat, address: session, taint, open } = context;
  const isOpen = Object.keys(open).length > 0;
  if (channel !== jobChannel) return;
  enqueue.sendTo(actorAt(jobAddress(chat)), { type: 'turn.ended', session, outcome, text, taint, isOpen });
}

/** A notice for the model. */
export function appendNotice(enqueue: Enqueue, context: Context, id: string, body: Body, taint: Taint = 'owner'): void {
  enqueue({ type: 'appendMessage', params: { id, turn: turnOf(context), role: 'notice', body, taint } });
}
