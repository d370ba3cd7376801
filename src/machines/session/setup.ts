/** What the chart is made of: its types, the effects and writers it names, its guards and delays. */
import { setup } from 'xstate';
import { agentChannel } from '../../domain/agents/agent.ts';
import type { SessionWrites } from '../../domain/conversation/writes.ts';
import { isQuick, routeAfter } from '../../domain/models/outage.ts';
import { mayAnotherAnswer } from '../../domain/models/route.ts';
import { backoffMs } from '../../domain/supervision/backoff.ts';
import { isResting, isRetryable, isStandstill } from '../../domain/supervision/failure.ts';
import { needs } from '../needs.ts';
import type { ToolCallInput, ToolCallOutput } from '../tool-call/types.ts';
import { type Context, turnOf } from './context.ts';
import { any, completed, failed, isAbout, isSpent, mostAttempts, ofThisTurn, outageOf, readWith } from './facts.ts';
import type {
  Beneath,
  CompactionInput,
  CompactionOutput,
  CompletionInput,
  CompletionOutput,
  EvaluationInput,
  EvaluationOutput,
  JudgingInput,
  Of,
  RecallInput,
  RecallOutput,
  SessionEvent,
  SessionInput,
  SpendOutcome,
  SpendRequest,
} from './types.ts';

/** Types and named parts; the actions and the chart are made from it. */
export const base = setup({
  types: {
    input: {} as SessionInput & { readonly address: string },
    output: {} as { readonly outcome: 'done' },
    context: {} as Context,
    events: {} as SessionEvent,
    tags: {} as 'busy' | 'attention' | 'background' | 'resting' | 'ok' | 'error',
  },
  actors: {
    recall: needs<RecallOutput, RecallInput>('recall'),
    compaction: needs<CompactionOutput, CompactionInput>('compaction'),
    completion: needs<CompletionOutput, CompletionInput>('completion'),
    evaluation: needs<EvaluationOutput, EvaluationInput>('evaluation'),
    judging: needs<EvaluationOutput, JudgingInput>('judging'),
    'tool-call': needs<ToolCallOutput, ToolCallInput>('tool-call'),
  },
  actions: {
    beginTurn: (_, _params: SessionWrites['beginTurn']) => {},
    endTurn: (_, _params: SessionWrites['endTurn']) => {},
    addUsage: (_, _params: SessionWrites['addUsage']) => {},
    reserveSpend: (_, _params: SpendRequest) => {},
    settleSpend: (_, _params: SpendOutcome) => {},
    markWarned: (_, _params: Beneath['warned'][number]) => {},
    appendMessage: (_, _params: SessionWrites['appendMessage']) => {},
    compact: (_, _params: SessionWrites['compact']) => {},
    recordEviction: (_, _params: SessionWrites['recordEviction']) => {},
    noteTrust: (_, _params: SessionWrites['noteTrust']) => {},
    queueDelivery: (_, _params: SessionWrites['queueDelivery']) => {},
  },
  guards: {
    isSettled: ({ context }) => !any(context, 'running') && !any(context, 'asking') && !any(context, 'approving'),
    isAsking: ({ context }) => any(context, 'asking') && !any(context, 'running'),
    isBlocked: ({ context }) => any(context, 'approving') && !any(context, 'running') && !any(context, 'asking'),
    isFull: ({ event }) => (event as Of<'xstate.done.actor.recall'>).output.isFull === true,
    isUnread: ({ context }) => turnOf(context).unread > 0,
    // a correction mends what was said before, it answers nothing
    isAnswer: ({ context, event }) => any(context, 'asking') && !(event as Of<'message.received'>).correction,
    // a button of a question that has its answer answers nothing
    isOption: ({ context, event }) => Object.values(context.open.calls).some(isAbout(event as Of<'question.answered'>)),
    isOwnTurn: ({ event }) => (event as Of<'message.received'>).ownTurn === true,
    hasLater: ({ context }) => context.open.later.length > 0,
    isLater: ({ context, event }) =>
      (event.type === 'turn.aborted' || event.type === 'turn.expired') &&
      context.open.later.some(({ id }) => id === event.turn),
    isOtherTurn: ({ context, event }) =>
      event.type === 'turn.aborted' && event.turn !== undefined && event.turn !== context.turn?.id,
    // a conversation is for one piece of work
    hasWorked: ({ context }) =>
      context.born.channel === agentChannel &&
      context.turn === null &&
      context.owner.newest !== null &&
      Object.keys(context.open.calls).length === 0,
    isFree: ({ context }) => Object.keys(context.open.calls).length === 0,
    hasNoCalls: ({ context }) => ofThisTurn(context).length === 0,
    hasNextTurn: ({ context }) => ofThisTurn(context).length === 0 && context.open.next !== null,
    mayAct: ({ context, event }) => completed(event).calls.length > 0 && turnOf(context).limit === null,
    isEmpty: ({ event }) => completed(event).empty && completed(event).stop !== 'refusal',
    isEmptyUnread: ({ context, event }) =>
      completed(event).empty &&
      completed(event).stop !== 'refusal' &&
      (readWith(context, event).unread ?? turnOf(context).unread) > 0,
    isEmptyFirst: ({ context, event }) =>
      completed(event).empty && completed(event).stop !== 'refusal' && !turnOf(context).emptied,
    // no budget was left, so nothing was asked
    isSpent: ({ event }) => isSpent(failed(event)),
    isSpentAgain: ({ context, event }) =>
      isSpent(failed(event)) &&
      turnOf(context).done.length === 0 &&
      context.owner.spentUp?.cause === failed(event).cause &&
      event.at < (context.owner.spentUp?.until ?? 0),
    // a message of the owner's came since: the conversation has a new allotment
    isSpentUnread: ({ context, event }) => failed(event).cause === 'budget.session' && turnOf(context).unread > 0,
    hasNewChoice: ({ context }) => context.calling.hasNewChoice,
    // a model that rests is not asked again so soon: the next in line is
    mayRetry: ({ context: { calling }, event }) =>
      isRetryable(failed(event)) &&
      !isResting(failed(event)) &&
      (calling.attempt < mostAttempts || isStandstill(failed(event))) &&
      (isQuick(failed(event)) || !calling.patience?.keepTryingMs),
    mayFallBack: ({ context: { calling }, event }) =>
      mayAnotherAnswer(failed(event)) &&
      routeAfter(calling.route, calling.models, calling.rests, event.at) !== undefined,
    mayWait: ({ context, event }) => outageOf(context, event) !== undefined,
    isDue: ({ context, event }) => event.type === 'turn.expired' && event.turn === context.turn?.id,
    isThisTurn: ({ context, event }) => event.type === 'turn.clarified' && event.turn === context.turn?.id,
    isToJudge: ({ event }) => (event as Of<'xstate.done.actor.evaluation'>).output.judge === true,
    // an older version said nothing of a second round
    isFalse({ context, event }) {
      const { claims, again = !turnOf(context).corrected } = (event as Of<'xstate.done.actor.evaluation'>).output;
      return claims.length > 0 && again;
    },
  },
  delays: {
    backoff: ({ context }) => backoffMs(context.calling.attempt, context.calling.failure?.retryAfterMs, 60_000),
    nextTry: ({ context, event }) => Math.max(0, (context.calling.outage?.next ?? 0) - event.at),
  },
});

/** What an action of this chart enqueues with. */
export type Enqueue = Parameters<Parameters<typeof base.enqueueActions>[0]>[0]['enqueue'];
