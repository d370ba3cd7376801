/**
 * One conversation.
 *
 * A message opens a turn: the session recalls, lets the model speak, runs what it asks for as tool calls of their own, and
 * looks at the reply before the owner does. A message in mid-turn joins at the next step, and so does the late result of an
 * approval. Every turn ends in `idle` with something said to the owner. Where no model answers the turn waits, for hours if need be.
 *
 * The step that asks for a model call takes it from the budget, the step of its end makes that exact. A call the budget does not
 * grant ends as `exhausted` before anything was sent, and the turn is paused.
 */
import { assign, setup } from 'xstate';
import type { Body } from '../../domain/conversation/body.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import type { ContextParts } from '../../domain/conversation/context-window.ts';
import type { Attachment, Message, TurnOutcome, Usage } from '../../domain/conversation/message.ts';
import { moreUrgent, type Priority, type TurnTerms } from '../../domain/conversation/turn-terms.ts';
import {
  isQuick,
  type Outage,
  outageAfter,
  type Patience,
  type Rests,
  routeAfter,
  withRest,
} from '../../domain/models/outage.ts';
import { gaveUpText, outageReason, waitingText } from '../../domain/models/outage-texts.ts';
import { mayAnotherAnswer } from '../../domain/models/route.ts';
import { mixed, sourceOf, type Taint } from '../../domain/policy/taint.ts';
import type { LetGoTurns } from '../../domain/supervision/admin.ts';
import { backoffMs } from '../../domain/supervision/backoff.ts';
import { type Failure, isResting, isRetryable, isStandstill, restSeconds } from '../../domain/supervision/failure.ts';
import { errorsAfter } from '../../domain/supervision/failure-count.ts';
import { type Language, modelTexts, texts } from '../../domain/text/texts.ts';
import type { ResolvedCall, ToolRequest } from '../../domain/tools/tool.ts';
import { actorAt, needs } from '../needs.ts';
import type { ToolCallInput, ToolCallOutput } from '../tool-call/chart.ts';

export interface SessionLimits {
  readonly steps: number;
  readonly calls: number;
  readonly errorsInRow: number;
}

export interface SessionInput {
  readonly language: Language;
  readonly limits: SessionLimits;
  /** `continue`: the turn goes on while an approval waits; `block`: it waits too. */
  readonly approvals: 'continue' | 'block';
  readonly approvalExpiresAfterMs: number | null;
  /** It was begun again: the turns that ended so, and what its model and its owner are told. */
  readonly letGo?: LetGoTurns;
}

/** Which model is asked, by its place in line: the first is the one chosen for this session (src/domain/models/route.ts). */
export type Route = number;

export interface RecallInput {
  readonly session: string;
  readonly turn: string;
}

export interface RecallOutput {
  readonly recalled: readonly string[];
  /** How many models stand in line for this turn. */
  readonly models?: number;
  /** How long the turn waits where none of them answers; without it it does not. */
  readonly patience?: Patience;
}

export interface CompletionInput {
  readonly session: string;
  readonly turn: string;
  readonly recalled: readonly string[];
  readonly route: Route;
  /** False: the limits of this turn are reached, no tools are offered. */
  readonly tools: boolean;
  /** The owner's newest words, by their message: each time they speak, the conversation may spend anew. */
  readonly allotment?: string;
  /** It has answered with nothing once in this turn, or was held back. */
  readonly emptied?: boolean;
  readonly priority?: Priority;
}

/** A model call that is to be taken from the budget. */
export interface SpendRequest {
  readonly turn: string;
  readonly route: Route;
  readonly allotment: string;
}

/** What became of it. */
export type SpendOutcome =
  | { readonly turn: string; readonly usage: Usage }
  | { readonly turn: string; readonly failure: Pick<Failure, 'kind' | 'written'> };

/** One model reply, its tool calls already resolved against the toolbox. */
export interface CompletionOutput {
  readonly text: Body;
  readonly empty: boolean;
  readonly requests: readonly ToolRequest[];
  readonly calls: readonly ResolvedCall[];
  readonly stop: 'end' | 'tools' | 'length' | 'refusal';
  readonly usage: Usage;
  /** `provider/model` that answered. */
  readonly model: string;
  /** Is it the model this session was meant to have? */
  readonly chosen: boolean;
  /** How far the least trusted of all that it was shown is trusted. */
  readonly taint?: Taint;
  /** A gate has held it back, so it is empty: what the model is told. */
  readonly held?: string;
  /** What the request held. */
  readonly context?: ContextParts;
}

export interface EvaluationInput {
  readonly session: string;
  readonly turn: string;
  readonly message: string;
}

/** Claims of the reply that the records of this turn do not bear out, a line each. */
export interface EvaluationOutput {
  readonly claims: readonly string[];
  readonly beneath?: Beneath;
}

/** For the owner alone, beneath a reply: what it cost, and which part of a budget is used up. */
export interface Beneath {
  readonly notes: readonly string[];
  /** The warnings among them, by the budget they are about. */
  readonly warned: readonly { readonly key: string; readonly percent: number }[];
}

/** A tool call that has not ended. `waiting`: for an approval, and the model was told so. `asking`: for the owner's words. */
interface OpenCall {
  readonly callId: string;
  readonly tool: string;
  /** What it would do, so that of several that wait each result can be told apart. */
  readonly intent: string;
  readonly turn: string;
  readonly state: 'running' | 'approving' | 'waiting' | 'asking';
}

/** The reply that is being looked at. */
interface Reply {
  readonly message: string;
  readonly text: Body;
  readonly notes: readonly string[];
}

interface Context extends Omit<SessionInput, 'letGo'> {
  readonly address: string;
  readonly channel: string;
  readonly chat: string;
  readonly turn: string | null;
  /** The turn that begins when the one that is being stopped has ended. */
  readonly next: string | null;
  readonly taint: Taint;
  /** Of a conversation that is not trusted any more: by what outside text came into it first. */
  readonly distrust?: string | null;
  readonly recalled: readonly string[];
  readonly route: Route;
  /** How many models stand in line. */
  readonly models: number;
  /** How urgent the turn is, and when it ends by itself. */
  readonly priority?: Priority | null;
  readonly deadline?: number | null;
  /** It is being ended because its deadline has passed. */
  readonly isExpired?: boolean;
  /** On what terms the next turn is taken; its deadline counts from when it was asked for. */
  readonly nextTerms?: (TurnTerms & { readonly deadline?: number }) | null;
  /** Tries of the model call in hand. */
  readonly attempt: number;
  readonly steps: number;
  readonly calls: number;
  readonly errorsInRow: number;
  /** How often each tool call was asked for in this turn, by the beginning of its digest. */
  readonly asked?: { readonly [digest: string]: number };
  readonly spawned: number;
  readonly open: { readonly [childId: string]: OpenCall };
  /** Messages and late results that the model has not seen yet. */
  readonly unread: number;
  readonly limit: string | null;
  readonly reply: Reply | null;
  readonly corrected: boolean;
  readonly emptied: boolean;
  /** Tools that have run in this turn, and what was under way when it was told to stop. */
  readonly done: readonly string[];
  readonly cut: readonly string[];
  readonly failure: Failure | null;
  /** Which limit of the budget its owner was last told of, and until when that need not be said again. */
  readonly spentUp?: { readonly cause: string; readonly until: number } | null;
  /** How long it may wait for its model. */
  readonly patience?: Patience | null;
  /** It waits for its model, or has just been woken to try again. */
  readonly outage?: Outage | null;
  /** Of this round of tries: the newest failure that may pass by itself. */
  readonly busy?: Failure | null;
  readonly rests?: Rests;
  /** The owner's newest message; absent where nothing was said since an older version ran. */
  readonly allotment?: string;
}

type Stamp = { readonly at: number; readonly id: string; readonly from: string };
/** The ends of invoked actors stand among the events, so that they carry the host's stamp like all others. */
type SessionEvent = Stamp &
  (
    | {
        readonly type: 'message.received';
        readonly messageId: string;
        readonly text: Body;
        readonly taint: Taint;
        readonly attachments?: readonly Attachment[];
        readonly correction?: boolean;
        readonly priority?: Priority;
        readonly deadlineMs?: number;
      }
    | { readonly type: 'turn.aborted' }
    | { readonly type: 'turn.expired'; readonly turn: string }
    /** It goes round in circles: its model is told. */
    | { readonly type: 'turn.clarified'; readonly turn: string }
    | { readonly type: 'tool.waiting'; readonly childId: string }
    | { readonly type: 'owner.asked'; readonly childId: string; readonly question: Body }
    | { readonly type: 'xstate.done.actor.call'; readonly actorId: string; readonly output: ToolCallOutput }
    | { readonly type: 'xstate.done.actor.recall'; readonly output: RecallOutput }
    | { readonly type: 'xstate.error.actor.recall'; readonly error: Failure }
    | { readonly type: 'xstate.done.actor.completion'; readonly output: CompletionOutput }
    | { readonly type: 'xstate.error.actor.completion'; readonly error: Failure }
    | { readonly type: 'xstate.done.actor.evaluation'; readonly output: EvaluationOutput }
    | { readonly type: 'xstate.error.actor.evaluation'; readonly error: Failure }
  );
type Of<Type extends SessionEvent['type']> = Extract<SessionEvent, { readonly type: Type }>;

const base = setup({
  types: {
    input: {} as SessionInput & { readonly address: string },
    context: {} as Context,
    events: {} as SessionEvent,
    tags: {} as 'busy' | 'attention' | 'background' | 'resting' | 'ok' | 'error',
  },
  actors: {
    recall: needs<RecallOutput, RecallInput>('recall'),
    completion: needs<CompletionOutput, CompletionInput>('completion'),
    evaluation: needs<EvaluationOutput, EvaluationInput>('evaluation'),
    'tool-call': needs<ToolCallOutput, ToolCallInput>('tool-call'),
  },
  actions: {
    beginTurn: (_, _params: { readonly turn: string }) => {},
    endTurn: (
      _,
      _params: { readonly turn: string; readonly outcome: TurnOutcome; readonly reply: string | null },
    ) => {},
    addUsage: (_, _params: { readonly turn: string; readonly model: string; readonly usage: Usage }) => {},
    reserveSpend: (_, _params: SpendRequest) => {},
    settleSpend: (_, _params: SpendOutcome) => {},
    markWarned: (_, _params: Beneath['warned'][number]) => {},
    appendMessage: (_, _params: Omit<Message, 'at' | 'session'>) => {},
    queueDelivery: (
      _,
      _params: {
        readonly id: string;
        readonly channel: string;
        readonly chat: string;
        readonly body: Body;
        readonly notes: readonly string[];
      },
    ) => {},
  },
  guards: {
    isSettled: ({ context }) => !any(context, 'running') && !any(context, 'asking') && !any(context, 'approving'),
    isAsking: ({ context }) => any(context, 'asking') && !any(context, 'running'),
    isBlocked: ({ context }) => any(context, 'approving') && !any(context, 'running') && !any(context, 'asking'),
    isUnread: ({ context }) => context.unread > 0,
    // a correction mends what was said before, it answers nothing
    isAnswer: ({ context, event }) => any(context, 'asking') && !(event as Of<'message.received'>).correction,
    hasNoCalls: ({ context }) => ofThisTurn(context).length === 0,
    isHeard: ({ context }) => ofThisTurn(context).length === 0 && context.next !== null,
    mayAct: ({ context, event }) => completed(event).calls.length > 0 && context.limit === null,
    isEmpty: ({ event }) => completed(event).empty && completed(event).stop !== 'refusal',
    isEmptyUnread: ({ context, event }) =>
      completed(event).empty && completed(event).stop !== 'refusal' && context.unread > 0,
    isEmptyFirst: ({ context, event }) =>
      completed(event).empty && completed(event).stop !== 'refusal' && !context.emptied,
    // no budget was left, so nothing was asked
    isSpent: ({ event }) => isSpent(failed(event)),
    isSpentAgain: ({ context: { spentUp, done }, event }) =>
      isSpent(failed(event)) &&
      done.length === 0 &&
      spentUp?.cause === failed(event).cause &&
      event.at < (spentUp?.until ?? 0),
    // the owner has spoken since: the conversation may spend again
    isSpentUnread: ({ context, event }) => failed(event).cause === 'budget.session' && context.unread > 0,
    // whoever rests is not asked again so soon: the next in line is
    mayRetry: ({ context, event }) =>
      isRetryable(failed(event)) &&
      !isResting(failed(event)) &&
      (context.attempt < mostAttempts || isStandstill(failed(event))) &&
      (isQuick(failed(event)) || !context.patience?.keepTryingMs),
    mayFallBack: ({ context, event }) =>
      mayAnotherAnswer(failed(event)) &&
      routeAfter(context.route, context.models, context.rests ?? {}, event.at) !== undefined,
    mayWait: ({ context, event }) => outageOf(context, event) !== undefined,
    isDue: ({ context, event }) => event.type === 'turn.expired' && event.turn === context.turn,
    isThisTurn: ({ context, event }) => event.type === 'turn.clarified' && event.turn === context.turn,
    isFalse: ({ context, event }) =>
      (event as Of<'xstate.done.actor.evaluation'>).output.claims.length > 0 && !context.corrected,
  },
  delays: {
    backoff: ({ context }) => backoffMs(context.attempt, context.failure?.retryAfterMs, 60_000),
    nextTry: ({ context, event }) => Math.max(0, (context.outage?.next ?? 0) - event.at),
  },
});

/** A model call is tried so often on one route. */
const mostAttempts = 3;

/** The open calls a stop is meant for: those of this turn. An approval that waits since an earlier one goes on waiting. */
function ofThisTurn({ open, turn }: Context): [string, OpenCall][] {
  return Object.entries(open).filter(([, call]) => call.turn === turn || call.state !== 'waiting');
}

function any({ open }: Context, state: OpenCall['state']): boolean {
  return Object.values(open).some(call => call.state === state);
}

const turnOf = (context: Context): string => context.turn ?? '';
const completed = (event: SessionEvent) => (event as Of<'xstate.done.actor.completion'>).output;
const failed = (event: SessionEvent) => (event as Of<'xstate.error.actor.completion'>).error;
/** The wait that a failed round of tries leads to, if it leads to one. */
function outageOf(
  { language, models, outage = null, busy, rests = {}, patience, route }: Context,
  event: SessionEvent,
) {
  const failure = failed(event);
  const isBusy = isRetryable(failure);
  // what one model refuses for good, another that is busy may do later
  const waitsFor = isBusy ? failure : mayAnotherAnswer(failure) ? busy : null;
  if (!waitsFor || !patience) return undefined;
  const { at } = event;
  // a breaker that refuses does not know why: the failure before it does
  const reason = isResting(waitsFor) && outage ? outage.reason : outageReason(waitsFor, language);
  const wishes = withRest(rests, route, failure, at);
  return outageAfter(outage, { at, models, rests: wishes, failure: waitsFor, reason }, patience);
}
const isSpent = ({ kind, cause }: Failure) => kind === 'exhausted' && cause?.startsWith('budget.') === true;

// ── a turn begins and ends ──────────────────────────────────────────────────────────────────────────

/** What every turn begins with. */
const fresh = {
  recalled: [],
  route: 0,
  priority: null,
  deadline: null,
  isExpired: false,
  attempt: 1,
  steps: 0,
  calls: 0,
  errorsInRow: 0,
  asked: {},
  unread: 0,
  limit: null,
  reply: null,
  corrected: false,
  emptied: false,
  done: [],
  cut: [],
  failure: null,
  outage: null,
  busy: null,
  rests: {},
} as const;

const openTurn = base.enqueueActions(({ event, enqueue }) => {
  enqueue.assign({ ...fresh, turn: event.id });
  enqueue({ type: 'beginTurn', params: { turn: event.id } });
});

/** What a message asks of its turn: the more urgent wish and the earlier deadline hold. */
const takeTerms = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type === 'message.received') setTerms(enqueue, context, event, event);
});

function setTerms(enqueue: Enqueue, context: Context, { at, id }: Stamp, { priority, deadlineMs }: TurnTerms): void {
  if (priority !== undefined) enqueue.assign({ priority: moreUrgent(priority, context.priority ?? undefined) ?? null });
  if (deadlineMs === undefined) return;
  const deadline = at + deadlineMs;
  if (context.deadline && context.deadline <= deadline) return;
  enqueue.assign({ deadline });
  const due = { type: 'turn.expired', turn: turnOf(context), at, id, from: '' } as const;
  enqueue.raise(due, { id: deadlineTimer, delay: deadlineMs });
}

const deadlineTimer = 'deadline';

/** A turn that ends before its deadline needs it no more. */
function forgetDeadline(enqueue: Enqueue, { deadline }: Context): void {
  if (deadline) enqueue.cancel(deadlineTimer);
}

/** What is said while a turn is being stopped belongs to the next one, which is open from then on. */
const appendNext = base.enqueueActions(({ context, event, enqueue }) => {
  if (context.next === null) enqueue({ type: 'beginTurn', params: { turn: event.id } });
  const next = context.next ?? event.id;
  enqueue.assign({ next });
  if (event.type === 'message.received' && (event.priority ?? event.deadlineMs) !== undefined) {
    const priority = moreUrgent(event.priority, context.nextTerms?.priority);
    const ends = [
      context.nextTerms?.deadline,
      event.deadlineMs === undefined ? undefined : event.at + event.deadlineMs,
    ];
    const deadline = Math.min(...ends.map(end => end ?? Number.POSITIVE_INFINITY));
    enqueue.assign({
      nextTerms: {
        ...(priority === undefined ? {} : { priority }),
        ...(Number.isFinite(deadline) ? { deadline } : {}),
      },
    });
  }
  appendWords(enqueue, context, event, next);
});

const goOn = base.enqueueActions(({ context, event, enqueue }) => {
  const turn = context.next;
  enqueue.assign({ ...fresh, turn, next: null, nextTerms: null });
  if (!context.nextTerms) return;
  const { deadline, ...terms } = context.nextTerms;
  const left = deadline === undefined ? {} : { deadlineMs: Math.max(0, deadline - event.at) };
  setTerms(enqueue, { ...context, ...fresh, turn }, event, { ...terms, ...left });
});

type Enqueue = Parameters<Parameters<typeof base.enqueueActions>[0]>[0]['enqueue'];

/** A text goes on its way to the chat, at most one a step; `notes` stand beneath it. */
function deliver(
  enqueue: Enqueue,
  { channel, chat }: Context,
  event: Pick<SessionEvent, 'id'>,
  body: Body,
  notes: readonly string[] = [],
): void {
  const id = `${event.id}/delivery`;
  enqueue({ type: 'queueDelivery', params: { id, channel, chat, body, notes } });
  enqueue.sendTo(actorAt(`channel:${channel}`), { type: 'delivery.queued', delivery: id, chat });
}

/** The house itself answers, and the turn ends. */
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
    enqueue.assign({ turn: null, reply: null });
  });

const endStopped = endWith(
  ({ isExpired }) => (isExpired ? 'expired' : 'cancelled'),
  ({ language, done, cut, isExpired }) =>
    isExpired ? texts(language).expired(done, cut) : texts(language).stopped(done, cut),
);

/** What it was about before it was begun again is over, and no later turn takes it up. */
const endLetGo = base.enqueueActions(({ context, event, enqueue }) => {
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
});

const endEmpty = endWith('failed', ({ language }) => texts(language).empty);
const endFailed = endWith('failed', ({ language, failure, done, outage }) => {
  const reason: Failure = failure ?? { kind: 'defect', message: 'no reason was given' };
  const say = texts(language);
  const isDown = isRetryable(reason) ? say.modelDown(reason) : say.modelFailed(reason);
  const rests = isResting(reason) ? say.modelRests(restSeconds(reason)) : isDown;
  const why = outage && isRetryable(reason) ? gaveUpText(outage, language) : rests;
  return done.length === 0 ? why : `${why}\n\n${say.doneSoFar(done)}`;
});

/** The budget says why, and when it goes on; what was done by then is told. */
const endSpent = endWith('paused', ({ language, failure, done }) =>
  [failure?.message ?? '', done.length === 0 ? '' : texts(language).doneSoFar(done)]
    .filter(text => text !== '')
    .join('\n\n'),
);

/** Told once for each limit and day: the messages that come after it end without another. */
const noteSpent = base.assign(({ event }) => ({
  spentUp: { cause: failed(event).cause ?? '', until: event.at + (failed(event).retryAfterMs ?? 0) },
}));

/** A failed turn is the supervisor's business too. */
const reportFailure = base.sendTo(actorAt('supervisor'), ({ context }) => ({
  type: 'report.raised',
  kind: 'failed',
  subject: context.address,
  failure: context.failure,
}));

const deliverReply = base.enqueueActions(({ context, event, enqueue }) => {
  if (!context.reply) return;
  const { claims, beneath }: EvaluationOutput =
    event.type === 'xstate.done.actor.evaluation' ? event.output : { claims: [] };
  const doubts = claims.length > 0 ? [texts(context.language).unconfirmed(claims.join(' '))] : [];
  const notes = [...context.reply.notes, ...doubts];
  // what is said beneath a reply belongs to the conversation too: not every screen shows deliveries
  if (notes.length > 0) appendNotice(enqueue, context, `${context.reply.message}/notes`, notes.join('\n\n'));
  const aside = beneath?.notes ?? [];
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
  deliver(enqueue, context, event, context.reply.text, [...notes, ...aside]);
});

const endSilently = base.enqueueActions(({ context, enqueue }) => {
  forgetDeadline(enqueue, context);
  enqueue({ type: 'endTurn', params: { turn: turnOf(context), outcome: 'paused', reply: null } });
  enqueue.assign({ turn: null, reply: null });
});

const endDone = base.enqueueActions(({ context, enqueue }) => {
  forgetDeadline(enqueue, context);
  enqueue({
    type: 'endTurn',
    params: { turn: turnOf(context), outcome: 'done', reply: context.reply?.message ?? null },
  });
  enqueue.assign({ turn: null, reply: null });
});

// ── what is said and what comes back ────────────────────────────────────────────────────────────────

const appendOwner = base.enqueueActions(({ context, event, enqueue }) =>
  appendWords(enqueue, context, event, turnOf(context)),
);

function appendWords(enqueue: Enqueue, context: Context, event: SessionEvent, turn: string): void {
  if (event.type !== 'message.received') return;
  const { messageId, text, taint, attachments, correction } = event;
  if (correction) {
    const body = modelTexts.correction;
    enqueue({
      type: 'appendMessage',
      params: { id: `${messageId}/correction`, turn, role: 'notice', body, taint: 'owner' },
    });
  }
  enqueue({
    type: 'appendMessage',
    params: {
      id: messageId,
      turn,
      role: 'owner',
      body: text,
      taint,
      ...(attachments ? { attachments } : {}),
    },
  });
  const distrust = sourceOf(context.taint, taint, 'a message that was forwarded or is not yours', context.distrust);
  enqueue.assign({ taint: mixed(context.taint, taint), distrust, allotment: messageId });
}

const countUnread = base.assign({ unread: ({ context }) => context.unread + 1 });

function appendNotice(enqueue: Enqueue, context: Context, id: string, body: Body, taint: Taint = 'owner'): void {
  enqueue({ type: 'appendMessage', params: { id, turn: turnOf(context), role: 'notice', body, taint } });
}

/** The model said something: it is kept, counted, and its tool calls start. */
const startCalls = base.enqueueActions(({ context, event, enqueue }) => {
  const { requests, calls } = completed(event);
  const { address, approvalExpiresAfterMs, taint, distrust, limits, language, priority } = context;
  const turn = turnOf(context);
  const room = Math.max(0, limits.calls - context.calls);
  const started = calls.slice(0, room);
  const open: Record<string, OpenCall> = { ...context.open };
  const asked = { ...context.asked };
  for (const [index, call] of started.entries()) {
    const childId = `call-${context.spawned + index + 1}`;
    const intent = 'intent' in call ? call.intent : '';
    if ('digest' in call) {
      const same = call.digest.slice(0, 12);
      const times = (asked[same] ?? 0) + 1;
      asked[same] = times;
      if (times >= sameBefore) reportLoop(enqueue, context, call.tool, times);
    }
    open[childId] = { callId: call.callId, tool: call.tool, intent, turn, state: 'running' };
    enqueue.spawnChild('tool-call', {
      id: childId,
      input: {
        ...{ session: address, turn, childId, call, taint, approvalExpiresAfterMs },
        ...(priority ? { priority } : {}),
        ...(distrust ? { distrust } : {}),
      },
    });
  }
  refuse(enqueue, context, event.id, requests.slice(room), texts(language).limitCalls(limits.calls));
  enqueue.assign({
    ...{ open, asked },
    spawned: context.spawned + started.length,
    calls: context.calls + started.length,
  });
});

/** The very same call so often in one turn is going round in circles. */
const sameBefore = 4;

function reportLoop(enqueue: Enqueue, context: Context, tool: string, times: number): void {
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'report.raised',
    kind: 'looping',
    subject: context.address,
    text: `${tool} was called ${times} times with the same arguments`,
    ...{ turn: turnOf(context), tool, times },
  });
}

/** The model is told that it repeats itself; it reads that before it goes on. */
const clarify = base.enqueueActions(({ context, event, enqueue }) => {
  const [times = 0] = Object.values(context.asked ?? {}).toSorted((a, b) => b - a);
  appendNotice(enqueue, context, `${event.id}/looping`, modelTexts.looping(times));
});

/** No tools were offered, and some were asked for. */
const refuseCalls = base.enqueueActions(({ context, event, enqueue }) =>
  refuse(enqueue, context, event.id, completed(event).requests, context.limit ?? ''),
);

/** Tools asked for beyond the limit: each request is answered so, since a model expects an answer to each. */
function refuse(enqueue: Enqueue, context: Context, id: string, requests: readonly ToolRequest[], limit: string): void {
  for (const { callId, name } of requests)
    enqueue({
      type: 'appendMessage',
      params: {
        id: `${id}/${callId}`,
        turn: turnOf(context),
        role: 'tool',
        body: modelTexts.limit(limit),
        taint: 'owner',
        callId,
        tool: name,
        failed: true,
      },
    });
}

/** A tool call ended. Its answer stands where the model waits for it; one that the model was told to go on without comes as a notice. */
const takeResult = base.enqueueActions(({ context, event, enqueue }) => {
  const { actorId, output, from } = event as Of<'xstate.done.actor.call'>;
  const call = context.open[actorId];
  enqueue.stopChild(actorId);
  if (!call) return;
  const { [actorId]: _, ...open } = context.open;
  const { callId, tool } = call;
  // a call that was stopped from outside its chart says no more than that
  const { outcome } = output;
  const stopped = modelTexts.stopped(outcome, call.intent || tool);
  const { text = stopped, failed = true, taint = 'owner' }: Partial<ToolCallOutput> = output;
  if (call.state === 'waiting') {
    appendNotice(enqueue, context, `${from}/late`, modelTexts.late(tool, outcome, call.intent));
    appendNotice(enqueue, context, from, text, taint);
  } else
    enqueue({
      type: 'appendMessage',
      params: { id: from, turn: turnOf(context), role: 'tool', body: text, taint, callId, tool, failed },
    });
  const { isExcused = false }: Partial<ToolCallOutput> = output;
  const errorsInRow = errorsAfter(context.errorsInRow, { outcome, failed, isExcused });
  enqueue.assign({
    open,
    errorsInRow,
    // that nothing came of it is no news, and silence of the owner nothing to pay a turn for: the model reads the note in its next one
    unread: context.unread + (call.state === 'waiting' && outcome !== 'cancelled' && outcome !== 'expired' ? 1 : 0),
    taint: mixed(context.taint, taint),
    distrust: sourceOf(context.taint, taint, call.intent || tool, context.distrust),
    done: outcome === 'done' && !failed ? [...context.done, tool].slice(-20) : context.done,
    // only the call itself knows whether it had begun: an approval may have been granted meanwhile
    cut: output.isCut || outcome === 'unknown' ? [...context.cut, call.intent || tool].slice(-20) : context.cut,
  });
});

/** A call waits for an approval. The model is told and goes on, or the turn waits with it. */
const noteWaiting = base.enqueueActions(({ context, event, enqueue }) => {
  const { childId, id } = event as Of<'tool.waiting'>;
  const call = context.open[childId];
  if (!call) return;
  const goesOn = context.approvals === 'continue';
  enqueue.assign({ open: { ...context.open, [childId]: { ...call, state: goesOn ? 'waiting' : 'approving' } } });
  if (!goesOn) return;
  const { callId, tool } = call;
  enqueue({
    type: 'appendMessage',
    params: { id, turn: turnOf(context), role: 'tool', body: modelTexts.waiting(tool), taint: 'owner', callId, tool },
  });
});

const noteAsking = base.enqueueActions(({ context, event, enqueue }) => {
  const { childId, question, id } = event as Of<'owner.asked'>;
  const call = context.open[childId];
  if (!call) return;
  enqueue.assign({ open: { ...context.open, [childId]: { ...call, state: 'asking' } } });
  enqueue({
    type: 'appendMessage',
    params: { id, turn: turnOf(context), role: 'assistant', body: question, taint: 'owner', callId: call.callId },
  });
  deliver(enqueue, context, event, question);
});

/** The owner's words answer the question that was asked first. */
const passAnswer = base.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'message.received') return;
  const { messageId, text, taint, attachments } = event;
  const asked = Object.entries(context.open).find(([, call]) => call.state === 'asking');
  if (!asked) return;
  const [childId, call] = asked;
  enqueue({
    type: 'appendMessage',
    params: {
      id: messageId,
      turn: turnOf(context),
      role: 'owner',
      body: text,
      taint,
      callId: call.callId,
      ...(attachments ? { attachments } : {}),
    },
  });
  enqueue.sendTo(childId, { type: 'owner.answered', text, taint });
  enqueue.assign({ allotment: messageId, open: { ...context.open, [childId]: { ...call, state: 'running' } } });
});

const cancelCalls = base.enqueueActions(({ context, enqueue }) => {
  for (const [childId] of ofThisTurn(context)) enqueue.sendTo(childId, { type: 'tool.cancelled' });
});

/** Before a model call: at a limit it is the last of its turn, without tools. The model sees all that was said by now. */
const checkLimits = base.enqueueActions(({ context, enqueue }) => {
  const { language, limits, calls, errorsInRow } = context;
  const say = texts(language);
  const steps = context.steps + 1;
  const reached = [
    steps >= limits.steps ? say.limitSteps(limits.steps) : null,
    calls >= limits.calls ? say.limitCalls(limits.calls) : null,
    errorsInRow >= limits.errorsInRow ? say.limitErrors(limits.errorsInRow) : null,
  ].find(limit => limit !== null);
  enqueue.assign({ limit: context.limit ?? reached ?? null, unread: 0 });
  if (reached && context.limit === null)
    appendNotice(enqueue, context, `${turnOf(context)}/limit`, modelTexts.limit(reached));
});

/** After all that was said by now: what the call may cost counts as spent from here on. */
const takeFromBudget = base.enqueueActions(({ context, enqueue }) => {
  const { route, allotment = '' } = context;
  enqueue({ type: 'reserveSpend', params: { turn: turnOf(context), route, allotment } });
});

const settleFailure = base.enqueueActions(({ context, event, enqueue }) => {
  const { kind, written } = failed(event);
  const failure = { kind, ...(written === undefined ? {} : { written }) };
  enqueue({ type: 'settleSpend', params: { turn: turnOf(context), failure } });
});

/** The model said something: it is kept and counted. A reply without words is counted alone. */
const keepReply = base.enqueueActions(({ context, event, enqueue }) => {
  const { text, requests, stop, usage, model, chosen, empty, taint: shown = 'owner' } = completed(event);
  const turn = turnOf(context);
  const taint = mixed(context.taint, shown); // what it was shown, what follows from it cannot be trusted beyond
  const message = event.from;
  enqueue({ type: 'addUsage', params: { turn, model, usage } });
  enqueue({ type: 'settleSpend', params: { turn, usage } });
  if (!empty || requests.length > 0) {
    const asked = requests.length > 0 ? { toolCalls: requests } : {};
    enqueue({
      type: 'appendMessage',
      params: { id: message, turn, role: 'assistant', body: text, taint, ...asked },
    });
  }
  const say = texts(context.language);
  const notes = [
    stop === 'length' ? say.cutOff : '',
    stop === 'refusal' ? say.refused : '',
    chosen ? '' : say.fellBack(model, context.failure),
  ];
  const reply: Reply = { message, text, notes: notes.filter(note => note !== '') };
  const answered = { attempt: 1, failure: null, outage: null, busy: null, rests: {} };
  const distrust = sourceOf(context.taint, taint, 'a picture, memory or tool description', context.distrust);
  enqueue.assign({ reply, taint, distrust, steps: context.steps + 1, ...answered });
});

const askAgain = base.enqueueActions(({ context, event, enqueue }) => {
  const { held } = completed(event);
  enqueue.assign({ emptied: true });
  appendNotice(enqueue, context, `${event.id}/empty`, held === undefined ? modelTexts.empty : modelTexts.held(held));
});

const keepFailure = base.assign(({ context, event }) => {
  const failure = failed(event);
  const { busy = null, rests = {}, route } = context;
  return {
    failure,
    busy: isRetryable(failure) ? failure : busy,
    rests: withRest(rests, route, failure, event.at),
  };
});

const fallBack = base.assign(({ context: { route, models, rests = {}, outage }, event }) => ({
  route: routeAfter(route, models, rests, event.at) ?? route + 1,
  attempt: outage ? mostAttempts : 1,
}));

/** Nobody in line answers: the turn waits, and its owner is told once. */
const waitForModel = base.enqueueActions(({ context, event, enqueue }) => {
  const outage = outageOf(context, event);
  const { patience, language } = context;
  if (!outage || !patience) return;
  enqueue.assign({ outage });
  if (context.outage) return;
  const body = waitingText(outage, patience, language);
  const id = `${event.id}/waiting`;
  // for the owner alone: to the model it would be old news
  enqueue({
    type: 'appendMessage',
    params: { id, turn: turnOf(context), role: 'notice', body, taint: 'owner', isAside: true },
  });
  deliver(enqueue, context, event, body);
});

/** One more round: each model that may be asked is asked once. */
const tryAgain = base.assign(({ context: { models, rests = {} }, event }) => ({
  route: routeAfter(-1, models, rests, event.at) ?? 0,
  attempt: mostAttempts,
  busy: null,
}));

/** The owner has spoken meanwhile: it is tried at once, and what comes of it is told. */
const tryAtOnce = base.assign({ route: 0, attempt: mostAttempts, busy: null, rests: {}, outage: null });

/** What the reply claims and the records do not bear out goes back to the model, once. */
const askForTruth = base.enqueueActions(({ context, event, enqueue }) => {
  const { claims } = (event as Of<'xstate.done.actor.evaluation'>).output;
  enqueue.assign({ corrected: true });
  appendNotice(enqueue, context, `${event.id}/claims`, modelTexts.claims(claims));
});

/**
 * A state of version 1, whose models were two, by name, of version 2, which did not count what is asked for again and again, or of
 * version 3, which did not wait for a model.
 */
export function migrateSession(state: object, version: string): object | undefined {
  if (version === '2' || version === '3') return state;
  if (version !== '1') return undefined;
  const { context } = state as { readonly context: object & { readonly route: string } };
  return { ...state, context: { ...context, route: context.route === 'default' ? 1 : 0, models: 2 } };
}

export const sessionMachine = base.createMachine({
  id: 'session',
  version: '4',
  options: { maxIterations: 1000 },
  context: ({ input: { address, language, limits, approvals, approvalExpiresAfterMs } }) => {
    const { channel, chat } = placeOf(address);
    return {
      ...fresh,
      models: 1,
      nextTerms: null,
      language,
      limits,
      approvals,
      approvalExpiresAfterMs,
      address,
      channel,
      chat,
      turn: null,
      next: null,
      taint: 'owner',
      spawned: 0,
      open: {},
    };
  },
  entry: endLetGo,
  initial: 'idle',
  on: {
    'message.received': { actions: [takeTerms, appendOwner, countUnread] },
    'tool.waiting': { actions: noteWaiting },
    'owner.asked': { actions: noteAsking },
    'xstate.done.actor.*': { actions: takeResult },
    'turn.clarified': { guard: 'isThisTurn', actions: clarify },
    'turn.aborted': { target: '.acting.cancelling' },
    'turn.expired': { guard: 'isDue', target: '.acting.cancelling', actions: assign({ isExpired: true }) },
  },
  states: {
    idle: {
      tags: ['resting', 'ok'],
      meta: { help: 'It waits for a message.' },
      on: {
        'message.received': { target: 'thinking', actions: [openTurn, takeTerms, appendOwner] },
        // what was waited for has come: the model hears of it
        'xstate.done.actor.*': { target: 'thinking', actions: [openTurn, takeResult] },
        'turn.aborted': {},
      },
    },
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 60_000, help: 'The model thinks.' },
      initial: 'recalling',
      states: {
        recalling: {
          meta: { expectMs: 2000, help: 'It looks into its memory.' },
          invoke: {
            id: 'recall',
            src: 'recall',
            input: ({ context }) => ({ session: context.address, turn: turnOf(context) }),
          },
          on: {
            'xstate.done.actor.recall': {
              target: 'completing',
              actions: assign({
                recalled: ({ event }) => event.output.recalled,
                models: ({ event }) => event.output.models ?? 1,
                patience: ({ event }) => event.output.patience ?? null,
              }),
            },
            'xstate.error.actor.recall': 'completing',
          },
        },
        completing: {
          meta: { expectMs: 60_000, help: 'The model writes.' },
          entry: [checkLimits, takeFromBudget],
          invoke: {
            id: 'completion',
            src: 'completion',
            input: ({ context }) => ({
              session: context.address,
              turn: turnOf(context),
              recalled: context.recalled,
              route: context.route,
              tools: context.limit === null,
              ...(context.emptied ? { emptied: true } : {}),
              allotment: context.allotment ?? '',
              ...(context.priority ? { priority: context.priority } : {}),
            }),
          },
          on: {
            'xstate.done.actor.completion': [
              { guard: 'mayAct', target: '#session.acting', actions: [keepReply, startCalls] },
              {
                guard: 'isEmptyFirst',
                target: 'completing',
                reenter: true,
                actions: [keepReply, refuseCalls, askAgain],
              },
              { guard: 'isEmptyUnread', target: 'completing', reenter: true, actions: [keepReply, refuseCalls] },
              { guard: 'isEmpty', target: '#session.idle', actions: [keepReply, refuseCalls, endEmpty] },
              { target: '#session.evaluating', actions: [keepReply, refuseCalls] },
            ],
            'xstate.error.actor.completion': [
              { guard: 'isSpentUnread', target: 'completing', reenter: true },
              { guard: 'isSpentAgain', target: '#session.idle', actions: [keepFailure, endSilently] },
              { guard: 'isSpent', target: '#session.idle', actions: [keepFailure, endSpent, noteSpent] },
              { guard: 'mayRetry', target: 'backingOff', actions: [settleFailure, keepFailure] },
              {
                guard: 'mayFallBack',
                target: 'completing',
                reenter: true,
                actions: [settleFailure, keepFailure, fallBack],
              },
              {
                guard: 'mayWait',
                target: '#session.waitingForModel',
                actions: [settleFailure, waitForModel, keepFailure],
              },
              { target: '#session.idle', actions: [settleFailure, keepFailure, reportFailure, endFailed] },
            ],
          },
        },
        backingOff: {
          meta: { help: 'The model does not answer; it is asked again in a moment.' },
          after: {
            backoff: { target: 'completing', actions: assign({ attempt: ({ context }) => context.attempt + 1 }) },
          },
        },
      },
    },
    waitingForModel: {
      tags: ['background'],
      meta: { help: 'No model answers; it is asked again later.' },
      after: { nextTry: { target: 'thinking.completing', actions: tryAgain } },
      on: { 'message.received': { target: 'thinking.completing', actions: [takeTerms, appendOwner, tryAtOnce] } },
    },
    acting: {
      tags: ['busy'],
      meta: { expectMs: 120_000, help: 'Its tools run.' },
      initial: 'running',
      states: {
        running: {
          // a question may be answered while other tools still run
          on: { 'message.received': { guard: 'isAnswer', actions: passAnswer } },
          always: [
            { guard: 'isSettled', target: '#session.thinking.completing' },
            { guard: 'isAsking', target: '#session.waitingForInput.answer' },
            { guard: 'isBlocked', target: '#session.waitingForInput.approval' },
          ],
        },
        cancelling: {
          meta: { expectMs: 10_000, help: 'It was told to stop.' },
          entry: cancelCalls,
          on: { 'turn.aborted': {}, 'turn.expired': {}, 'message.received': { actions: appendNext } },
          always: [
            // what was said after the stop is not what was stopped
            { guard: 'isHeard', target: '#session.thinking', actions: [endStopped, goOn] },
            { guard: 'hasNoCalls', target: '#session.idle', actions: endStopped },
          ],
        },
      },
    },
    waitingForInput: {
      tags: ['attention', 'resting'],
      initial: 'answer',
      on: { 'xstate.done.actor.*': { target: '#session.acting', actions: takeResult } },
      states: {
        answer: {
          meta: { help: 'It asked its owner a question.' },
          on: { 'message.received': { guard: 'isAnswer', target: '#session.acting', actions: passAnswer } },
        },
        approval: { meta: { help: 'It waits until its owner has decided.' } },
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 5000, help: 'Its reply is compared with what was done.' },
      invoke: {
        id: 'evaluation',
        src: 'evaluation',
        input: ({ context }) => ({
          session: context.address,
          turn: turnOf(context),
          message: context.reply?.message ?? '',
        }),
      },
      on: {
        'xstate.done.actor.evaluation': [
          { guard: 'isFalse', target: 'thinking.completing', actions: askForTruth },
          { guard: 'isUnread', target: 'thinking.completing', actions: deliverReply },
          { target: 'idle', actions: [deliverReply, endDone] },
        ],
        // in doubt the reply passes
        'xstate.error.actor.evaluation': [
          { guard: 'isUnread', target: 'thinking.completing', actions: deliverReply },
          { target: 'idle', actions: [deliverReply, endDone] },
        ],
      },
    },
  },
});
