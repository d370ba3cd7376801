/**
 * One question to the owner: may this tool call run?
 *
 * Silence is a no. The deadline is a row with an absolute instant, so an approval that outlives a restart still expires on
 * time. A card whose fate is unknown after a crash goes out once more with a new nonce; the old one is void.
 */
import { assign, setup } from 'xstate';
import type { ApprovalCard, ApprovalOutcome, Decision } from './domain/approval-card.ts';
import { backoffMs } from './domain/backoff.ts';
import type { Body } from './domain/body.ts';
import { type Failure, isRetryable } from './domain/failure.ts';
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
  /** Names this try: each is an act of its own. */
  readonly attempt: number;
  /** The chats that did not take the card the first time; without it all. */
  readonly only?: readonly Pick<Shown, 'channel' | 'chat'>[];
}

/** A chat that did not take the card. */
export interface Missed {
  readonly channel: string;
  readonly chat: string;
  readonly failure: Failure;
}

export interface ConsentOutput {
  readonly shown: readonly Shown[];
  readonly missed: readonly Missed[];
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
  /** Where the card is still to be shown, and how often that was tried. */
  readonly missed: readonly Missed[];
  readonly tries: number;
  readonly answer: (Pick<Decision, 'decision' | 'by' | 'reason' | 'digest' | 'nonce'> & { readonly at: number }) | null;
  readonly outcome: ApprovalOutcome;
}

type ApprovalEvent =
  | ({ readonly type: 'approval.answered'; readonly at: number } & Decision)
  | { readonly type: 'approval.cancelled'; readonly at: number }
  | { readonly type: 'consent.due'; readonly at: number }
  | { readonly type: 'xstate.done.actor.again'; readonly output: ConsentOutput; readonly at: number }
  | { readonly type: 'xstate.error.actor.again'; readonly error: Failure; readonly at: number };

const base = setup({
  types: {
    input: {} as ApprovalInput & { readonly address: string; readonly at: number; readonly id: string },
    output: {} as ApprovalOutput,
    context: {} as Context,
    events: {} as ApprovalEvent,
    tags: {} as 'busy' | 'attention' | 'resting' | 'ok' | 'error',
  },
  actors: { consent: needs<ConsentOutput, ConsentInput>('consent') },
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

/** A chat that was busy or out of reach is asked again, later each time, while the owner may still answer. */
const scheduleAgain = base.enqueueActions(({ context, event, enqueue }) => {
  const { missed, tries, address } = context;
  const later = missed.filter(({ failure }) => isRetryable(failure));
  const wish = Math.max(0, ...later.map(({ failure }) => failure.retryAfterMs ?? 0));
  if (later.length > 0 && tries < mostTries)
    enqueue.raise(
      { type: 'consent.due', at: event.at },
      { id: 'again', delay: backoffMs(tries, wish > 0 ? wish : undefined, 60_000) },
    );
  else enqueue.assign({ missed: [] });
  for (const { channel, chat, failure } of missed)
    if (!isRetryable(failure) || tries >= mostTries)
      enqueue.sendTo(actorAt('supervisor'), {
        type: 'report.raised',
        kind: 'failed',
        code: 'undelivered',
        subject: `channel:${channel}`,
        text: `${address} could not be shown: ${failure.message}`,
        chat,
        failure,
      });
});

const askAgain = base.enqueueActions(({ context, enqueue }) => {
  const { address, nonce, repeat, expiresAfterMs, missed, tries } = context;
  const only = missed.filter(({ failure }) => isRetryable(failure)).map(({ channel, chat }) => ({ channel, chat }));
  enqueue.assign({ tries: tries + 1 });
  enqueue.spawnChild('consent', {
    id: 'again',
    input: { approval: address, nonce, repeat, expiresAfterMs, attempt: tries + 1, only },
  });
});

const noteAgain = base.enqueueActions(({ context, event, enqueue }) => {
  enqueue.stopChild('again');
  const { nonce, repeat, expiresAt } = context;
  if (event.type === 'xstate.error.actor.again')
    enqueue.assign({ missed: context.missed.map(place => ({ ...place, failure: event.error })) });
  if (event.type !== 'xstate.done.actor.again') return;
  const shown = [...context.shown, ...event.output.shown];
  enqueue.assign({ shown, missed: event.output.missed });
  enqueue({ type: 'showApproval', params: { nonce, repeat, expiresAt, shown } });
});

/** So often a card is tried in one chat. */
const mostTries = 6;

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
    missed: [],
    tries: 1,
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
          attempt: 1,
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
                missed: ({ event }) => event.output.missed,
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
              scheduleAgain,
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
        'consent.due': { actions: askAgain },
        'xstate.done.actor.again': { actions: [noteAgain, scheduleAgain] },
        'xstate.error.actor.again': { actions: [noteAgain, scheduleAgain] },
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
