/** A turn ends, with something said to the owner but where the same was said before. */
import type { TurnOutcome } from '../../domain/conversation/message.ts';
import { gaveUpText } from '../../domain/models/outage-texts.ts';
import { type Failure, isResting, isRetryable, restSeconds } from '../../domain/supervision/failure.ts';
import { texts } from '../../domain/text/texts.ts';
import { actorAt } from '../needs.ts';
import { failed, turnOf } from './facts.ts';
import { allRead, answerJob, appendNotice, deliver } from './messages.ts';
import { base } from './setup.ts';
import { forgetDeadline } from './turn.ts';
import type { Context, EvaluationOutput, SessionInput } from './types.ts';

/** The chart answers by itself, without the model, and the turn ends. */
const endWith = (outcome: TurnOutcome | ((context: Context) => TurnOutcome), text: (context: Context) => string) =>
  base.enqueueActions(({ context, event, enqueue }) => {
    const turn = turnOf(context);
    forgetDeadline(enqueue, context);
    const message = `${event.id}/end`;
    const body = text(context);
    enqueue({ type: 'appendMessage', params: { id: message, turn, role: 'assistant', body, taint: 'owner' } });
    deliver(enqueue, context, event, body);
    const became = typeof outcome === 'string' ? outcome : outcome(context);
    enqueue({ type: 'endTurn', params: { turn, outcome: became, reply: message } });
    answerJob(enqueue, context, became, body);
    enqueue.assign({ turn: null, reply: null, ...allRead(context) });
  });

/**
 * It was stopped, or its deadline has passed: the owner reads what was done, what was cut short, and what was said
 * meanwhile and stopped with it.
 */
export const endStopped = endWith(
  ({ isExpired }) => (isExpired ? 'expired' : 'cancelled'),
  ({ language, done, cut, isExpired, unreadWords = [] }) => {
    const say = texts(language);
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
  answerJob(enqueue, context, 'cancelled', told);
});

/** The model has answered with nothing. */
export const endEmpty = endWith('failed', ({ language }) => texts(language).empty);

/** No model answers: why, and what was done by then. */
export const endFailed = endWith('failed', ({ language, failure, done, outage }) => {
  const reason: Failure = failure ?? { kind: 'defect', message: 'no reason was given' };
  const say = texts(language);
  const isDown = isRetryable(reason) ? say.modelDown(reason) : say.modelFailed(reason);
  const rests = isResting(reason) ? say.modelRests(restSeconds(reason)) : isDown;
  const why = outage && isRetryable(reason) ? gaveUpText(outage, language) : rests;
  return done.length === 0 ? why : `${why}\n\n${say.doneSoFar(done)}`;
});

/** The budget says why, and when it goes on. The owner reads what was done by then. */
export const endSpent = endWith('paused', ({ language, failure, done }) =>
  [failure?.message ?? '', done.length === 0 ? '' : texts(language).doneSoFar(done)]
    .filter(text => text !== '')
    .join('\n\n'),
);

/** The owner is notified once for each limit and day: later messages end without another notice. */
export const noteSpent = base.assign(({ event }) => ({
  spentUp: { cause: failed(event).cause ?? '', until: event.at + (failed(event).retryAfterMs ?? 0) },
}));

/** A failed turn is the supervisor's business too. */
export const reportFailure = base.sendTo(actorAt('supervisor'), ({ context }) => ({
  type: 'report.raised',
  kind: 'failed',
  subject: context.address,
  failure: context.failure,
}));

/** The reply goes to the chat, with what stands beneath it. */
export const deliverReply = base.enqueueActions(({ context, event, enqueue }) => {
  if (!context.reply) return;
  const { claims, beneath }: EvaluationOutput =
    event.type === 'xstate.done.actor.evaluation' ? event.output : { claims: [] };
  const doubts = claims.length > 0 ? [texts(context.language).unconfirmed(claims.join(' '))] : [];
  const notes = [...context.reply.notes, ...doubts];
  // what is said beneath a reply belongs to the conversation too: not every screen shows deliveries
  if (notes.length > 0) appendNotice(enqueue, context, `${context.reply.message}/notes`, notes.join('\n\n'));
  // words of the owner are yet to be answered in this turn, which says at its end what it has cost
  const cost = context.unread > 0 || beneath?.cost === undefined ? [] : [beneath.cost];
  const aside = [...(beneath?.notes ?? []), ...cost];
  if (aside.length > 0)
    enqueue({
      type: 'appendMessage',
      params: {
        id: `${context.reply.message}/aside`,
        turn: turnOf(context),
        role: 'notice',
        body: aside.join('\n\n'),
        taint: 'owner',
        isAside: true,
      },
    });
  for (const params of beneath?.warned ?? []) enqueue({ type: 'markWarned', params });
  deliver(enqueue, context, event, context.reply.text, {
    notes: [...notes, ...aside, ...(beneath?.steps === undefined ? [] : [beneath.steps])],
  });
});

/** The budget is used up, and the owner has been notified already. */
export const endSilently = base.enqueueActions(({ context, enqueue }) => {
  forgetDeadline(enqueue, context);
  enqueue({ type: 'endTurn', params: { turn: turnOf(context), outcome: 'paused', reply: null } });
  answerJob(enqueue, context, 'paused', context.failure?.message ?? '');
  enqueue.assign({ turn: null, reply: null });
});

/** The reply is out. */
export const endDone = base.enqueueActions(({ context, enqueue }) => {
  forgetDeadline(enqueue, context);
  enqueue({
    type: 'endTurn',
    params: { turn: turnOf(context), outcome: 'done', reply: context.reply?.message ?? null },
  });
  answerJob(enqueue, context, 'done', context.reply?.text ?? '');
  enqueue.assign({ turn: null, reply: null });
});
