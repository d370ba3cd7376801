/** What the guards, actions and inputs of the chart read from its context and events. */
import { outageAfter, withRest } from '../../domain/models/outage.ts';
import { outageReason } from '../../domain/models/outage-texts.ts';
import { mayAnotherAnswer } from '../../domain/models/route.ts';
import { type Failure, isResting, isRetryable } from '../../domain/supervision/failure.ts';
import { type Context, type Turn, turnOf } from './context.ts';
import type { Of, OpenCall, SessionEvent } from './types.ts';

/** A model call is tried so often on one route. */
export const mostAttempts = 3;

/**
 * The open calls a stop is meant for: those of this turn. An approval that waits since an earlier one goes on waiting.
 */
export function ofThisTurn({ open, turn }: Context): [string, OpenCall][] {
  return Object.entries(open.calls).filter(([, call]) => call.turn === turn?.id || call.state !== 'waiting');
}

/** Is there an open call in this state? */
export function any({ open }: Context, state: OpenCall['state']): boolean {
  return Object.values(open.calls).some(call => call.state === state);
}

/** The reply, where the chart has made sure that the event brings one. */
export const completed = (event: SessionEvent) => (event as Of<'xstate.done.actor.completion'>).output;

/** The failure of a model call, where the chart has made sure that the event brings one. */
export const failed = (event: SessionEvent) => (event as Of<'xstate.error.actor.completion'>).error;

/** The wait that a failed round of tries leads to, if it leads to one. */
export function outageOf({ owner, calling }: Context, event: SessionEvent) {
  const { models, outage, busy, rests, patience, route } = calling;
  const failure = failed(event);
  const isBusy = isRetryable(failure);
  // what one model refuses for good, another that is busy may do later
  const waitsFor = isBusy ? failure : mayAnotherAnswer(failure) ? busy : null;
  if (!waitsFor || !patience) return undefined;
  const { at } = event;
  // a breaker that refuses does not know why: the failure before it does
  const reason = isResting(waitsFor) && outage ? outage.reason : outageReason(waitsFor, owner.language);
  const wishes = withRest(rests, route, failure, at);
  return outageAfter(outage, { at, models, rests: wishes, failure: waitsFor, reason }, patience);
}

/** Was the call refused because a budget is used up? */
export const isSpent = ({ kind, cause }: Failure) => kind === 'exhausted' && cause?.startsWith('budget.') === true;

/** Which call an answer to a question is for, as long as that is open. */
export function isAbout({ question }: Pick<Of<'question.answered'>, 'question'>): (call: OpenCall) => boolean {
  return call => isAsking(call) && call.question === question;
}

/** It waits for the owner's words. */
export function isAsking({ state }: OpenCall): boolean {
  return state === 'asking';
}

/** Messages that came while the request was prepared, and that it held, have been read. */
export function readWith(context: Context, event: SessionEvent): Partial<Pick<Turn, 'unread' | 'unreadWords'>> {
  const { unread, unreadWords } = turnOf(context);
  const { newest } = completed(event);
  if (unreadWords.length === 0 || newest === undefined || newest !== context.owner.newest) return {};
  return { unread: Math.max(0, unread - unreadWords.length), unreadWords: [] };
}
