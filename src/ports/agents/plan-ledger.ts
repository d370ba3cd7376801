/** Port: plans that were approved, and their steps. */
import type { PlanRecord, PlanState, StepRecord } from '../../domain/plans/plan.ts';
import type { PlanWrites } from '../../domain/plans/writes.ts';

export interface PlanLedger {
  /** One that is there already stays as it is. */
  open(id: string, plan: PlanWrites['openPlan'], at: number): void;
  mark(id: string, step: PlanWrites['markStep'], at: number): void;
  keep(id: string, step: string, checks: StepRecord['checks']): void;
  /** The first end counts. */
  close(
    id: string,
    end: { readonly state: Exclude<PlanState, 'running'>; readonly verdict: PlanRecord['verdict'] },
    at: number,
  ): void;
  get(id: string): PlanRecord | undefined;
  /** The plan that a call has begun. */
  ofCall(call: string): PlanRecord | undefined;
  /** Those under way first, then the newest. */
  list(limit: number): readonly PlanRecord[];
}
