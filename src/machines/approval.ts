/**
 * One question to the owner: may this tool call run?
 *
 * Silence is a no. The deadline is a row with an absolute instant, so an approval that outlives a restart still expires on
 * time. A card whose fate is unknown after a crash goes out once more with a new nonce; the old one is void.
 */
import { assign, setup } from 'xstate';
import type { ApprovalCard, ApprovalOutcome, Decision } from './domain/approval-card.ts';
import type { Body } from './domain/body.ts';
import type { Failure } from './domain/failure.ts';
import { actorAt, needs, stampOf } from './needs.ts';

export interface ApprovalInput {
  readonly session: string;
  readonly card: Pick<ApprovalCard, 'tool' | 'intent' | 'risk' | 'reasons' | 'digest'>;
  readonly exact: Body;
  /** Counted from when the card is shown; null: it waits for ever. */
  readonly expiresAfterMs: number | null;
}

export interface ApprovalOutput {
  readonly outcome: ApprovalOutcome;
  readonly reason?: string;
}

export interface Shown {
  readonly channel: string;
  readonly chat: string;
  readonly ref: string;
}

/** What is put before the owner by `consent`. */
export interface ConsentInput {
  readonly approval: string;
  readonly nonce: string;
  readonly repeat: boolean;
  readonly expiresAfterMs: number | null;
}

interface Context {
  readonly address: string;
  readonly session: string;
  readonly digest: string;
  readonly nonce: string;
  readonly repeat: boolean;
  readonly expiresAfterMs: number | null;
  readonly expiresAt: number | null;
  readonly shown: readonly Shown[];
  readonly answer: (Pick<Decision, 'decision' | 'by' | 'reason' | 'digest' | 'nonce'> & { readonly at: number }) | null;
  readonly outcome: ApprovalOutcome;
}

type ApprovalEvent =
  | ({ readonly type: 'approval.answered'; readonly at: number } & Decision)
  | { readonly type: 'approval.cancelled'; readonly at: number };

const base = setup({
  types: {
    input: {} as ApprovalInput & { readonly address: string; readonly at: number; readonly id: string },
    output: {} as ApprovalOutput,
    context: {} as Context,
    events: {} as ApprovalEvent,
    tags: {} as 'busy' | 'attention' | 'resting' | 'ok' | 'error',
  },
  actors: { consent: needs<{ shown: readonly Shown[] }, ConsentInput>('consent') },
  actions: {
    openApproval: (_, _params: ApprovalInput & { readonly nonce: string }) => {},
    showApproval: (
      _,
      _params: {
        readonly nonce: string;
        readonly repeat: boolean;
        readonly expiresAt: number | null;
        readonly shown: readonly Shown[];
      },
    ) => {},
    closeApproval: (_, _params: { readonly outcome: ApprovalOutcome; readonly by: string | null }) => {},
  },
  guards: {
    isChanged: ({ context: { answer, digest, nonce } }) =>
      (answer?.digest !== undefined && answer.digest !== digest) ||
      (answer?.nonce !== undefined && answer.nonce !== nonce),
    isLate: ({ context: { answer, expiresAt } }) => answer !== null && expiresAt !== null && answer.at >= expiresAt,
    isYes: ({ context }) => context.answer?.decision === 'approve',
    hasDeadline: ({ context }) => context.expiresAfterMs !== null,
  },
  delays: { untilExpiry: ({ context, event }) => Math.max(0, (context.expiresAt ?? 0) - stampOf(event).at) },
});

/** The buttons come off every card that was shown. */
const settleCards = base.enqueueActions(({ context, enqueue }) => {
  for (const { channel, chat, ref } of context.shown)
    enqueue.sendTo(actorAt(`channel:${channel}`), {
      type: 'card.settled',
      approval: context.address,
      chat,
      ref,
      outcome: context.outcome,
      by: context.answer?.by ?? null,
    });
});

const ends = (outcome: ApprovalOutcome, tag: 'ok' | 'error') =>
  ({
    type: 'final',
    tags: [tag],
    entry: [
      base.assign({ outcome }),
      {
        type: 'closeApproval',
        params: ({ context }: { context: Context }) => ({ outcome, by: context.answer?.by ?? null }),
      },
      settleCards,
    ],
  }) as const;

export const approvalMachine = base.createMachine({
  id: 'approval',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    address: input.address,
    session: input.session,
    digest: input.card.digest,
    nonce: input.id,
    repeat: false,
    expiresAfterMs: input.expiresAfterMs,
    expiresAt: null,
    shown: [],
    answer: null,
    outcome: 'undelivered',
  }),
  output: ({ context }) => ({
    outcome: context.outcome,
    ...(context.answer?.reason ? { reason: context.answer.reason } : {}),
  }),
  on: { 'approval.cancelled': '.cancelled' },
  initial: 'thinking',
  states: {
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The card is being written.' },
      entry: {
        type: 'openApproval',
        params: ({ event, context }) => {
          const { session, card, exact, expiresAfterMs } = (event as unknown as { input: ApprovalInput }).input;
          return { session, card, exact, expiresAfterMs, nonce: context.nonce };
        },
      },
      always: 'acting',
    },
    acting: {
      tags: ['busy'],
      meta: { expectMs: 15_000, help: 'The card is on its way to the owner.' },
      invoke: {
        id: 'consent',
        src: 'consent',
        input: ({ context: { address, nonce, repeat, expiresAfterMs } }) => ({
          approval: address,
          nonce,
          repeat,
          expiresAfterMs,
        }),
        onDone: [
          {
            guard: ({ event }) => event.output.shown.length === 0,
            target: 'undelivered',
          },
          {
            target: 'waitingForInput',
            actions: [
              assign({
                shown: ({ event }) => event.output.shown,
                expiresAt: ({ context, event }) =>
                  context.expiresAfterMs === null ? null : stampOf(event).at + context.expiresAfterMs,
              }),
              {
                type: 'showApproval',
                params: ({ context: { nonce, repeat, expiresAt, shown } }: { context: Context }) => ({
                  nonce,
                  repeat,
                  expiresAt,
                  shown,
                }),
              },
            ],
          },
        ],
        onError: [
          {
            // nobody knows whether the owner sees the card: once more, and the first one no longer counts
            guard: ({ context, event }) => (event.error as Failure).kind === 'unknown' && !context.repeat,
            target: 'acting',
            reenter: true,
            actions: assign({ repeat: true, nonce: ({ event }) => stampOf(event).id }),
          },
          { target: 'undelivered' },
        ],
      },
    },
    waitingForInput: {
      tags: ['attention'],
      meta: { help: 'The owner has not answered yet.' },
      on: {
        'approval.answered': {
          target: 'evaluating',
          actions: assign({
            answer: ({ event: { decision, by, reason, digest, nonce, at } }) => ({
              decision,
              by,
              at,
              ...(reason === undefined ? {} : { reason }),
              ...(digest === undefined ? {} : { digest }),
              ...(nonce === undefined ? {} : { nonce }),
            }),
          }),
        },
      },
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: 'hasDeadline', target: 'timed' }, { target: 'open' }] },
        timed: { after: { untilExpiry: '#approval.expired' } },
        open: { tags: ['resting'] },
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The answer is being checked.' },
      always: [
        { guard: 'isLate', target: 'expired' },
        { guard: 'isChanged', target: 'waitingForInput', actions: assign({ answer: null }) },
        { guard: 'isYes', target: 'granted' },
        { target: 'denied' },
      ],
    },
    granted: ends('granted', 'ok'),
    denied: ends('denied', 'ok'),
    expired: ends('expired', 'error'),
    undelivered: ends('undelivered', 'error'),
    cancelled: ends('cancelled', 'ok'),
  },
});
