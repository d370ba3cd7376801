/**
 * One question to the owner: may this tool call run?
 *
 * It waits for its turn where others are before the owner already; then its card goes to every chat where the owner is asked, each by
 * that channel's own line, which tries until it is out. Silence is a no. The deadline is a row with an absolute instant, counted from the
 * turn, so an approval that outlives a restart still expires on time; the owner is reminded once. A yes counts only where it was
 * confirmed as its risk asks, and where it was signed on its way in; then it may be taken back for a while. A card whose fate is
 * unknown goes out once more with a new nonce; the old one is void.
 */
import { assign, setup } from 'xstate';
import { type AnswerVerdict, isUndone, judgeAnswer } from '../../domain/approvals/answer.ts';
import {
  type ApprovalCard,
  type ApprovalOutcome,
  type Decision,
  type Risk,
  takenBack,
} from '../../domain/approvals/card.ts';
import type { SignedGrant } from '../../domain/approvals/grant.ts';
import { wordsOf } from '../../domain/approvals/texts.ts';
import type { Body } from '../../domain/conversation/body.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import { actorAt, needs, stampOf } from '../needs.ts';

export interface ApprovalInput {
  readonly session: string;
  readonly card: Pick<ApprovalCard, 'tool' | 'intent' | 'risk' | 'reasons' | 'digest' | 'mayStand'>;
  readonly exact: Body;
  /** Counted from its turn; null: it waits for ever. */
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

/** A chat where the owner is asked. */
export type Place = Pick<Shown, 'channel' | 'chat'>;

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
  /** What would be done, in one sentence. */
  readonly intent: string;
  /** Where the owner is asked; empty before its turn. */
  readonly places: readonly Place[];
  readonly shown: readonly Shown[];
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
  | { readonly type: 'approval.turn'; readonly places: readonly Place[]; readonly at: number }
  | { readonly type: 'approval.cancelled'; readonly at: number }
  | ({ readonly type: 'card.shown'; readonly nonce: string; readonly at: number } & Shown)
  | ({ readonly type: 'card.unsure'; readonly at: number; readonly id: string } & Place)
  | EarlierEvent;

/** What may still come to an approval that an earlier version had put before the owner by itself. */
type EarlierEvent =
  | { readonly type: 'consent.due'; readonly at: number }
  | {
      readonly type: 'xstate.done.actor.consent' | 'xstate.done.actor.again';
      readonly output: { readonly shown: readonly Shown[]; readonly missed: readonly Place[] };
    }
  | { readonly type: 'xstate.error.actor.consent' | 'xstate.error.actor.again'; readonly error: Failure };

const base = setup({
  types: {
    input: {} as ApprovalInput & { readonly address: string; readonly at: number; readonly id: string },
    output: {} as ApprovalOutput,
    context: {} as Context,
    events: {} as ApprovalEvent,
    tags: {} as 'busy' | 'attention' | 'resting' | 'ok' | 'error',
  },
  actors: {
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
    queueDelivery: (
      _,
      _params: {
        readonly id: string;
        readonly channel: string;
        readonly chat: string;
        readonly session: string;
        readonly body: string;
      },
    ) => {},
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
    isQueued: ({ context }) => context.places.length === 0,
    isNowhere: ({ event }) => event.type === 'approval.turn' && event.places.length === 0,
    isEarly: ({ context, event }) => stampOf(event).at < (remindAt(context) ?? 0),
    hasDeadline: ({ context }) => context.expiresAfterMs !== null,
  },
  delays: {
    untilExpiry: ({ context, event }) => Math.max(0, (context.expiresAt ?? 0) - stampOf(event).at),
    untilReminder: ({ context, event }) => Math.max(0, (remindAt(context) ?? 0) - stampOf(event).at),
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

type Enqueue = Parameters<Parameters<typeof base.enqueueActions>[0]>[0]['enqueue'];

/** There is room before the owner again, or one more waits for it. */
const tellDesk = (type: 'approval.asked' | 'approval.left') => base.sendTo(actorAt('approval-desk'), { type });

/** Where there is so much time to answer, the owner is reminded when half of it is over. */
const leastToRemindMs = 7_200_000;

function remindAt({ expiresAt, expiresAfterMs }: Pick<Context, 'expiresAt' | 'expiresAfterMs'>): number | null {
  if (expiresAt === null || expiresAfterMs === null || expiresAfterMs < leastToRemindMs) return null;
  return expiresAt - Math.floor(expiresAfterMs / 2);
}

/** What its row shows of it now. */
const writeShown = base.enqueueActions(({ context: { nonce, repeat, expiresAt, shown, risk, language }, enqueue }) => {
  enqueue({ type: 'showApproval', params: { nonce, repeat, expiresAt, shown, risk, language } });
});

/** Each of these channels shows the card in its turn, as its row is by then. */
const askAt = (enqueue: Enqueue, approval: string, places: readonly Place[]) => {
  for (const { channel, chat } of places)
    enqueue.sendTo(actorAt(`channel:${channel}`), { type: 'card.queued', approval, chat });
};

/** It is its turn: the time to answer begins. */
const present = base.enqueueActions(({ context: { expiresAfterMs, address, repeat, nonce }, event, enqueue }) => {
  if (event.type !== 'approval.turn') return;
  const { at, places } = event;
  const expiresAt = expiresAfterMs === null ? null : at + expiresAfterMs;
  enqueue.assign({ places, expiresAt, nonce: repeat ? stampOf(event).id : nonce });
  enqueue({ type: 'beginApproval' });
  enqueue(writeShown);
  askAt(enqueue, address, places);
});

/** The card is seen there. One that was sent before the nonce changed counts no more, and goes out anew. */
const noteShown = base.enqueueActions(({ context: { address, nonce, shown }, event, enqueue }) => {
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

/** Nobody knows whether the owner sees a card there. Its channel sends it again, with a nonce that makes every card before it void. */
const renew = base.enqueueActions(({ context: { address, shown }, event, enqueue }) => {
  enqueue.assign({ nonce: stampOf(event).id, repeat: true, shown: [] });
  enqueue(writeShown);
  replaceCards(enqueue, address, shown);
  askAt(enqueue, address, shown);
});

/** An earlier version was about to show the card in some chats: the channels do that now. */
const takeOver = base.enqueueActions(({ context: { address, places, shown }, event, enqueue }) => {
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

/** What an earlier version has shown is void: the card comes anew. */
const replaceEarlier = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type === 'xstate.done.actor.consent') replaceCards(enqueue, context.address, event.output.shown);
});

function replaceCards(enqueue: Enqueue, approval: string, shown: readonly Shown[]): void {
  for (const { channel, chat, ref } of shown)
    enqueue.sendTo(actorAt(`channel:${channel}`), {
      ...{ type: 'card.settled', approval, chat, ref, by: null },
      outcome: 'replaced',
    });
}

/** One line to the owner, in these chats. */
function say(enqueue: Enqueue, context: Context, name: string, places: readonly Place[], body: string): void {
  const { address, session } = context;
  for (const { channel, chat } of places) {
    const id = `${address}/${name}:${channel}:${chat}`;
    enqueue({ type: 'queueDelivery', params: { id, channel, chat, session, body } });
    enqueue.sendTo(actorAt(`channel:${channel}`), { type: 'delivery.queued', delivery: id, chat, notice: true });
  }
}

const remind = base.enqueueActions(({ context, event, enqueue }) => {
  const { intent, places, address, expiresAt, language } = context;
  const hours = Math.round(((expiresAt ?? 0) - stampOf(event).at) / 3_600_000);
  say(enqueue, context, 'reminder', places, texts(language).approvalWaits(keyOf(address), intent, hours));
});

/** Nobody answered: said where it was asked for, and where its card never came. */
const tellExpired = base.enqueueActions(({ context, enqueue }) => {
  const { session, intent, places, shown, language, after } = context;
  const own = placeOf(session);
  const unseen = places.filter(place => !shown.some(one => isSamePlace(one, place)));
  const told = [own, ...unseen.filter(place => !isSamePlace(place, own))];
  if (after !== 'lapsed') say(enqueue, context, 'expired', told, texts(language).approvalExpired(intent));
});

function isSamePlace(one: Place, other: Place): boolean {
  return one.channel === other.channel && one.chat === other.chat;
}

function keyOf(address: string): string {
  return address.slice(address.indexOf(':') + 1);
}

/** The buttons come off every card that was shown, and of one that is on its way as soon as it is. */
const settleCards = base.enqueueActions(({ context, enqueue }) => {
  const { address: approval, places, shown, outcome, answer } = context;
  const unseen = places.filter(place => !shown.some(one => isSamePlace(one, place)));
  for (const { channel, chat, ref } of [...shown, ...unseen.map(place => ({ ...place, ref: null }))])
    enqueue.sendTo(actorAt(`channel:${channel}`), {
      ...{ type: 'card.settled', approval, chat, ref, outcome, by: answer?.by ?? null },
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
  version: '3',
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
          entry: tellDesk('approval.asked'),
          on: {
            'approval.turn': [
              { guard: 'isNowhere', target: '#approval.undelivered' },
              { target: 'choosing', actions: present },
            ],
            // an earlier version was showing it when it ended
            'xstate.done.actor.consent': { actions: [replaceEarlier, tellDesk('approval.asked')] },
            'xstate.error.actor.consent': { actions: tellDesk('approval.asked') },
          },
        },
        early: { after: { untilReminder: { target: 'timed', actions: remind } } },
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
        // a card that was on its way is settled with the others; its channel has been told so
        'card.shown': { actions: noteShown },
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
    expired: { ...ends('expired', 'error'), entry: [...ends('expired', 'error').entry, tellExpired] },
    undelivered: ends('undelivered', 'error'),
    cancelled: ends('cancelled', 'ok'),
  },
});

/** Of these fields the ones that are there. */
function given<Of extends object, Name extends keyof Of>(of: Of, ...names: readonly Name[]): Partial<Pick<Of, Name>> {
  return Object.fromEntries(names.filter(name => of[name] !== undefined).map(name => [name, of[name]])) as never;
}

/**
 * An approval as an earlier version kept it goes on where it stood. Version 1 knew neither confirmation nor signature; up to version 2 it
 * showed its card by itself, and where it was about to, it waits for its turn once more.
 */
export function migrateApproval(state: object, version: string): object | undefined {
  if (version !== '1' && version !== '2') return undefined;
  const { context, value, ...rest } = state as {
    readonly context: { readonly shown: readonly Shown[]; readonly missed?: readonly Place[] };
    readonly value: unknown;
  };
  const since = { risk: 'high', language: 'en', undoMs: 0, undoUntil: null, after: null, intent: '' } as const;
  const { missed = [], ...kept } = context;
  const places = [...kept.shown, ...missed].map(({ channel, chat }) => ({ channel, chat }));
  const isShowing = value === 'acting';
  return {
    ...rest,
    value: isShowing ? { waitingForInput: 'queued' } : value,
    context: { ...since, ...kept, ...(isShowing ? { places: [], repeat: true } : { places }) },
  };
}
