/**
 * One question to the owner: may this tool call run?
 *
 * If enough other approvals are before the owner, it waits for its turn. Then its card goes to every chat where the
 * owner is asked; the channel of each chat tries until the card is out. No answer is a no. The deadline is a row with
 * an absolute instant, counted from the turn, so it holds over a restart; the owner is reminded once. A yes counts only
 * if it was confirmed as its risk requires and signed on its way in, and it can be taken back for a while. If nobody
 * knows whether a card arrived, it is sent again with a new nonce, and the old card is void.
 *
 * It acts twice: it puts its card before the owner, and it uses the yes up. Each is done within the step that begins it.
 */

import { assign } from 'xstate';
import type { ApprovalOutcome } from '../../domain/approvals/card.ts';
import { defined } from '../../domain/text/json.ts';
import { actorAt, stampOf } from '../needs.ts';
import { begin, noteShown, renew, replaceEarlier, settleCards, takeOver } from './card.ts';
import { decided, given, grantOf, reasonOf } from './facts.ts';
import { remind, tellExpired } from './notices.ts';
import { base } from './setup.ts';
import type { ApprovalInput, ApprovalOutput, Context } from './types.ts';

/** There is room before the owner again, or one more waits for it. */
const notifyQueue = (type: 'approval.asked' | 'approval.left') => base.sendTo(actorAt('approval-desk'), { type });

const ends = (outcome: ApprovalOutcome, tag: 'ok' | 'error') =>
  ({
    type: 'final',
    tags: [tag],
    entry: [
      base.assign({ outcome, undoUntil: null }),
      {
        type: 'closeApproval',
        params: ({ context }: { context: Context }) => ({
          outcome,
          ...decided(context),
          reason: reasonOf(context) ?? null,
        }),
      },
      settleCards,
      notifyQueue('approval.left'),
    ],
  }) as const;

export const approvalMachine = base.createMachine({
  id: 'approval',
  version: '4',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    address: input.address,
    session: input.session,
    risk: input.card.risk,
    ...defined({ isContained: input.card.isContained ? true : undefined }),
    language: input.language,
    undoMs: input.card.risk === 'low' ? 0 : input.undoMs,
    digest: input.card.digest,
    // an approval that is begun again has a new one, so nothing that was said to the old card counts
    nonce: `${input.id}.${input.at}`,
    repeat: false,
    expiresAfterMs: input.expiresAfterMs,
    expiresAt: null,
    intent: input.card.intent,
    places: [],
    shown: [],
    answer: null,
    undoUntil: null,
    after: null,
    outcome: 'undelivered',
  }),
  output: ({ context: { outcome, answer, after } }): ApprovalOutput => {
    const reason = reasonOf({ after, answer });
    const changed = after === 'edited' && answer ? given(answer, 'arguments') : {};
    return { outcome, ...defined({ reason: reason || undefined, after: after ?? undefined }), ...changed };
  },
  on: { 'approval.cancelled': '.cancelled' },
  initial: 'thinking',
  states: {
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The card is being written.' },
      entry: {
        type: 'openApproval',
        params: ({ event, context }) => {
          const { input } = event as unknown as { input: ApprovalInput };
          const { session, card, exact, expiresAfterMs, language } = input;
          const { nonce, undoMs } = context;
          return { session, card, exact, expiresAfterMs, undoMs, language, nonce };
        },
      },
      always: 'waitingForInput',
    },
    waitingForInput: {
      tags: ['attention'],
      meta: { help: 'The owner has not answered yet.' },
      on: {
        'card.shown': { actions: noteShown },
        'card.unsure': { actions: renew },
        'consent.due': { actions: takeOver },
        'xstate.done.actor.again': { actions: takeOver },
        'xstate.error.actor.again': { actions: takeOver },
        'approval.answered': {
          target: 'evaluating',
          actions: assign({
            answer: ({ event: { decision, by, at, id, ...more } }) => ({
              decision,
              by,
              at,
              id,
              ...given(more, 'reason', 'digest', 'nonce', 'confirmation', 'decidedAt', 'expiresAt', 'signature'),
              ...given(more, 'arguments'),
            }),
          }),
        },
      },
      initial: 'choosing',
      states: {
        choosing: {
          always: [
            { guard: 'isQueued', target: 'queued' },
            { guard: 'isEarly', target: 'early' },
            { guard: 'hasDeadline', target: 'timed' },
            { target: 'open' },
          ],
        },
        queued: {
          tags: ['resting'],
          meta: { help: 'Others are before the owner; it waits for its turn.' },
          entry: notifyQueue('approval.asked'),
          on: {
            'approval.turn': [
              { guard: 'isNowhere', target: '#approval.undelivered' },
              { target: '#approval.acting.showing' },
            ],
            // an earlier version was showing it when it ended
            'xstate.done.actor.consent': { actions: [replaceEarlier, notifyQueue('approval.asked')] },
            'xstate.error.actor.consent': { actions: notifyQueue('approval.asked') },
          },
        },
        early: { after: { untilReminder: { target: 'timed', actions: remind } } },
        timed: { after: { untilExpiry: '#approval.expired' } },
        open: { tags: ['resting'] },
        verifying: {
          meta: { help: 'The signature of the yes is being checked.' },
          // one answer at a time; the second is refused
          on: { 'approval.answered': {} },
          invoke: {
            id: 'verification',
            src: 'verification',
            input: ({ context }) => grantOf(context),
            onDone: [
              { guard: 'isGenuine', target: '#approval.acting.allowing' },
              { target: 'choosing', actions: assign({ answer: null }) },
            ],
            onError: { target: 'choosing', actions: assign({ answer: null }) },
          },
        },
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The answer is being checked.' },
      always: [
        { guard: 'isLate', target: 'expired', actions: assign({ answer: null }) },
        { guard: 'isChanged', target: 'waitingForInput', actions: assign({ answer: null }) },
        { guard: 'isEdit', target: 'denied', actions: assign({ after: 'edited' }) },
        { guard: 'isNo', target: 'denied' },
        { guard: 'isUnconfirmed', target: 'waitingForInput', actions: assign({ answer: null }) },
        { target: 'waitingForInput.verifying' },
      ],
    },
    acting: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'Its card is put before the owner, or the yes is used up.' },
      initial: 'showing',
      states: {
        showing: {
          meta: { help: 'Its card goes to every chat where the owner is asked.' },
          entry: begin,
          always: '#approval.waitingForInput',
        },
        allowing: {
          meta: { help: 'The owner said yes.' },
          always: [{ guard: 'mayBeUndone', target: '#approval.holding' }, { target: 'granting' }],
        },
        granting: {
          meta: { help: 'The yes is written down for the one call that it is for.' },
          entry: { type: 'recordGrant', params: ({ context }) => grantOf(context) },
          always: '#approval.granted',
        },
      },
    },
    holding: {
      tags: ['busy'],
      meta: { expectMs: 600_000, help: 'The owner said yes, and may take it back before the act begins.' },
      entry: [
        assign({
          // every other card says so from now on
          outcome: 'granted',
          undoUntil: ({ context, event }) => stampOf(event).at + context.undoMs,
        }),
        {
          type: 'holdApproval',
          params: ({ context }) => ({ ...decided(context), undoUntil: context.undoUntil ?? 0 }),
        },
        settleCards,
        notifyQueue('approval.left'),
      ],
      on: {
        'approval.answered': {
          guard: 'isUndo',
          target: 'denied',
          actions: assign({
            after: 'undone',
            answer: ({ event: { decision, by, at, id } }) => ({ decision, by, at, id }),
          }),
        },
        // a card that was on its way is settled with the others; its channel knows that
        'card.shown': { actions: noteShown },
      },
      after: {
        untilBegin: [
          { guard: 'isLapsed', target: 'expired', actions: assign({ after: 'lapsed' }) },
          { target: 'acting.granting' },
        ],
      },
    },
    granted: ends('granted', 'ok'),
    denied: ends('denied', 'ok'),
    expired: { ...ends('expired', 'error'), entry: [...ends('expired', 'error').entry, tellExpired] },
    undelivered: ends('undelivered', 'error'),
    cancelled: ends('cancelled', 'ok'),
  },
});
