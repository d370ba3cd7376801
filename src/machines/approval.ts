/**
 * One question to the owner: may this tool call run?
 *
 * It waits for its turn where others are before the owner already. Silence is a no. The deadline is a row with an absolute instant,
 * counted from when the card is shown, so an approval that outlives a restart still expires on time. A yes counts only where it was
 * confirmed as its risk asks, and where it was signed on its way in; then it may be taken back for a while. A card whose fate is
 * unknown after a crash goes out once more with a new nonce; the old one is void.
 */
import { assign, setup } from 'xstate';
import { type AnswerVerdict, isUndone, judgeAnswer } from './domain/approval-answer.ts';
import {
  type ApprovalCard,
  type ApprovalOutcome,
  type Decision,
  type Risk,
  takenBack,
} from './domain/approval-card.ts';
import type { SignedGrant } from './domain/approval-grant.ts';
import { wordsOf } from './domain/approval-texts.ts';
import { backoffMs } from './domain/backoff.ts';
import type { Body } from './domain/body.ts';
import { type Failure, isRetryable } from './domain/failure.ts';
import type { Language } from './domain/texts.ts';
import { actorAt, needs, stampOf } from './needs.ts';

export interface ApprovalInput {
  readonly session: string;
  readonly card: Pick<ApprovalCard, 'tool' | 'intent' | 'risk' | 'reasons' | 'digest' | 'mayStand'>;
  readonly exact: Body;
  /** Counted from when the card is shown; null: it waits for ever. */
  readonly expiresAfterMs: number | null;
  /** After a yes it may be taken back for so long; never where the risk is low. */
  readonly undoMs: number;
  readonly language: Language;
}

export interface ApprovalOutput {
  readonly outcome: ApprovalOutcome;
  readonly reason?: string;
  readonly after?: After;
  /** `edited`: the arguments as they are to be. */
  readonly arguments?: Body;
}

/** It was approved, then taken back or not begun in time; or the owner wants another call in its place. */
type After = 'undone' | 'lapsed' | 'edited';

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
  readonly language: Language;
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

/** An answer as it came; what `inward` adds to a yes is what was signed. */
type Answer = Pick<Decision, 'decision' | 'by' | 'reason' | 'digest' | 'nonce' | 'confirmation'> &
  Partial<Pick<SignedGrant, 'decidedAt' | 'expiresAt' | 'signature'>> & {
    readonly arguments?: Body;
    readonly at: number;
    /** The event's. */
    readonly id: string;
  };

interface Context {
  readonly address: string;
  readonly session: string;
  readonly risk: Risk;
  readonly language: Language;
  readonly undoMs: number;
  readonly digest: string;
  readonly nonce: string;
  readonly repeat: boolean;
  readonly expiresAfterMs: number | null;
  readonly expiresAt: number | null;
  readonly shown: readonly Shown[];
  /** Where the card is still to be shown, and how often that was tried. */
  readonly missed: readonly Missed[];
  readonly tries: number;
  readonly answer: Answer | null;
  /** It was granted, and the yes may be taken back until then. */
  readonly undoUntil: number | null;
  readonly after: After | null;
  readonly outcome: ApprovalOutcome;
}

/** What `closeApproval` and `holdApproval` write; `answer` names the event that decided. */
interface Decided {
  readonly by: string | null;
  readonly answer: string | null;
  readonly decidedAt: number | null;
}

type ApprovalEvent =
  | ({ readonly type: 'approval.answered' } & Omit<Decision, 'arguments'> & Answer)
  | { readonly type: 'approval.turn'; readonly at: number }
  | { readonly type: 'approval.cancelled'; readonly at: number }
  | { readonly type: 'consent.due'; readonly at: number }
  | { readonly type: 'xstate.done.actor.consent'; readonly output: ConsentOutput; readonly at: number }
  | { readonly type: 'xstate.error.actor.consent'; readonly error: Failure; readonly at: number }
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
  actors: {
    consent: needs<ConsentOutput, ConsentInput>('consent'),
    verification: needs<{ readonly genuine: boolean }, SignedGrant>('verification'),
  },
  actions: {
    openApproval: (_, _params: ApprovalInput & { readonly nonce: string }) => {},
    beginApproval: () => {},
    showApproval: (
      _,
      _params: {
        readonly nonce: string;
        readonly repeat: boolean;
        readonly expiresAt: number | null;
        readonly shown: readonly Shown[];
        readonly risk: Risk;
        readonly language: Language;
      },
    ) => {},
    holdApproval: (_, _params: Decided & { readonly undoUntil: number }) => {},
    recordGrant: (_, _params: SignedGrant) => {},
    closeApproval: (_, _params: Decided & { readonly outcome: ApprovalOutcome; readonly reason: string | null }) => {},
  },
  guards: {
    isLate: ({ context }) => verdictOf(context) === 'late',
    isChanged: ({ context }) => verdictOf(context) === 'changed',
    isEdit: ({ context }) => verdictOf(context) === 'no' && context.answer?.decision === 'edit',
    isNo: ({ context }) => verdictOf(context) === 'no',
    isUnconfirmed: ({ context }) => verdictOf(context) === 'unconfirmed',
    isGenuine: ({ event }) => (event as unknown as { output: { genuine: boolean } }).output.genuine,
    mayBeUndone: ({ context }) => context.undoMs > 0,
    isUndo: ({ context, event }) =>
      event.type === 'approval.answered' && context.undoUntil !== null && isUndone(context, event, context.undoUntil),
    isLapsed: ({ context, event }) => stampOf(event).at >= (context.answer?.expiresAt ?? 0),
    isQueued: ({ context }) => context.shown.length === 0,
    hasDeadline: ({ context }) => context.expiresAfterMs !== null,
  },
  delays: {
    untilExpiry: ({ context, event }) => Math.max(0, (context.expiresAt ?? 0) - stampOf(event).at),
    untilBegin: ({ context }) => context.undoMs,
  },
});

function verdictOf({ digest, nonce, risk, language, expiresAt, answer }: Context): AnswerVerdict {
  if (answer === null) return 'changed';
  const { word } = wordsOf(risk, nonce, language);
  return judgeAnswer({ digest, nonce, risk, expiresAt, ...(word === undefined ? {} : { word }) }, answer);
}

/** The yes as it was signed. What a forged one lacks is no part of any signature. */
function grantOf({ address, answer }: Context): SignedGrant {
  const { digest = '', nonce = '', by = '', confirmation = null } = answer ?? {};
  const { decidedAt = 0, expiresAt = 0, signature = '' } = answer ?? {};
  return { approval: address, digest, nonce, by, decidedAt, confirmation, expiresAt, signature };
}

/** Who decided, by which event and when. */
function decided({ answer }: Context): Decided {
  return { by: answer?.by ?? null, answer: answer?.id ?? null, decidedAt: answer?.at ?? null };
}

/** There is room before the owner again, or one more waits for it. */
const tellDesk = (type: 'approval.asked' | 'approval.left') => base.sendTo(actorAt('approval-desk'), { type });

/** Where the card is seen, and until when it may be answered. */
const noteShown = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'xstate.done.actor.consent') return;
  const { shown, missed } = event.output;
  const { expiresAfterMs, nonce, repeat, risk, language } = context;
  const expiresAt = expiresAfterMs === null ? null : event.at + expiresAfterMs;
  enqueue.assign({ shown, missed, expiresAt });
  enqueue({ type: 'showApproval', params: { nonce, repeat, expiresAt, shown, risk, language } });
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
  const { address, nonce, repeat, language, expiresAfterMs, missed, tries } = context;
  const only = missed.filter(({ failure }) => isRetryable(failure)).map(({ channel, chat }) => ({ channel, chat }));
  enqueue.assign({ tries: tries + 1 });
  enqueue.spawnChild('consent', {
    id: 'again',
    input: { approval: address, nonce, repeat, language, expiresAfterMs, attempt: tries + 1, only },
  });
});

const noteAgain = base.enqueueActions(({ context, event, enqueue }) => {
  enqueue.stopChild('again');
  const { nonce, repeat, expiresAt, risk, language } = context;
  if (event.type === 'xstate.error.actor.again')
    enqueue.assign({ missed: context.missed.map(place => ({ ...place, failure: event.error })) });
  if (event.type !== 'xstate.done.actor.again') return;
  const shown = [...context.shown, ...event.output.shown];
  enqueue.assign({ shown, missed: event.output.missed });
  enqueue({ type: 'showApproval', params: { nonce, repeat, expiresAt, shown, risk, language } });
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
      tellDesk('approval.left'),
    ],
  }) as const;

/** Why it ended so; a no that was a yes first, or another call, says that. */
function reasonOf({ after, answer }: Pick<Context, 'after' | 'answer'>): string | undefined {
  if (after === 'undone') return takenBack;
  return after === 'edited' ? 'changed' : answer?.reason;
}

export const approvalMachine = base.createMachine({
  id: 'approval',
  version: '2',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    address: input.address,
    session: input.session,
    risk: input.card.risk,
    language: input.language,
    undoMs: input.card.risk === 'low' ? 0 : input.undoMs,
    digest: input.card.digest,
    // an approval that is begun again has a new one, so nothing that was said to the old card counts
    nonce: `${input.id}.${input.at}`,
    repeat: false,
    expiresAfterMs: input.expiresAfterMs,
    expiresAt: null,
    shown: [],
    missed: [],
    tries: 1,
    answer: null,
    undoUntil: null,
    after: null,
    outcome: 'undelivered',
  }),
  output: ({ context: { outcome, answer, after } }): ApprovalOutput => {
    const reason = reasonOf({ after, answer });
    const changed = after === 'edited' && answer ? given(answer, 'arguments') : {};
    return { outcome, ...(reason ? { reason } : {}), ...(after === null ? {} : { after }), ...changed };
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
    acting: {
      tags: ['busy'],
      meta: { expectMs: 15_000, help: 'The card is on its way to the owner.' },
      invoke: {
        id: 'consent',
        src: 'consent',
        input: ({ context: { address, nonce, repeat, language, expiresAfterMs } }) => ({
          approval: address,
          nonce,
          repeat,
          language,
          expiresAfterMs,
          attempt: 1,
        }),
      },
      // by name and not as `onDone`: the host stamps every event, which XState's own types do not know
      on: {
        'xstate.done.actor.consent': [
          { guard: ({ event }) => event.output.shown.length === 0, target: 'undelivered' },
          { target: 'waitingForInput', actions: [noteShown, scheduleAgain] },
        ],
        'xstate.error.actor.consent': [
          {
            // nobody knows whether the owner sees the card: once more, and the first one no longer counts
            guard: ({ context, event }) => event.error.kind === 'unknown' && !context.repeat,
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
            { guard: 'hasDeadline', target: 'timed' },
            { target: 'open' },
          ],
        },
        queued: {
          tags: ['resting'],
          meta: { help: 'Others are before the owner; it waits for its turn.' },
          entry: tellDesk('approval.asked'),
          on: { 'approval.turn': { target: '#approval.acting', actions: 'beginApproval' } },
        },
        timed: { after: { untilExpiry: '#approval.expired' } },
        open: { tags: ['resting'] },
        verifying: {
          meta: { help: 'The signature of the yes is being checked.' },
          // one answer at a time; the second is told that the first was first
          on: { 'approval.answered': {} },
          invoke: {
            id: 'verification',
            src: 'verification',
            input: ({ context }) => grantOf(context),
            onDone: [
              { guard: 'isGenuine', target: '#approval.allowing' },
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
    allowing: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The owner said yes.' },
      always: [{ guard: 'mayBeUndone', target: 'holding' }, { target: 'granted' }],
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
        tellDesk('approval.left'),
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
        // a card that was on its way still comes to be settled with the others
        'xstate.done.actor.again': { actions: noteAgain },
        'xstate.error.actor.again': { actions: noteAgain },
      },
      after: {
        untilBegin: [
          { guard: 'isLapsed', target: 'expired', actions: assign({ after: 'lapsed' }) },
          { target: 'granted' },
        ],
      },
    },
    granted: {
      ...ends('granted', 'ok'),
      entry: [{ type: 'recordGrant', params: ({ context }) => grantOf(context) }, ...ends('granted', 'ok').entry],
    },
    denied: ends('denied', 'ok'),
    expired: ends('expired', 'error'),
    undelivered: ends('undelivered', 'error'),
    cancelled: ends('cancelled', 'ok'),
  },
});

/** Of these fields the ones that are there. */
function given<Of extends object, Name extends keyof Of>(of: Of, ...names: readonly Name[]): Partial<Pick<Of, Name>> {
  return Object.fromEntries(names.filter(name => of[name] !== undefined).map(name => [name, of[name]])) as never;
}

/** An approval as version 1 kept it goes on where it stood: nobody has confirmed or signed anything yet. */
export function migrateApproval(state: object, version: string): object | undefined {
  if (version !== '1') return undefined;
  const { context, ...rest } = state as { readonly context: object };
  const since = { risk: 'high', language: 'en', undoMs: 0, undoUntil: null, after: null } as const;
  return { ...rest, context: { ...since, ...context } };
}
