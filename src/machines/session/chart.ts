/**
 * One conversation.
 *
 * A message opens a turn. The turn recalls memories, asks the model, runs the tools that the model asks for as tool
 * calls of their own, and checks the reply before it is sent. A message that arrives during a turn joins it at the next
 * step, and so does the late result of an approval; one that asks for a turn of its own waits until this one has ended.
 * Every turn ends in `idle`, with something said to the owner. If no model answers, the turn waits, for hours if need
 * be.
 *
 * The step that asks for a model call reserves its cost in the budget, and the step that ends the call settles it. A
 * call that the budget does not grant ends as `exhausted` before anything is sent, and the turn is paused.
 */

import { assign } from 'xstate';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import {
  cancelCalls,
  clarify,
  noteAsking,
  noteWaiting,
  passAnswer,
  refuseCalls,
  startCalls,
  takeResult,
} from './calls.ts';
import { compactionOf, endSummarised, endUnsummarised, keepSummary } from './compacting.ts';
import {
  askAgain,
  callOf,
  checkLimits,
  correctClaims,
  endChoice,
  fallBack,
  keepFailure,
  keepReply,
  noteChoice,
  settleFailure,
  settleStopped,
  takeFromBudget,
  tryAgain,
  tryAtOnce,
  waitForModel,
} from './completing.ts';
import { inCalling, inTurn, newCalling, newOwner, newTrust, turnOf } from './context.ts';
import { appendOwner, countUnread, keepWritten, restoreTrust } from './messages.ts';
import { base } from './setup.ts';
import { appendNext, beginLater, beginNext, dropLater, keepRecalled, openTurn, putOff, takeTerms } from './turn.ts';
import {
  deliverReply,
  endDone,
  endEmpty,
  endFailed,
  endReleased,
  endSilently,
  endSpent,
  endStopped,
  noteSpent,
  reportFailure,
} from './turn-end.ts';
import type { Of } from './types.ts';

export const sessionMachine = base.createMachine({
  id: 'session',
  version: '9',
  options: { maxIterations: 1000 },
  context: ({ input: { address, language, limits, approvals, approvalExpiresAfterMs, letGo } }) => {
    const { channel, chat } = placeOf(address);
    return {
      born: { address, channel, chat, limits, approvals, approvalExpiresAfterMs },
      owner: newOwner(language),
      trust: newTrust,
      turn: null,
      calling: newCalling,
      // what had no turn yet is not what was restarted
      open: { calls: {}, spawned: 0, next: null, later: letGo?.later ?? [] },
    };
  },
  output: { outcome: 'done' },
  entry: endReleased,
  initial: 'idle',
  on: {
    'message.received': [{ guard: 'isOwnTurn', actions: putOff }, { actions: [takeTerms, appendOwner, countUnread] }],
    'tool.waiting': { actions: noteWaiting },
    'owner.asked': { actions: noteAsking },
    'xstate.done.actor.*': { actions: takeResult },
    'turn.clarified': { guard: 'isThisTurn', actions: clarify },
    'turn.aborted': [
      { guard: 'isLater', actions: dropLater },
      { guard: 'isOtherTurn' },
      { target: '.acting.cancelling', actions: [keepWritten, settleStopped] },
    ],
    'turn.expired': [
      { guard: 'isLater', actions: dropLater },
      {
        guard: 'isDue',
        target: '.acting.cancelling',
        actions: [assign(({ context }) => inTurn(context, { isExpired: true })), settleStopped],
      },
    ],
  },
  states: {
    idle: {
      tags: ['resting', 'ok'],
      meta: { help: 'It waits for a message.' },
      always: [
        { guard: 'hasLater', target: 'thinking', actions: beginLater },
        { guard: 'hasWorked', target: 'closed' },
      ],
      on: {
        'message.received': { target: 'thinking', actions: [openTurn, takeTerms, appendOwner] },
        // a late result has come: the model reads it
        'xstate.done.actor.*': { target: 'thinking', actions: [openTurn, takeResult] },
        'turn.aborted': {},
        'compaction.asked': { target: 'thinking.summarising', actions: openTurn },
        'trust.restored': { actions: restoreTrust },
        'session.closed': { guard: 'isFree', target: 'closed' },
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
            input: ({ context }) => ({ session: context.born.address, turn: turnOf(context).id }),
          },
          on: {
            'xstate.done.actor.recall': [
              { guard: 'isFull', target: 'compacting', actions: keepRecalled },
              { target: 'completing', actions: keepRecalled },
            ],
            'xstate.error.actor.recall': 'completing',
          },
        },
        // a summary that fails holds nothing up: the oldest messages leave the request instead
        compacting: {
          meta: { expectMs: 60_000, help: 'Its earlier messages are summarised, so that all fits.' },
          invoke: {
            id: 'compaction',
            src: 'compaction',
            input: ({ context }) => compactionOf(context),
          },
          on: {
            'xstate.done.actor.compaction': { target: 'completing', actions: keepSummary },
            'xstate.error.actor.compaction': 'completing',
          },
        },
        summarising: {
          meta: { expectMs: 60_000, help: 'Its owner wants its earlier messages summarised.' },
          invoke: {
            id: 'compaction',
            src: 'compaction',
            input: ({ context }) => compactionOf(context),
          },
          on: {
            'xstate.done.actor.compaction': [
              { guard: 'isUnread', target: 'recalling', actions: keepSummary },
              { target: '#session.idle', actions: [keepSummary, endSummarised] },
            ],
            'xstate.error.actor.compaction': [
              { guard: 'isUnread', target: 'recalling' },
              { target: '#session.idle', actions: endUnsummarised },
            ],
          },
        },
        completing: {
          meta: { expectMs: 60_000, help: 'The model writes.' },
          entry: [checkLimits, takeFromBudget],
          exit: endChoice,
          invoke: {
            id: 'completion',
            src: 'completion',
            input: ({ context }) => callOf(context),
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
              { guard: 'hasNewChoice', target: 'completing', reenter: true, actions: [settleFailure, tryAtOnce] },
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
            'models.retried': { actions: noteChoice },
          },
        },
        backingOff: {
          meta: { help: 'The model does not answer; it is asked again in a moment.' },
          after: {
            backoff: {
              target: 'completing',
              actions: assign(({ context }) => inCalling(context, { attempt: context.calling.attempt + 1 })),
            },
          },
        },
      },
    },
    waitingForModel: {
      tags: ['background'],
      meta: { help: 'No model answers; it is asked again later.' },
      after: { nextTry: { target: 'thinking.completing', actions: tryAgain } },
      on: {
        'message.received': [
          { guard: 'isOwnTurn', target: 'thinking.completing', actions: [putOff, tryAtOnce] },
          { target: 'thinking.completing', actions: [takeTerms, appendOwner, tryAtOnce] },
        ],
        'models.retried': { target: 'thinking.completing', actions: tryAtOnce },
      },
    },
    acting: {
      tags: ['busy'],
      meta: { expectMs: 120_000, help: 'Its tools run.' },
      initial: 'running',
      states: {
        running: {
          // a question may be answered while other tools still run
          on: {
            'message.received': { guard: 'isAnswer', actions: passAnswer },
            'question.answered': { guard: 'isOption', actions: passAnswer },
          },
          always: [
            { guard: 'isSettled', target: '#session.thinking.completing' },
            { guard: 'isAsking', target: '#session.waitingForInput.answer' },
            { guard: 'isBlocked', target: '#session.waitingForInput.approval' },
          ],
        },
        cancelling: {
          meta: { expectMs: 10_000, help: 'It was told to stop.' },
          entry: cancelCalls,
          on: {
            'turn.aborted': [{ guard: 'isLater', actions: dropLater }, {}],
            'turn.expired': [{ guard: 'isLater', actions: dropLater }, {}],
            'message.received': [{ guard: 'isOwnTurn', actions: putOff }, { actions: appendNext }],
          },
          always: [
            // what was said after the stop is not what was stopped
            { guard: 'hasNextTurn', target: '#session.thinking', actions: [endStopped, beginNext] },
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
          on: {
            // the call that asked was begun again, and waits for a decision now
            'tool.waiting': { target: '#session.acting', actions: noteWaiting },
            'message.received': { guard: 'isAnswer', target: '#session.acting', actions: passAnswer },
            'question.answered': { guard: 'isOption', target: '#session.acting', actions: passAnswer },
          },
        },
        approval: {
          meta: { help: 'It waits until its owner has decided.' },
          // what was approved meanwhile asks something itself
          on: { 'owner.asked': { target: '#session.acting', actions: noteAsking } },
        },
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 5000, help: 'Its reply is compared with what was done.' },
      invoke: {
        id: 'evaluation',
        src: 'evaluation',
        input: ({ context }) => ({
          session: context.born.address,
          turn: turnOf(context).id,
          message: turnOf(context).reply?.message ?? '',
        }),
      },
      on: {
        'xstate.done.actor.evaluation': [
          { guard: 'isToJudge', target: 'judging' },
          { guard: 'isFalse', target: 'thinking.completing', actions: correctClaims },
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
    judging: {
      tags: ['busy'],
      meta: { expectMs: 60_000, help: 'Models compare its reply with what was done.' },
      invoke: {
        id: 'judging',
        src: 'judging',
        input: ({ context, event }) => ({
          session: context.born.address,
          turn: turnOf(context).id,
          message: turnOf(context).reply?.message ?? '',
          found: (event as Of<'xstate.done.actor.evaluation'>).output,
        }),
      },
      on: {
        'xstate.done.actor.judging': [
          { guard: 'isFalse', target: 'thinking.completing', actions: correctClaims },
          { guard: 'isUnread', target: 'thinking.completing', actions: deliverReply },
          { target: 'idle', actions: [deliverReply, endDone] },
        ],
        'xstate.error.actor.judging': [
          { guard: 'isUnread', target: 'thinking.completing', actions: deliverReply },
          { target: 'idle', actions: [deliverReply, endDone] },
        ],
      },
    },
    closed: {
      type: 'final',
      tags: ['ok'],
      meta: { help: 'What it was for, a job or a piece of work, has its answer.' },
    },
  },
});
