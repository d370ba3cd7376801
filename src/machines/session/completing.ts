/** A model call: what it takes from the budget, what becomes of its reply, and what follows where none comes. */

import type { Body } from '../../domain/conversation/body.ts';
import { leftOutText } from '../../domain/models/context-limit.ts';
import { cutNotice } from '../../domain/models/cut-reply.ts';
import { routeAfter, withRest } from '../../domain/models/outage.ts';
import { waitingText } from '../../domain/models/outage-texts.ts';
import { mixed, sourceOf } from '../../domain/policy/taint.ts';
import { isRetryable } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { modelTexts, texts } from '../../domain/text/texts.ts';
import { type Context, inCalling, inOwner, inTrust, inTurn, turnOf, untried } from './context.ts';
import { completed, failed, mostAttempts, outageOf, readWith } from './facts.ts';
import { appendNotice, deliver } from './messages.ts';
import { base } from './setup.ts';
import type { CompletionInput, Of, Reply } from './types.ts';

/**
 * Before a model call: at a limit it is the last of its turn, without tools. The model sees all that was said by now.
 */
export const checkLimits = base.enqueueActions(({ context, enqueue }) => {
  const { limits } = context.born;
  const { id, steps, calls, errorsInRow, limit } = turnOf(context);
  const say = texts(context.owner.language);
  const reached = [
    steps + 1 >= limits.steps ? say.limitSteps(limits.steps) : null,
    calls >= limits.calls ? say.limitCalls(limits.calls) : null,
    errorsInRow >= limits.errorsInRow ? say.limitErrors(limits.errorsInRow) : null,
  ].find(one => one !== null);
  enqueue.assign(inTurn(context, { limit: limit ?? reached ?? null, unread: 0, unreadWords: [] }));
  if (reached && limit === null) appendNotice(enqueue, context, `${id}/limit`, modelTexts.limit(reached));
});

/** What the model call in hand is given. */
export function callOf(context: Context): CompletionInput {
  const { born, owner, trust, calling } = context;
  const { id: turn, recalled, limit, emptied, priority } = turnOf(context);
  return {
    session: born.address,
    turn,
    recalled,
    route: calling.route,
    tools: limit === null,
    ...defined({ emptied: emptied ? true : undefined }),
    allotment: owner.newest ?? '',
    ...defined({
      priority: priority ?? undefined,
      only: calling.only ?? undefined,
      trustedUntil: trust.until ?? undefined,
    }),
  };
}

/** After all that was said by now: what the call may cost counts as spent from here on. */
export const takeFromBudget = base.enqueueActions(({ context, enqueue }) => {
  const { turn, route, allotment = '', only } = callOf(context);
  const params = { turn, route, allotment, ...defined({ only }) };
  enqueue({ type: 'reserveSpend', params });
});

/** A call that failed is settled with the budget. */
export const settleFailure = base.enqueueActions(({ context, event, enqueue }) => {
  const { kind, written } = failed(event);
  const failure = { kind, ...defined({ written }) };
  enqueue({ type: 'settleSpend', params: { turn: turnOf(context).id, failure } });
});

/** Of a turn that is stopped: the call under way, if there is one, costs what has come of it. */
export const settleStopped = base.enqueueActions(({ context, enqueue }) => {
  if (context.turn === null) return;
  enqueue({ type: 'settleSpend', params: { turn: context.turn.id, isStopped: true } });
});

/** The model said something: it is kept and counted. A reply without words is counted alone. */
export const keepReply = base.enqueueActions(({ context, event, enqueue }) => {
  const {
    text,
    requests,
    stop,
    usage,
    model,
    chosen,
    empty,
    taint: shown = 'owner',
    reasoning,
    left,
    newest,
    evicted,
    cut,
  } = completed(event);
  const { owner, trust, calling } = context;
  const { id: turn, steps, unread } = turnOf(context);
  const taint = mixed(trust.taint, shown);
  const message = event.from;
  enqueue({ type: 'addUsage', params: { turn, model, usage } });
  enqueue({ type: 'settleSpend', params: { turn, usage } });
  if (evicted) enqueue({ type: 'recordEviction', params: { turn, model, ...evicted } });
  if (!empty || requests.length > 0 || hasWords(text)) {
    const calls = requests.length > 0 ? { toolCalls: requests, ...defined({ reasoning: reasoning || undefined }) } : {};
    const isBehind = (readWith(context, event).unread ?? unread) > 0 && requests.length === 0;
    enqueue({
      type: 'appendMessage',
      params: {
        id: message,
        turn,
        role: 'assistant',
        body: text,
        taint,
        ...calls,
        ...defined({ seen: isBehind ? newest : undefined }),
      },
    });
  }
  if (cut && requests.length > 0) appendNotice(enqueue, context, `${message}/cut`, cutNotice(cut));
  const say = texts(owner.language);
  // a note stands beneath the last reply of a turn, and this one once for each model
  const isNews = left !== undefined && requests.length === 0 && !empty && owner.smallNoted !== model;
  const notes = [
    stop === 'length' ? say.cutOff : '',
    stop === 'refusal' ? say.refused : '',
    chosen ? '' : say.fellBack(model, calling.failure),
    isNews && left ? leftOutText(model, left, owner.language) : '',
  ];
  const reply: Reply = { message, text, notes: notes.filter(note => note !== '') };
  const distrust = sourceOf(trust.taint, taint, 'a picture, or earlier text that the reply repeats', trust.distrust);
  enqueue.assign({
    ...inTurn(context, { reply, steps: steps + 1, ...readWith(context, event) }),
    ...inTrust(context, { taint, distrust }),
    ...inOwner(context, { smallNoted: isNews ? model : owner.smallNoted }),
    ...inCalling(context, untried),
  });
});

/** A reply without words: the model is notified, and asked once more. */
export const askAgain = base.enqueueActions(({ context, event, enqueue }) => {
  const { held, cut } = completed(event);
  enqueue.assign(inTurn(context, { emptied: true }));
  const why = cut ? cutNotice(cut) : modelTexts.empty;
  appendNotice(enqueue, context, `${event.id}/empty`, held === undefined ? why : modelTexts.held(held));
});

/** Words before a call that was cut off are no answer, and stay. */
function hasWords(text: Body): boolean {
  return typeof text === 'string' ? text.trim() !== '' : text.bytes > 0;
}

/** Keeps the failure, and until when the model that failed rests. */
export const keepFailure = base.assign(({ context, event }) => {
  const failure = failed(event);
  const { busy, rests, route } = context.calling;
  return inCalling(context, {
    failure,
    busy: isRetryable(failure) ? failure : busy,
    rests: withRest(rests, route, failure, event.at),
  });
});

/** The next model in line that may be asked is asked. */
export const fallBack = base.assign(({ context, event }) => {
  const { route, models, rests, outage } = context.calling;
  return inCalling(context, {
    route: routeAfter(route, models, rests, event.at) ?? route + 1,
    attempt: outage ? mostAttempts : 1,
  });
});

/** No model in line answers: the turn waits, and the owner is notified once. */
export const waitForModel = base.enqueueActions(({ context, event, enqueue }) => {
  const outage = outageOf(context, event);
  const { patience, outage: before } = context.calling;
  if (!outage || !patience) return;
  enqueue.assign(inCalling(context, { outage }));
  if (before) return;
  const body = waitingText(outage, patience, context.owner.language);
  const id = `${event.id}/waiting`;
  // for the owner alone: to the model it would be old news
  enqueue({
    type: 'appendMessage',
    params: { id, turn: turnOf(context).id, role: 'notice', body, taint: 'owner', isAside: true },
  });
  deliver(enqueue, context, event, body);
});

/** One more round: each model that may be asked is asked once. */
export const tryAgain = base.assign(({ context, event }) => {
  const { models, rests } = context.calling;
  return inCalling(context, {
    route: routeAfter(-1, models, rests, event.at) ?? 0,
    attempt: mostAttempts,
    busy: null,
  });
});

/** A message of the owner came meanwhile: the models are tried at once, and the owner is notified of the result. */
export const tryAtOnce = base.assign(({ context }) =>
  inCalling(context, { route: 0, attempt: mostAttempts, busy: null, rests: {}, outage: null }),
);

/** Another model was chosen while one is asked: where that one fails, the other is asked at once. */
export const noteChoice = base.assign(({ context }) => inCalling(context, { hasNewChoice: true }));

/** The next call is of the model that was chosen. */
export const endChoice = base.assign(({ context }) =>
  context.calling.hasNewChoice ? inCalling(context, { hasNewChoice: false }) : {},
);

/** What the reply claims and the records do not bear out goes back to the model, twice at most. */
export const correctClaims = base.enqueueActions(({ context, event, enqueue }) => {
  const { claims, correction = modelTexts.claims(claims) } = (event as Of<'xstate.done.actor.evaluation'>).output;
  enqueue.assign(inTurn(context, { corrected: true }));
  appendNotice(enqueue, context, `${event.id}/claims`, correction);
});
