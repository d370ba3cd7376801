/** Runs the checks of a plan in the sandbox: all of them before the work, those of a step after it. */
import type { GoalCheck } from '../../domain/goals/check.ts';
import { type PlanStep, planVerdict } from '../../domain/plans/plan.ts';
import { planModelTexts } from '../../domain/plans/texts.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Checking, CheckingInput } from '../../machines/plan.ts';
import type { CheckRunner } from '../goals/goal-checks.ts';
import { work } from '../work.ts';
import { approvedPlan, type PlanParts } from './planning.ts';

export function checking(parts: PlanParts & { readonly checks: CheckRunner }) {
  const { plans, checks } = parts;
  return work<Checking, CheckingInput>(async ({ plan: approved, id, step: name }) => {
    const plan = approvedPlan(parts, approved);
    if (!plan) throw fault('denied', planModelTexts.changed);
    if (name === undefined) return { found: await before(plan.steps), verdict: 'unknown', evidence: '' };
    // as they were frozen before the work: what they found then comes along
    const frozen = plans.get(id)?.steps.find(one => one.step === name)?.checks ?? [];
    const ran = await checks.run(frozen);
    return {
      found: [{ step: name, checks: ran }],
      verdict: planVerdict([{ checks: ran }]) ?? 'unknown',
      evidence: evidenceOf(ran),
    };
  });

  async function before(steps: readonly PlanStep[]): Promise<Checking['found']> {
    const found: { step: string; checks: readonly GoalCheck[] }[] = [];
    for (const { id: step, verify } of steps)
      if (verify.length > 0) found.push({ step, checks: await checks.begun(verify) });
    return found;
  }
}

/** What does not hold, in the words for a model. */
function evidenceOf(checks: readonly GoalCheck[]): string {
  return checks
    .filter(({ last }) => last?.outcome === 'fails')
    .map(({ text, last }) => `${text}: ${last === undefined ? '' : inEnglish(last.saw)}`)
    .join('; ');
}
