/**
 * One invocation of a tool, from the model's words to the outcome the model reads.
 *
 * The only ways into `acting` are a verdict that allows it and an approval that was granted for this very call; the call is
 * frozen before it is judged and nothing of it is built anew afterwards.
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, sendParent, setup } from 'xstate';
import type { ApprovalInput, ApprovalOutput } from './approval.ts';
import type { Body } from './domain/body.ts';
import type { Failure } from './domain/failure.ts';
import { judge, type Verdict } from './domain/policy.ts';
import { mixed, type Taint } from './domain/taint.ts';
import { modelTexts } from './domain/texts.ts';
import { type FrozenCall, isMalformed, type ResolvedCall, type ToolOutcome, type ToolResult } from './domain/tool.ts';
import { needs } from './needs.ts';

export interface ToolCallInput {
  readonly session: string;
  readonly turn: string;
  /** The name the session's chart gave this child. */
  readonly childId: string;
  readonly call: ResolvedCall;
  readonly taint: Taint;
  readonly approvalExpiresAfterMs: number | null;
}

export interface ToolCallOutput {
  readonly outcome: ToolOutcome;
  readonly childId: string;
  readonly callId: string;
  readonly tool: string;
  readonly text: Body;
  /** The tool ran and says that it did not work. */
  readonly failed: boolean;
  readonly taint: Taint;
  /** It was told to stop while it ran, so part of it may have happened. */
  readonly isCut?: boolean;
}

/** What `execution` and `reading` get: the frozen call and where it came from. */
export interface RunInput {
  readonly session: string;
  readonly turn: string;
  readonly call: FrozenCall;
  /** Address of the tool call: the key of the act. */
  readonly act: string;
}

interface Context {
  readonly address: string;
  readonly session: string;
  readonly turn: string;
  readonly childId: string;
  readonly call: ResolvedCall;
  readonly taint: Taint;
  readonly verdict: Verdict | null;
  readonly approvalExpiresAfterMs: number | null;
  readonly startedAt: number;
  readonly outcome: ToolOutcome;
  readonly text: Body;
  readonly failed: boolean;
  /** It was told to stop while it ran; what it became is waited for. */
  readonly isStopping: boolean;
}

type ToolCallEvent =
  | { readonly type: 'owner.answered'; readonly text: Body; readonly taint: Taint; readonly at: number }
  | { readonly type: 'tool.cancelled'; readonly at: number };

type Settled = Pick<Context, 'outcome' | 'text' | 'failed'> & Partial<Pick<Context, 'taint'>>;

export interface ToolCallRecordParams {
  readonly session: string;
  readonly turn: string;
  readonly callId: string;
  readonly tool: string;
  readonly digest: string;
  readonly level: number;
  readonly reasons: readonly string[];
  readonly outcome: ToolOutcome;
  readonly failed: boolean;
  readonly startedAt: number;
}

const base = setup({
  types: {
    input: {} as ToolCallInput & { readonly address: string; readonly at: number; readonly id: string },
    output: {} as ToolCallOutput,
    context: {} as Context,
    events: {} as ToolCallEvent,
    tags: {} as 'busy' | 'attention' | 'resting' | 'ok' | 'error',
  },
  actors: {
    approval: needs<ApprovalOutput, ApprovalInput>('approval'),
    reading: needs<ToolResult, RunInput>('reading'),
    execution: needs<ToolResult, RunInput>('execution'),
  },
  actions: {
    recordTool: (_, _params: { readonly call: FrozenCall; readonly session: string; readonly taint: Taint }) => {},
    recordToolCall: (_, _params: ToolCallRecordParams) => {},
    settle: assign((_, settled: Settled) => settled),
    stop: assign({ isStopping: true }),
  },
  guards: {
    isMalformed: ({ context }) => isMalformed(context.call),
    isRefused: ({ context }) => context.verdict?.verdict === 'deny',
    isQuestion: ({ context }) => !isMalformed(context.call) && context.call.effect === 'ask',
    isAllowed: ({ context }) => context.verdict?.verdict === 'allow',
    isRead: ({ context }) => frozen(context).effect === 'read',
    isRecord: ({ context }) => frozen(context).effect === 'record',
    isAct: ({ context }) => frozen(context).effect === 'act',
  },
});

/** The call where the chart has made sure that it is one. */
function frozen({ call }: Pick<Context, 'call'>): FrozenCall {
  if (isMalformed(call)) throw new Error(`a malformed call of ${call.tool} is never run`);
  return call;
}

const runInput = ({ context }: { context: Context }): RunInput => ({
  session: context.session,
  turn: context.turn,
  call: frozen(context),
  act: context.address,
});

/** The two ways to run differ in what a crash makes of them: `reading` runs again, `execution` never does. */
const runs = (src: 'reading' | 'execution') =>
  base.createStateConfig({
    // what runs is aborted, not left: what it became must be known
    on: { 'tool.cancelled': { actions: ['stop', base.sendTo(src, { type: 'effect.aborted' })] } },
    invoke: {
      id: src,
      src: src as 'reading',
      input: runInput,
      onDone: {
        target: '#tool-call.evaluating',
        actions: {
          type: 'settle',
          params: ({
            context,
            event: { output },
          }: {
            context: Context;
            event: DoneActorEvent<ToolResult>;
          }): Settled => ({
            outcome: context.isStopping ? 'cancelled' : 'done',
            text: output.text,
            failed: context.isStopping || (output.failed ?? false),
            taint: mixed(context.taint, output.taint ?? 'external'),
          }),
        },
      },
      onError: {
        target: '#tool-call.evaluating',
        actions: { type: 'settle', params: ({ event }: { event: ErrorActorEvent }) => broken(event.error as Failure) },
      },
    },
  });

const broken = ({ kind, message }: Failure): Settled => {
  if (kind === 'cancelled') return cancelled.params;
  const [outcome, text] =
    kind === 'unknown' ? (['unknown', modelTexts.unknown(message)] as const) : (['failed', message] as const);
  return { outcome, text, failed: true };
};

const cancelled = {
  type: 'settle',
  params: { outcome: 'cancelled', text: modelTexts.cancelled, failed: true },
} as const;

/** An approval that did not say yes. */
const unapproved = ({ outcome, reason }: ApprovalOutput): Settled => {
  switch (outcome) {
    case 'denied':
      return { outcome, text: modelTexts.denied(reason), failed: true };
    case 'cancelled':
      return cancelled.params;
    case 'undelivered':
      return { outcome: 'expired', text: modelTexts.undelivered, failed: true };
    default:
      return { outcome: 'expired', text: modelTexts.expired, failed: true };
  }
};

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
    approvalExpiresAfterMs: input.approvalExpiresAfterMs,
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
    ...(context.isStopping ? { isCut: true } : {}),
  }),
  initial: 'thinking',
  states: {
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The call is being judged.' },
      entry: assign({
        verdict: ({ context }) => (isMalformed(context.call) ? null : judge(context.call, { taint: context.taint })),
      }),
      always: [
        {
          guard: 'isMalformed',
          target: 'evaluating',
          actions: {
            type: 'settle',
            params: ({ context: { call } }) => ({
              outcome: 'failed',
              text: isMalformed(call) ? call.problem : '',
              failed: true,
            }),
          },
        },
        {
          guard: 'isRefused',
          target: 'evaluating',
          actions: {
            type: 'settle',
            params: ({ context }) => ({
              outcome: 'denied',
              text: modelTexts.refused(context.verdict?.reasons ?? []),
              failed: true,
            }),
          },
        },
        { guard: 'isQuestion', target: 'waitingForInput.answer' },
        { guard: 'isAllowed', target: 'acting' },
        { target: 'waitingForInput.approval' },
      ],
    },
    waitingForInput: {
      tags: ['attention'],
      initial: 'approval',
      states: {
        approval: {
          meta: { help: 'The owner is asked whether this may run.' },
          entry: sendParent(({ context }) => ({ type: 'tool.waiting', childId: context.childId })),
          invoke: {
            id: 'approval',
            src: 'approval',
            input: ({ context: { session, call, verdict, approvalExpiresAfterMs } }) => {
              const { tool, intent, digest, facts, exact, arguments: args } = frozen({ call });
              const { risk = 'high', reasons = [] } = verdict ?? {};
              return {
                session,
                card: { tool, intent, risk, reasons, digest },
                exact: exact ?? facts.command ?? args,
                expiresAfterMs: approvalExpiresAfterMs,
              };
            },
            onDone: [
              { guard: ({ event }) => event.output.outcome === 'granted', target: '#tool-call.acting' },
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
        answer: {
          tags: ['resting'],
          meta: { help: 'The owner was asked a question.' },
          entry: sendParent(({ context }) => ({
            type: 'owner.asked',
            childId: context.childId,
            question: frozen(context).receipt ?? '',
          })),
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
              params: ({ context }) => ({ outcome: 'done', text: frozen(context).receipt ?? 'Done.', failed: false }),
            },
          },
        },
        reading: runs('reading'),
        executing: runs('execution'),
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The outcome is being recorded.' },
      entry: {
        type: 'recordToolCall',
        params: ({ context }) => ({
          session: context.session,
          turn: context.turn,
          callId: context.call.callId,
          tool: context.call.tool,
          digest: isMalformed(context.call) ? '' : context.call.digest,
          level: context.verdict?.level ?? 0,
          reasons: context.verdict?.reasons ?? [],
          outcome: context.outcome,
          failed: context.failed,
          startedAt: context.startedAt,
        }),
      },
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
