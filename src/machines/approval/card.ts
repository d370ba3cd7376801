/** The card in every chat where the owner is asked: sent, replaced, and settled at the end. */
import { defined } from '../../domain/text/json.ts';
import { actorAt, stampOf } from '../needs.ts';
import { isSamePlace } from './facts.ts';
import { base, type Enqueue } from './setup.ts';
import type { Place, Shown } from './types.ts';

/** What its row shows of it now. */
const writeShown = base.enqueueActions(({ context, enqueue }) => {
  const { nonce, repeat, expiresAt, shown, risk, isContained, language } = context;
  const params = { nonce, repeat, expiresAt, shown, risk, ...defined({ isContained }), language };
  enqueue({ type: 'showApproval', params });
});

/** Each of these channels shows the card in its turn, as its row is by then. */
const askAt = (enqueue: Enqueue, approval: string, places: readonly Place[]) => {
  for (const { channel, chat } of places)
    enqueue.sendTo(actorAt(`channel:${channel}`), { type: 'card.queued', approval, chat });
};

/** It is its turn: the time to answer begins. */
export const begin = base.enqueueActions(({ context: { expiresAfterMs, address, repeat, nonce }, event, enqueue }) => {
  if (event.type !== 'approval.turn') return;
  const { at, places } = event;
  const expiresAt = expiresAfterMs === null ? null : at + expiresAfterMs;
  enqueue.assign({ places, expiresAt, nonce: repeat ? stampOf(event).id : nonce });
  enqueue({ type: 'beginApproval' });
  enqueue(writeShown);
  askAt(enqueue, address, places);
});

/** The card is seen there. One that was sent before the nonce changed is void, and is sent again. */
export const noteShown = base.enqueueActions(({ context: { address, nonce, shown }, event, enqueue }) => {
  if (event.type !== 'card.shown') return;
  const { channel, chat, ref } = event;
  if (event.nonce !== nonce) {
    replaceCards(enqueue, address, [{ channel, chat, ref }]);
    askAt(enqueue, address, [{ channel, chat }]);
    return;
  }
  enqueue.assign({ shown: [...shown, { channel, chat, ref }] });
  enqueue(writeShown);
});

/**
 * Nobody knows whether the owner sees a card there. Its channel sends it again, with a nonce that makes every card
 * before it void.
 */
export const renew = base.enqueueActions(({ context: { address, shown }, event, enqueue }) => {
  enqueue.assign({ nonce: stampOf(event).id, repeat: true, shown: [] });
  enqueue(writeShown);
  replaceCards(enqueue, address, shown);
  askAt(enqueue, address, shown);
});

/** An earlier version was about to show the card in some chats: the channels do that now. */
export const takeOver = base.enqueueActions(({ context: { address, places, shown }, event, enqueue }) => {
  const { output } = event as { readonly output?: { readonly shown: readonly Shown[] } };
  if (!output) {
    enqueue.assign({ nonce: stampOf(event).id, repeat: true, shown: [] });
    replaceCards(enqueue, address, shown);
  } else enqueue.assign({ shown: [...shown, ...output.shown] });
  enqueue(writeShown);
  const seen = output ? [...shown, ...output.shown] : [];
  askAt(
    enqueue,
    address,
    places.filter(place => !seen.some(one => isSamePlace(one, place))),
  );
});

/** What an earlier version has shown is void: the card is sent again. */
export const replaceEarlier = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type === 'xstate.done.actor.consent') replaceCards(enqueue, context.address, event.output.shown);
});

function replaceCards(enqueue: Enqueue, approval: string, shown: readonly Shown[]): void {
  for (const { channel, chat, ref } of shown)
    enqueue.sendTo(actorAt(`channel:${channel}`), {
      type: 'card.settled',
      approval,
      chat,
      ref,
      by: null,
      outcome: 'replaced',
    });
}

/** The buttons come off every card that was shown, and of one that is on its way as soon as it is. */
export const settleCards = base.enqueueActions(({ context, enqueue }) => {
  const { address: approval, places, shown, outcome, answer } = context;
  const unseen = places.filter(place => !shown.some(one => isSamePlace(one, place)));
  for (const { channel, chat, ref } of [...shown, ...unseen.map(place => ({ ...place, ref: null }))])
    enqueue.sendTo(actorAt(`channel:${channel}`), {
      type: 'card.settled',
      approval,
      chat,
      ref,
      outcome,
      by: answer?.by ?? null,
    });
});
