/**
 * One call of a tool, from the words of the model to the outcome that the model reads.
 *
 * There are three ways into `acting`: a verdict that allows the call, a standing approval that covers it, and a grant
 * for exactly this call, which is consumed in the step that enters. The call is frozen before it is judged, and nothing
 * of it is rebuilt afterwards.
 */

import { assign, sendParent } from 'xstate';
import { mayStandOn } from '../../domain/approvals/standing.ts';
import { withGate } from '../../domain/policy/gates.ts';
import { judge } from '../../domain/policy/policy.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { mixed } from '../../domain/policy/taint.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { executorOf } from '../../domain/tools/declaration.ts';
import { isMalformed, type ToolOutcome } from '../../domain/tools/tool.ts';
import type { ApprovalOutput } from '../approval/types.ts';
import { actorAt, stampOf } from '../needs.ts';
import { reportAltered } from './altered.ts';
import {
  changedReport,
  frozen,
  outputOf,
  questionOf,
  reasonsOf,
  receiptOf,
  reportedVerdict,
  unprecedented,
  unquestionOf,
  wasAllowed,
} from './facts.ts';
import { delegating, planning, runs } from './running.ts';
import { cancelled, deniedBefore, refused, restarted, unapproved, unredeemed, unrevised } from './settled.ts';
import { base } from './setup.ts';

/** The owner has allowed something else than would have run: he is told that nothing did. */
const tellChanged = base.enqueueActions(({ context, enqueue }) => {
  const { changed } = context;
  if (changed !== undefined && wasAllowed(context))
    enqueue.sendTo(actorAt('supervisor'), changedReport(context, changed));
});

const ended = (outcome: ToolOutcome, tag: 'ok' | 'error') =>
  ({ type: 'final', tags: [tag], meta: { help: `It ended: ${outcome}.` } }) as const;

export const toolCallMachine = base.createMachine({
  id: 'tool-call',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    address: input.address,
    session: input.session,
    turn: input.turn,
    childId: input.childId,
    call: input.call,
    taint: input.taint,
    verdict: null,
    gate: null,
    approvalExpiresAfterMs: input.approvalExpiresAfterMs,
    ...defined({ priority: input.priority, only: input.only, distrust: input.distrust || undefined }),
    precedent: unprecedented,
    approval: null,
    ...defined({ hasActed: input.hasActed ? true : undefined }),
    startedAt: input.at,
    outcome: 'failed',
    text: '',
    failed: false,
    isStopping: false,
  }),
  output: ({ context }) => ({
    outcome: context.outcome,
    childId: context.childId,
    callId: context.call.callId,
    tool: context.call.tool,
    text: context.text,
    failed: context.failed,
    taint: context.taint,
    ...defined({
      isCut: context.isStopping && !context.isUnrun ? true : undefined,
      isExcused: context.isExcused ? true : undefined,
    }),
  }),
  initial: 'thinking',
  states: {
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The call is being judged.' },
      entry: assign({
        verdict: ({ context: { call, taint, distrust, gate } }) =>
          isMalformed(call)
            ? null
            : withGate(
                judge(call, { taint, executor: executorOf(call), ...defined({ distrust: distrust || undefined }) }),
                gate ?? null,
              ),
      }),
      initial: 'judging',
      states: {
        judging: {
          always: [
            // what has begun is not judged a second time, and nobody can say what became of it
            {
              guard: 'hasActed',
              target: '#tool-call.evaluating',
              actions: { type: 'settle', params: restarted },
            },
            {
              guard: 'isMalformed',
              target: '#tool-call.evaluating',
              actions: {
                type: 'settle',
                params: ({ context: { call } }) => ({
                  outcome: 'failed',
                  text: isMalformed(call) ? call.problem : '',
                  ...defined({ said: isMalformed(call) ? call.said : undefined }),
                  failed: true,
                }),
              },
            },
            {
              guard: 'isRefused',
              target: '#tool-call.evaluating',
              actions: [
                {
                  type: 'settle',
                  params: ({ context }) => refused(context.verdict?.reasons ?? []),
                },
                base.sendTo(actorAt('supervisor'), ({ context: { address, call, verdict } }) => ({
                  type: 'report.raised',
                  kind: 'policyDenied',
                  subject: address,
                  text: `${call.tool}: ${(verdict?.reasons ?? []).map(inEnglish).join('; ')}`,
                })),
              ],
            },
            { guard: 'isGated', target: 'gating' },
            { guard: 'isQuestion', target: '#tool-call.waitingForInput.answer' },
            { guard: 'isAllowed', target: '#tool-call.acting' },
            { target: 'weighing' },
          ],
        },
        gating: {
          meta: { expectMs: 5000, help: 'The gates of the owner are asked.' },
          invoke: {
            id: 'gating',
            src: 'gating',
            input: ({ context }) => ({ session: context.session, call: frozen(context), taint: context.taint }),
            onDone: [
              {
                // whatever passes is judged once more: as it is now, and no lower than the gates want it
                guard: 'isPassed',
                target: '#tool-call.thinking',
                reenter: true,
                actions: assign(({ context, event }) => {
                  const { call = context.call, verdict, reason } = event.output;
                  return { call, gate: { verdict, reason } };
                }),
              },
              {
                target: '#tool-call.evaluating',
                actions: { type: 'settle', params: ({ event }) => refused([event.output.reason]) },
              },
            ],
            // a gate that cannot be asked has not said yes
            onError: {
              target: '#tool-call.evaluating',
              actions: { type: 'settle', params: ({ event }) => refused([(event.error as Failure).message]) },
            },
          },
          on: { 'tool.cancelled': { target: '#tool-call.evaluating', actions: cancelled } },
        },
        weighing: {
          meta: { expectMs: 1000, help: 'It looks whether the owner has said something to this already.' },
          invoke: {
            id: 'precedent',
            src: 'precedent',
            input: ({ context }) => ({
              session: context.session,
              call: frozen(context),
              risk: context.verdict?.risk ?? 'high',
              taint: context.taint,
              at: context.startedAt,
            }),
            onDone: [
              {
                guard: 'isDenied',
                target: '#tool-call.evaluating',
                actions: { type: 'settle', params: ({ event }) => deniedBefore(event.output.reason) },
              },
              {
                guard: 'isStanding',
                target: '#tool-call.acting',
                actions: [
                  assign({
                    precedent: ({ event }) => event.output,
                    verdict: ({ context }) => reportedVerdict(context),
                  }),
                  { type: 'useStanding', params: ({ event }) => ({ standing: event.output.standing ?? '' }) },
                ],
              },
              {
                target: '#tool-call.waitingForInput.approval',
                actions: assign({ precedent: ({ event }) => ({ ...event.output, kind: 'none' as const }) }),
              },
            ],
            onError: '#tool-call.waitingForInput.approval',
          },
          on: { 'tool.cancelled': { target: '#tool-call.evaluating', actions: cancelled } },
        },
        revising: {
          meta: { expectMs: 1000, help: 'The owner has changed the call; it is frozen again.' },
          invoke: {
            id: 'revision',
            src: 'revision',
            input: ({ context, event }) => ({
              call: frozen(context),
              arguments: outputOf<ApprovalOutput>(event).arguments ?? '',
            }),
            onDone: [
              {
                // nothing that was said of the call as it was counts for the one it is now
                guard: 'isRevised',
                target: '#tool-call.thinking',
                reenter: true,
                actions: assign(({ context, event }) => ({
                  call: 'call' in event.output ? event.output.call : context.call,
                  gate: null,
                  precedent: unprecedented,
                  isRevised: true,
                })),
              },
              {
                target: '#tool-call.evaluating',
                actions: {
                  type: 'settle',
                  params: ({ event }) => unrevised('problem' in event.output ? event.output.problem : ''),
                },
              },
            ],
            onError: {
              target: '#tool-call.evaluating',
              actions: { type: 'settle', params: ({ event }) => unrevised((event.error as Failure).message) },
            },
          },
          on: { 'tool.cancelled': { target: '#tool-call.evaluating', actions: cancelled } },
        },
      },
    },
    waitingForInput: {
      tags: ['attention'],
      initial: 'approval',
      states: {
        approval: {
          meta: { help: 'The owner is asked whether this may run.' },
          entry: sendParent(({ context }) => ({
            type: 'tool.waiting',
            childId: context.childId,
            // there is nothing to go on with before a plan, and its steps may ask
            ...defined({ holds: frozen(context).effect === 'plan' ? true : undefined }),
          })),
          invoke: {
            id: 'approval',
            src: 'approval',
            input: ({ context: { session, call, taint, gate, verdict, approvalExpiresAfterMs, precedent } }) => {
              const { tool, intent, digest, facts, exact, arguments: args } = frozen({ call });
              const { risk = 'high', isContained } = verdict ?? {};
              const reasons = reasonsOf(verdict, precedent);
              return {
                session,
                card: {
                  tool,
                  intent,
                  risk,
                  reasons,
                  digest,
                  ...defined({
                    isContained,
                    mayStand:
                      gate?.verdict !== 'require_approval' && mayStandOn({ risk, taint, facts }) ? true : undefined,
                  }),
                },
                exact: exact ?? facts.command ?? args,
                expiresAfterMs: approvalExpiresAfterMs,
                undoMs: precedent.undoMs,
                language: precedent.language,
              };
            },
            onDone: [
              {
                guard: 'isGranted',
                target: 'redeeming',
                actions: assign({ approval: ({ event }) => stampOf(event).from ?? null }),
              },
              { guard: 'isEdited', target: '#tool-call.thinking.revising' },
              {
                target: '#tool-call.evaluating',
                actions: { type: 'settle', params: ({ event }) => unapproved(event.output) },
              },
            ],
            onError: {
              target: '#tool-call.evaluating',
              actions: { type: 'settle', params: unapproved({ outcome: 'undelivered' }) },
            },
          },
          // the approval closes its card first, then its end comes back here
          on: { 'tool.cancelled': { actions: base.sendTo('approval', { type: 'approval.cancelled' }) } },
        },
        redeeming: {
          meta: { expectMs: 1000, help: 'The yes is being checked once more before it is used up.' },
          invoke: {
            id: 'redemption',
            src: 'redemption',
            input: ({ context, event }) => ({
              approval: context.approval ?? '',
              digest: frozen(context).digest,
              at: stampOf(event).at,
            }),
            onDone: [
              {
                guard: 'isRedeemed',
                target: '#tool-call.acting',
                actions: { type: 'consumeGrant', params: ({ context }) => ({ approval: context.approval ?? '' }) },
              },
              {
                target: '#tool-call.evaluating',
                actions: { type: 'settle', params: ({ event }) => unredeemed(event.output.problem ?? 'missing') },
              },
            ],
            onError: {
              target: '#tool-call.evaluating',
              actions: { type: 'settle', params: unredeemed('missing') },
            },
          },
          on: { 'tool.cancelled': { target: '#tool-call.evaluating', actions: cancelled } },
        },
        answer: {
          tags: ['resting'],
          meta: { help: 'The owner was asked a question.' },
          entry: sendParent(({ context }) => questionOf(context)),
          on: {
            'owner.answered': {
              target: '#tool-call.evaluating',
              actions: {
                type: 'settle',
                params: ({ context, event }) => ({
                  outcome: 'done',
                  text: event.text,
                  failed: false,
                  taint: mixed(context.taint, event.taint),
                }),
              },
            },
            'tool.cancelled': { target: '#tool-call.evaluating', actions: cancelled },
          },
        },
      },
    },
    acting: {
      tags: ['busy'],
      meta: { expectMs: 60_000, help: 'The tool runs.' },
      initial: 'choosing',
      states: {
        choosing: {
          always: [
            { guard: 'isRecord', target: 'recording' },
            { guard: 'isRead', target: 'reading' },
            { guard: 'isAct', target: 'executing' },
            { guard: 'isDelegated', target: 'delegating' },
            { guard: 'isPlan', target: 'planning' },
          ],
        },
        recording: {
          entry: {
            type: 'recordTool',
            params: ({ context }) => ({ call: frozen(context), session: context.session, taint: context.taint }),
          },
          always: {
            target: '#tool-call.evaluating',
            actions: {
              type: 'settle',
              params: ({ context }) => ({ outcome: 'done', ...receiptOf(context), failed: false }),
            },
          },
        },
        reading: runs('reading'),
        executing: runs('execution'),
        delegating,
        planning,
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The outcome is being recorded.' },
      entry: [
        tellChanged,
        {
          type: 'recordToolCall',
          params: ({ context }) => ({
            session: context.session,
            turn: context.turn,
            callId: context.call.callId,
            tool: context.call.tool,
            digest: isMalformed(context.call) ? '' : context.call.digest,
            level: context.verdict?.level ?? 0,
            reasons: (context.verdict?.reasons ?? []).map(inEnglish),
            outcome: context.outcome,
            failed: context.failed,
            startedAt: context.startedAt,
            ...unquestionOf(context),
          }),
        },
        reportAltered,
      ],
      always: [
        { guard: ({ context }) => context.outcome === 'done', target: 'done' },
        { guard: ({ context }) => context.outcome === 'denied', target: 'denied' },
        { guard: ({ context }) => context.outcome === 'expired', target: 'expired' },
        { guard: ({ context }) => context.outcome === 'cancelled', target: 'cancelled' },
        { guard: ({ context }) => context.outcome === 'unknown', target: 'unknown' },
        { target: 'failed' },
      ],
    },
    done: ended('done', 'ok'),
    failed: ended('failed', 'error'),
    denied: ended('denied', 'ok'),
    expired: ended('expired', 'error'),
    cancelled: ended('cancelled', 'ok'),
    unknown: ended('unknown', 'error'),
  },
});
