/** A turn ends, with something said to the owner but where the same was said before. */
import { agentChannel } from '../../domain/agents/agent.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { TurnOutcome } from '../../domain/conversation/message.ts';
import { cutText } from '../../domain/models/cut-reply.ts';
import { gaveUpText } from '../../domain/models/outage-texts.ts';
import { type Failure, isResting, isRetryable, restSeconds } from '../../domain/supervision/failure.ts';
import { texts } from '../../domain/text/texts.ts';
import { actorAt } from '../needs.ts';
import { type Context, inOwner, turnOf } from './context.ts';
import { completed, failed } from './facts.ts';
import { answerGiver, appendNotice, deliver } from './messages.ts';
import { base } from './setup.ts';
import { forgetDeadline } from './turn.ts';
import type { EvaluationOutput, SessionEvent, SessionInput } from './types.ts';

/** The chart answers by itself, without the model, and the turn ends. */
const endWith = (
  outcome: TurnOutcome | ((context: Context) => TurnOutcome),
  text: (context: Context, event: SessionEvent) => string,
) =>
  base.enqueueActions(({ context, event, enqueue }) => {
    const turn = turnOf(context).id;
    forgetDeadline(enqueue, context);
    const message = `${event.id}/end`;
    const body = text(context, event);
    enqueue({ type: 'appendMessage', params: { id: message, turn, role: 'assistant', body, taint: 'owner' } });
    deliver(enqueue, context, event, body);
    const became = typeof outcome === 'string' ? outcome : outcome(context);
    enqueue({ type: 'endTurn', params: { turn, outcome: became, reply: message } });
    answerGiver(enqueue, context, became, body);
    enqueue.assign({ turn: null });
  });

/**
 * It was stopped, or its deadline has passed: the owner reads what was done, what was cut short, and what was said
 * meanwhile and stopped with it.
 */
export const endStopped = endWith(
  context => (turnOf(context).isExpired ? 'expired' : 'cancelled'),
  context => {
    const { done, cut, isExpired, unreadWords } = turnOf(context);
    const say = texts(context.owner.language);
    const ended = isExpired ? say.expired(done, cut) : say.stopped(done, cut);
    return unreadWords.length === 0 ? ended : `${ended}\n\n${say.unreadWords(unreadWords)}`;
  },
);

/** The turns of a conversation that was restarted end, and no later turn takes them up. */
export const endReleased = base.enqueueActions(({ context, event, enqueue }) => {
  const { letGo } = (event as unknown as { readonly input: SessionInput }).input;
  if (!letGo) return;
  const { id, turns, notice, told } = letGo;
  const [turn = ''] = turns;
  const reply = `${id}/end`;
  enqueue({
    type: 'appendMessage',
    params: { id: `${id}/anew`, turn, role: 'notice', body: notice, taint: 'owner' },
  });
  enqueue({ type: 'appendMessage', params: { id: reply, turn, role: 'assistant', body: told, taint: 'owner' } });
  deliver(enqueue, context, { id }, told);
  for (const one of turns) enqueue({ type: 'endTurn', params: { turn: one, outcome: 'cancelled', reply } });
  answerGiver(enqueue, context, 'cancelled', told);
  // what it was for has its answer
  if (context.born.channel === agentChannel) enqueue.assign(inOwner(context, { newest: id }));
});

/** The model has answered with nothing, or was cut off before it had said something. */
export const endEmpty = endWith('failed', ({ owner }, event) => {
  const { cut, model } = completed(event);
  return cut ? cutText(model, cut, owner.language) : texts(owner.language).empty;
});

/** No model answers: why, and what was done by then. */
export const endFailed = endWith('failed', context => {
  const { failure, outage } = context.calling;
  const { done } = turnOf(context);
  const { language } = context.owner;
  const reason: Failure = failure ?? { kind: 'defect', message: 'no reason was given' };
  const say = texts(language);
  const isDown = isRetryable(reason) ? say.modelDown(reason) : say.modelFailed(reason);
  const rests = isResting(reason) ? say.modelRests(restSeconds(reason)) : isDown;
  const why = outage && isRetryable(reason) ? gaveUpText(outage, language) : rests;
  return done.length === 0 ? why : `${why}\n\n${say.doneSoFar(done)}`;
});

/** The budget says why, and when it goes on. The owner reads what was done by then. */
export const endSpent = endWith('paused', context => {
  const { done } = turnOf(context);
  const soFar = done.length === 0 ? '' : texts(context.owner.language).doneSoFar(done);
  return [context.calling.failure?.message ?? '', soFar].filter(text => text !== '').join('\n\n');
});

/** The owner is notified once for each limit and day: later messages end without another notice. */
export const noteSpent = base.assign(({ context, event }) => {
  const { cause = '', retryAfterMs = 0 } = failed(event);
  return inOwner(context, { spentUp: { cause, until: event.at + retryAfterMs } });
});

/** A failed turn is the supervisor's business too. */
export const reportFailure = base.sendTo(actorAt('supervisor'), ({ context }) => ({
  type: 'report.raised',
  kind: 'failed',
  subject: context.born.address,
  failure: context.calling.failure,
}));

/** What was found when the reply was compared with what was done. */
function evaluated(event: SessionEvent): EvaluationOutput {
  const isIt = event.type === 'xstate.done.actor.evaluation' || event.type === 'xstate.done.actor.judging';
  return isIt ? event.output : { claims: [] };
}

/** The reply goes to the chat, with what stands beneath it. */
export const deliverReply = base.enqueueActions(({ context, event, enqueue }) => {
  const { id: turn, reply, unread } = turnOf(context);
  if (!reply) return;
  const { claims, beneath, refuted = texts(context.owner.language).unconfirmed(claims.join(' ')) } = evaluated(event);
  const doubts = claims.length > 0 ? [refuted] : [];
  const notes = [...doubts, ...reply.notes];
  // what is said beneath a reply belongs to the conversation too: not every screen shows deliveries
  if (notes.length > 0) appendNotice(enqueue, context, `${reply.message}/notes`, notes.join('\n\n'));
  // words of the owner are yet to be answered in this turn, which says at its end what it has cost
  const cost = unread > 0 || beneath?.cost === undefined ? [] : [beneath.cost];
  const aside = [...(beneath?.notes ?? []), ...cost];
  if (aside.length > 0)
    enqueue({
      type: 'appendMessage',
      params: {
        id: `${reply.message}/aside`,
        turn,
        role: 'notice',
        body: aside.join('\n\n'),
        taint: 'owner',
        isAside: true,
      },
    });
  for (const params of beneath?.warned ?? []) enqueue({ type: 'markWarned', params });
  deliver(enqueue, context, event, reply.text, {
    notes: [...notes, ...aside, ...(beneath?.steps === undefined ? [] : [beneath.steps])],
  });
});

/** The budget is used up, and the owner has been notified already. */
export const endSilently = base.enqueueActions(({ context, enqueue }) => {
  forgetDeadline(enqueue, context);
  enqueue({ type: 'endTurn', params: { turn: turnOf(context).id, outcome: 'paused', reply: null } });
  answerGiver(enqueue, context, 'paused', context.calling.failure?.message ?? '');
  enqueue.assign({ turn: null });
});

/** The reply is out. One that says what the records refute is no end of a turn that has done its work. */
export const endDone = base.enqueueActions(({ context, event, enqueue }) => {
  const { id: turn, reply } = turnOf(context);
  const { refuted } = evaluated(event);
  const outcome = refuted === undefined ? 'done' : 'failed';
  forgetDeadline(enqueue, context);
  enqueue({ type: 'endTurn', params: { turn, outcome, reply: reply?.message ?? null } });
  answerGiver(enqueue, context, outcome, withVerdict(reply?.text ?? '', refuted));
  enqueue.assign({ turn: null });
});

/** A text that is stored apart is left to its conversation. */
function withVerdict(text: Body, refuted: string | undefined): Body {
  if (refuted === undefined) return text;
  return typeof text === 'string' ? `${text}\n\n${refuted}` : refuted;
}
