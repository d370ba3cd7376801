/** What the chart is made of: its types, the effects, lookups and writers it names, and its guards. */
import { assign, setup } from 'xstate';
import type { GoalCheck } from '../../domain/goals/check.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import type { ToolCallWrites } from '../../domain/tools/writes.ts';
import type { WorkerWrites } from '../../domain/workers/writes.ts';
import type { ApprovalInput, ApprovalOutput } from '../approval/types.ts';
import { needs } from '../needs.ts';
import type { Redemption, RedemptionInput } from '../tool-call/types.ts';
import type {
  Came,
  CheckingInput,
  Collected,
  Context,
  Merged,
  MergingInput,
  Opened,
  OpeningInput,
  Prepared,
  TurnInput,
  WorkerEvent,
  WorkerInput,
  WorkGiven,
  WorkName,
} from './types.ts';

/** So often in a row its program may break off before its owner is asked. */
const mostFailures = 3;

/** Types and named parts; the actions and the chart are made from it. */
export const base = setup({
  types: {
    input: {} as WorkerInput,
    output: {} as { readonly outcome: Context['outcome'] },
    context: {} as Context,
    events: {} as WorkerEvent,
    tags: {} as 'busy' | 'background' | 'attention' | 'resting' | 'ok' | 'error',
  },
  actors: {
    approval: needs<ApprovalOutput, ApprovalInput>('approval'),
    redemption: needs<Redemption, RedemptionInput>('redemption'),
    copying: needs<Prepared, WorkName & Pick<WorkGiven, 'checks'>>('copying'),
    opening: needs<Opened, OpeningInput>('opening'),
    programming: needs<Came, TurnInput>('programming'),
    collecting: needs<Collected, WorkName>('collecting'),
    assessing: needs<{ readonly checks: readonly GoalCheck[] }, CheckingInput>('assessing'),
    merging: needs<Merged, MergingInput>('merging'),
    clearing: needs<void, WorkName>('clearing'),
  },
  actions: {
    openWork: (_, _params: WorkerWrites['openWork']) => {},
    moveWork: (_, _params: WorkerWrites['moveWork']) => {},
    threadWork: (_, _params: WorkerWrites['threadWork']) => {},
    diffWork: (_, _params: WorkerWrites['diffWork']) => {},
    endWork: (_, _params: WorkerWrites['endWork']) => {},
    consumeGrant: (_, _params: ToolCallWrites['consumeGrant']) => {},
    put: assign((_, put: Partial<Context>) => put),
  },
  guards: {
    hasChecks: ({ context }) => context.goalChecks.length > 0,
    isGiven: ({ context }) => context.worker !== '',
    isStopping: ({ context }) => context.isStopping,
    isSpent: ({ context }) => context.failures >= mostFailures,
    isTimeout: ({ event }) => (event as { readonly error?: Failure }).error?.kind === 'timeout',
    isAbout: ({ context }, params: { readonly about: string }) => context.question?.about === params.about,
  },
});
