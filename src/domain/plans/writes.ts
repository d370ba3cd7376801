/** What the chart of a plan writes beside its own state, by the name of the write. */
import type { CheckOutcome, GoalCheck } from '../goals/check.ts';
import type { PlanRecord, PlanState, StepRecord } from './plan.ts';

export interface PlanWrites {
  /** It is approved, and begins. */
  readonly openPlan: Pick<PlanRecord, 'name' | 'title' | 'session' | 'turn' | 'call' | 'digest'> & {
    readonly steps: readonly Pick<StepRecord, 'step' | 'agent' | 'dependsOn' | 'worktree'>[];
  };
  /** How a step stands. */
  readonly markStep: Pick<StepRecord, 'step' | 'state' | 'attempt'>;
  /** What the checks of a step found. */
  readonly keepChecks: { readonly step: string; readonly checks: readonly GoalCheck[] };
  /** What became of it. */
  readonly closePlan: { readonly state: PlanState; readonly verdict: CheckOutcome | null };
}
