/**
 * One invocation of a tool, from the model's words to the outcome the model reads.
 *
 * The only ways into `acting` are a verdict that allows it, a standing approval that covers it, and a grant for this very call, which is
 * consumed in the step that enters; the call is frozen before it is judged and nothing of it is built anew afterwards.
 */
import { assign, type DoneActorEvent, type ErrorActorEvent, sendParent, setup } from 'xstate';
import type { Unredeemed } from '../../domain/approvals/grant.ts';
import { mayStandOn } from '../../domain/approvals/standing.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { Priority } from '../../domain/conversation/turn-terms.ts';
import { type GateVerdict, raised } from '../../domain/policy/gates.ts';
import { judge, type Verdict } from '../../domain/policy/policy.ts';
import { mixed, type Taint } from '../../domain/policy/taint.ts';
import { type Failure, isResting, isStandstill, restSeconds } from '../../domain/supervision/failure.ts';
import { isUnrun } from '../../domain/supervision/failure-count.ts';
import { type Language, modelTexts } from '../../domain/text/texts.ts';
import {
  type FrozenCall,
  isMalformed,
  type ResolvedCall,
  type ToolOutcome,
  type ToolResult,
  type Unasked,
} from '../../domain/tools/tool.ts';
import type { ApprovalInput, ApprovalOutput } from '../approval/chart.ts';
import { actorAt, needs, stampOf } from '../needs.ts';

export interface ToolCallInput {
  readonly session: string;
  readonly turn: string;
  /** The name the session's chart gave this child. */
  readonly childId: string;
  readonly call: ResolvedCall;
  readonly taint: Taint;
  /** By what outside text came into its conversation. */
  readonly distrust?: string;
  readonly approvalExpiresAfterMs: number | null;
  /** How urgent its turn is. */
  readonly priority?: Priority;
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
  /** It was refused before it ran, or broke off as this process was stopped: no error of whoever asked for it. */
  readonly isExcused?: boolean;
}

/** What `precedent` gets: a call that is to be put before the owner. */
export interface PrecedentInput {
  readonly session: string;
  readonly call: FrozenCall;
  readonly risk: Verdict['risk'];
  readonly taint: Taint;
  readonly at: number;
}

/** What is known of a call before its owner is asked, and how that is done now. */
export interface Precedent {
  /** `denied`: this very call was, and the owner has said nothing since; `standing`: a standing approval covers it. */
  readonly kind: 'none' | 'denied' | 'standing';
  /** Of the denial. */
  readonly reason?: string;
  /** The standing approval's id. */
  readonly standing?: string;
  readonly undoMs: number;
  readonly language: Language;
}

export interface RedemptionInput {
  readonly approval: string;
  readonly digest: string;
  readonly at: number;
}

/** May the grant be consumed? */
export interface Redemption {
  readonly problem?: Unredeemed;
}

/** What `revision` gets: a call, and the arguments its owner wants in their place. */
export interface RevisionInput {
  readonly call: FrozenCall;
  readonly arguments: Body;
}

/** The changed call, frozen; or why it is none. */
export type Revision = { readonly call: FrozenCall } | { readonly problem: string };

/** What `execution` and `reading` get: the frozen call and where it came from. */
export interface RunInput {
  readonly session: string;
  readonly turn: string;
  readonly call: FrozenCall;
  /** Address of the tool call: the key of the act. */
  readonly act: string;
  /** How far the conversation is trusted that asks for it; absent in one that was asked for before this was kept. */
  readonly taint?: Taint;
  /** How urgent the turn is. */
  readonly priority?: Priority;
  /** The owner changed it; the model is told. */
  readonly isRevised?: boolean;
}

/** What `gating` gets: a call that gates are for. */
export interface GatingInput {
  readonly session: string;
  readonly call: FrozenCall;
  readonly taint: Taint;
}

/** What the gates said. `call`: as they would have it, frozen anew. */
export interface GatingOutput {
  readonly verdict: GateVerdict;
  readonly reason: string;
  readonly gate: string;
  readonly call?: FrozenCall;
}

interface Context {
  readonly address: string;
  readonly session: string;
  readonly turn: string;
  readonly childId: string;
  readonly call: ResolvedCall;
  readonly taint: Taint;
  readonly distrust?: string;
  readonly verdict: Verdict | null;
  /** What the gates said, once they were asked. */
  readonly gate: Pick<GatingOutput, 'verdict' | 'reason'> | null;
  readonly approvalExpiresAfterMs: number | null;
  readonly priority?: Priority;
  readonly precedent: Precedent;
  /** The approval that was granted. */
  readonly approval: string | null;
  readonly startedAt: number;
  readonly outcome: ToolOutcome;
  readonly text: Body;
  readonly failed: boolean;
  /** It was told to stop while it ran; what it became is waited for. */
  readonly isStopping: boolean;
  /** It was to run, and nothing of it ran. */
  readonly isUnrun?: boolean;
  readonly isExcused?: boolean;
  /** The owner changed it. */
  readonly isRevised?: boolean;
  /** It was begun anew after its act had begun. */
  readonly hasActed?: boolean;
}

type ToolCallEvent =
  | { readonly type: 'owner.answered'; readonly text: Body; readonly taint: Taint; readonly at: number }
  | { readonly type: 'tool.cancelled'; readonly at: number };

type Settled = Pick<Context, 'outcome' | 'text' | 'failed'> & Partial<Pick<Context, 'taint' | 'isUnrun' | 'isExcused'>>;

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
  readonly unasked?: Unasked;
}

const base = setup({
  types: {
    input: {} as ToolCallInput & {
      readonly address: string;
      readonly at: number;
      readonly id: string;
      /** It is begun anew, and its act had begun before. */
      readonly hasActed?: boolean;
    },
    output: {} as ToolCallOutput,
    context: {} as Context,
    events: {} as ToolCallEvent,
    tags: {} as 'busy' | 'attention' | 'resting' | 'ok' | 'error',
  },
  actors: {
    approval: needs<ApprovalOutput, ApprovalInput>('approval'),
    gating: needs<GatingOutput, GatingInput>('gating'),
    reading: needs<ToolResult, RunInput>('reading'),
    execution: needs<ToolResult, RunInput>('execution'),
    precedent: needs<Precedent, PrecedentInput>('precedent'),
    redemption: needs<Redemption, RedemptionInput>('redemption'),
    revision: needs<Revision, RevisionInput>('revision'),
  },
  actions: {
    useStanding: (_, _params: { readonly standing: string }) => {},
    consumeGrant: (_, _params: { readonly approval: string }) => {},
    recordTool: (_, _params: { readonly call: FrozenCall; readonly session: string; readonly taint: Taint }) => {},
    recordToolCall: (_, _params: ToolCallRecordParams) => {},
    settle: assign((_, settled: Settled) => settled),
    stop: assign({ isStopping: true }),
  },
  guards: {
    isMalformed: ({ context }) => isMalformed(context.call),
    hasActed: ({ context }) => context.hasActed === true,
    isGated: ({ context }) => !context.gate && (frozen(context).facts.gates ?? []).length > 0,
    isPassed: ({ event }) => {
      const verdict = (event as unknown as DoneActorEvent<GatingOutput>).output?.verdict;
      return verdict === 'pass' || verdict === 'require_approval';
    },
    isRefused: ({ context }) => context.verdict?.verdict === 'deny',
    isQuestion: ({ context }) => !isMalformed(context.call) && context.call.effect === 'ask',
    isAllowed: ({ context }) => context.verdict?.verdict === 'allow',
    isRead: ({ context }) => frozen(context).effect === 'read',
    isRecord: ({ context }) => frozen(context).effect === 'record',
    isAct: ({ context }) => frozen(context).effect === 'act',
    isDenied: ({ event }) => outputOf<Precedent>(event).kind === 'denied',
    // the lookup knows the rule (src/domain/approvals/standing.ts); what must never be is held here once more
    isStanding: ({ context: { taint, verdict, gate }, event }) =>
      gate?.verdict !== 'require_approval' &&
      outputOf<Precedent>(event).kind === 'standing' &&
      outputOf<Precedent>(event).standing !== undefined &&
      taint !== 'external' &&
      verdict?.verdict === 'ask' &&
      verdict.risk !== 'irreversible',
    isEdited: ({ event }) => outputOf<ApprovalOutput>(event).after === 'edited',
    isRevised: ({ event }) => 'call' in outputOf<Revision>(event),
    isGranted: ({ event }) => outputOf<ApprovalOutput>(event).outcome === 'granted',
    isRedeemed: ({ event }) => outputOf<Redemption>(event).problem === undefined,
  },
});

/** What a child ended with, where the chart has made sure that one has. */
function outputOf<Output>(event: object): Output {
  return (event as { readonly output: Output }).output;
}

/** Before anything is known: the owner is asked, and a yes begins at once. */
const unprecedented: Precedent = { kind: 'none', undoMs: 0, language: 'en' };

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
  taint: context.taint,
  ...(context.priority ? { priority: context.priority } : {}),
  ...(context.isRevised ? { isRevised: true } : {}),
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

const broken = (failure: Failure): Settled => {
  const { kind, message, taint } = failure;
  const unrun = isUnrun(failure) ? { isUnrun: true, isExcused: true } : {};
  if (kind === 'cancelled') return { ...cancelled.params, ...unrun };
  const how = isStandstill(failure) ? { isExcused: true } : unrun;
  if (isResting(failure))
    return { outcome: 'failed', text: modelTexts.resting(restSeconds(failure)), failed: true, ...how };
  const [outcome, text] =
    kind === 'unknown' ? (['unknown', modelTexts.unknown(message)] as const) : (['failed', message] as const);
  return { outcome, text, failed: true, ...how, ...(taint === 'external' ? { taint } : {}) };
};

/** A gate said no. */
const heldBack = (reason: string): Settled => ({
  outcome: 'denied',
  text: modelTexts.refused([reason.replace(/\.$/, '')]),
  failed: true,
});

const cancelled = {
  type: 'settle',
  params: { outcome: 'cancelled', text: modelTexts.cancelled, failed: true },
} as const;

/** An approval that did not say yes. */
const unapproved = ({ outcome, reason, after }: ApprovalOutput): Settled => {
  switch (outcome) {
    case 'denied':
      return { outcome, text: after === 'undone' ? modelTexts.takenBack : modelTexts.denied(reason), failed: true };
    case 'cancelled':
      return cancelled.params;
    case 'undelivered':
      return { outcome: 'expired', text: modelTexts.undelivered, failed: true };
    default:
      return { outcome: 'expired', text: after === 'lapsed' ? modelTexts.lapsed : modelTexts.expired, failed: true };
  }
};

/** The owner's change came to nothing that can be run. */
const unrevised = (problem: string): Settled => ({
  outcome: 'failed',
  text: modelTexts.unrevised(problem.replace(/\.$/, '')),
  failed: true,
});

/** A yes that could not be consumed. */
const unredeemed = (problem: Unredeemed): Settled =>
  problem === 'expired'
    ? { outcome: 'expired', text: modelTexts.lapsed, failed: true }
    : { outcome: 'denied', text: modelTexts.unredeemed[problem], failed: true };

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
    ...(input.priority ? { priority: input.priority } : {}),
    ...(input.distrust ? { distrust: input.distrust } : {}),
    precedent: unprecedented,
    approval: null,
    ...(input.hasActed ? { hasActed: true } : {}),
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
    ...(context.isStopping && !context.isUnrun ? { isCut: true } : {}),
    ...(context.isExcused ? { isExcused: true } : {}),
  }),
  initial: 'thinking',
  states: {
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'The call is being judged.' },
      entry: assign({
        verdict: ({ context: { call, taint, distrust, gate } }) =>
          isMalformed(call) ? null : raised(judge(call, { taint, ...(distrust ? { distrust } : {}) }), gate ?? null),
      }),
      initial: 'judging',
      states: {
        judging: {
          always: [
            // what has begun is not judged a second time, and nobody can say what became of it
            {
              guard: 'hasActed',
              target: '#tool-call.evaluating',
              actions: {
                type: 'settle',
                params: {
                  outcome: 'unknown',
                  text: modelTexts.unknown('the owner had it begun anew when it was under way'),
                  failed: true,
                },
              },
            },
            {
              guard: 'isMalformed',
              target: '#tool-call.evaluating',
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
              target: '#tool-call.evaluating',
              actions: [
                {
                  type: 'settle',
                  params: ({ context }) => ({
                    outcome: 'denied',
                    text: modelTexts.refused(context.verdict?.reasons ?? []),
                    failed: true,
                  }),
                },
                base.sendTo(actorAt('supervisor'), ({ context: { address, call, verdict } }) => ({
                  type: 'report.raised',
                  kind: 'policyDenied',
                  subject: address,
                  text: `${call.tool}: ${(verdict?.reasons ?? []).join('; ')}`,
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
                actions: { type: 'settle', params: ({ event }) => heldBack(event.output.reason) },
              },
            ],
            // a gate that cannot be asked has not said yes
            onError: {
              target: '#tool-call.evaluating',
              actions: { type: 'settle', params: ({ event }) => heldBack((event.error as Failure).message) },
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
                actions: {
                  type: 'settle',
                  params: ({ event }) => ({
                    outcome: 'denied',
                    text: modelTexts.deniedBefore(event.output.reason),
                    failed: true,
                  }),
                },
              },
              {
                guard: 'isStanding',
                target: '#tool-call.acting',
                actions: [
                  assign({ precedent: ({ event }) => event.output, verdict: ({ context }) => asTold(context) }),
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
          meta: { expectMs: 1000, help: 'The owner has changed the call; it is frozen anew.' },
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
          entry: sendParent(({ context }) => ({ type: 'tool.waiting', childId: context.childId })),
          invoke: {
            id: 'approval',
            src: 'approval',
            input: ({ context: { session, call, taint, gate, verdict, approvalExpiresAfterMs, precedent } }) => {
              const { tool, intent, digest, facts, exact, arguments: args } = frozen({ call });
              const { risk = 'high', reasons = [] } = verdict ?? {};
              return {
                session,
                card: {
                  ...{ tool, intent, risk, reasons, digest },
                  ...(gate?.verdict !== 'require_approval' && mayStandOn({ risk, taint, facts })
                    ? { mayStand: true }
                    : {}),
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
          ...unaskedOf(context),
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

/** A verdict that asks, answered by a standing approval: it runs and is told. */
function asTold({ verdict }: Context): Verdict | null {
  return verdict && { ...verdict, level: 1, reasons: [...verdict.reasons, 'A standing approval covers it.'] };
}

/** What ran at L1 without a question is told to the owner, and what acts later because of a call, asked about or not. */
function unaskedOf(context: Context): Pick<ToolCallRecordParams, 'unasked'> {
  const { call, verdict, outcome, failed, precedent, approval, isStopping } = context;
  const ran = outcome === 'done' || outcome === 'failed' || outcome === 'unknown' || isStopping;
  if (!ran || context.isUnrun || isMalformed(call) || call.effect !== 'act' || verdict === null) return {};
  const { level, later } = verdict;
  const isApproved = approval !== null;
  if (later === undefined && (level !== 1 || isApproved)) return {};
  const standing = precedent.kind === 'standing' ? precedent.standing : undefined;
  const ended = isStopping ? 'cut' : outcome === 'unknown' ? 'unknown' : failed ? 'failed' : undefined;
  return {
    unasked: {
      intent: call.intent,
      ...(standing === undefined ? {} : { standing }),
      ...(ended === undefined ? {} : { ended }),
      ...(later === undefined ? {} : { later }),
      ...(isApproved ? { isApproved } : {}),
    },
  };
}
