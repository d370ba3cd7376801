/** The writes of a plan. */
import type { PlanWrites } from '../../../domain/plans/writes.ts';
import type { PlanLedger } from '../../../ports/agents/plan-ledger.ts';
import type { Writers } from '../../../ports/writer.ts';
import type { Note } from './note.ts';

/** The rows of the plan and its steps, and what the audit chain keeps of them. */
export function planWriters(ledger: PlanLedger, note: Note): Writers<PlanWrites> {
  return {
    openPlan(plan, step) {
      ledger.open(step.address, plan, step.at);
      note(step, 'agent.planned', step.address, plan.session, { digest: plan.digest, steps: plan.steps.length });
    },
    markStep: (mark, step) => ledger.mark(step.address, mark, step.at),
    keepChecks: ({ step: name, checks }, step) => ledger.keep(step.address, name, checks),
    closePlan({ state, verdict }, step) {
      if (state !== 'running') ledger.close(step.address, { state, verdict }, step.at);
      note(step, 'agent.concluded', step.address, step.address, { state, verdict });
    },
  };
}
