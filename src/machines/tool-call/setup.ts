/** What the chart is made of: its types, the effects, lookups and writers it names, and its guards. */
import { assign, type DoneActorEvent, setup } from 'xstate';
import { isMalformed, type ToolResult } from '../../domain/tools/tool.ts';
import type { ToolCallWrites } from '../../domain/tools/writes.ts';
import type { ApprovalInput, ApprovalOutput } from '../approval/types.ts';
import type { DelegationInput, DelegationOutput } from '../delegation.ts';
import { needs } from '../needs.ts';
import type { PlanInput, PlanOutput } from '../plan.ts';
import { frozen, outputOf } from './facts.ts';
import type {
  Context,
  GatingInput,
  GatingOutput,
  Precedent,
  PrecedentInput,
  Redemption,
  RedemptionInput,
  Revision,
  RevisionInput,
  RunInput,
  Settled,
  ToolCallEvent,
  ToolCallInput,
  ToolCallOutput,
} from './types.ts';

/** Types and named parts; the actions and the chart are made from it. */
export const base = setup({
  types: {
    input: {} as ToolCallInput & {
      readonly address: string;
      readonly at: number;
      readonly id: string;
      /** It is restarted, and its act had begun before. */
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
    delegation: needs<DelegationOutput, DelegationInput>('delegation'),
    plan: needs<PlanOutput, PlanInput>('plan'),
  },
  actions: {
    useStanding: (_, _params: ToolCallWrites['useStanding']) => {},
    consumeGrant: (_, _params: ToolCallWrites['consumeGrant']) => {},
    recordTool: (_, _params: ToolCallWrites['recordTool']) => {},
    recordToolCall: (_, _params: ToolCallWrites['recordToolCall']) => {},
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
    isDelegated: ({ context }) => frozen(context).effect === 'delegate',
    isPlan: ({ context }) => frozen(context).effect === 'plan',
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
