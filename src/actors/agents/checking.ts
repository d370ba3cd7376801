/** Runs the checks of a plan: in the sandbox, or by a model; all of them before the work, those of a step after it. */
import type { GoalCheck } from '../../domain/goals/check.ts';
import { judgedIn, type PlanStep, planVerdict, type StepRecord } from '../../domain/plans/plan.ts';
import { planModelTexts } from '../../domain/plans/texts.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Checking, CheckingInput } from '../../machines/plan.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { CheckRunner } from '../goals/goal-checks.ts';
import { work } from '../work.ts';
import type { judging } from './judging.ts';
import { approvedPlan, type PlanParts } from './planning.ts';

export function checking(
  parts: PlanParts & {
    readonly checks: CheckRunner;
    readonly judge: () => ReturnType<typeof judging>;
    readonly children: Pick<ChildLedger, 'get' | 'replyOf'>;
  },
) {
  const { plans, checks, conversation, children, judge } = parts;
  return work<Checking, CheckingInput>(async ({ plan: approved, id, step: name, signal }) => {
    const plan = approvedPlan(parts, approved);
    if (!plan) throw fault('denied', planModelTexts.changed);
    if (name === undefined) return { found: await before(plan.steps, signal), verdict: 'unknown', evidence: '' };
    // as they were frozen before the work: what they found then comes along
    const record = plans.get(id)?.steps.find(one => one.step === name);
    const task = plan.steps.find(one => one.id === name)?.task ?? '';
    const ran: GoalCheck[] = [];
    for (const check of record?.checks ?? [])
      if (judgedIn(check.text) === undefined) ran.push(...(await checks.run([check])));
      else ran.push(await judge().run(check, task, saidIn(record), signal));
    return {
      found: [{ step: name, checks: ran }],
      verdict: planVerdict([{ checks: ran }]) ?? 'unknown',
      evidence: evidenceOf(ran),
    };
  });

  async function before(steps: readonly PlanStep[], signal: AbortSignal): Promise<Checking['found']> {
    const found: { step: string; checks: readonly GoalCheck[] }[] = [];
    for (const { id: step, task, verify } of steps) {
      const begun: GoalCheck[] = [];
      for (const line of verify)
        if (judgedIn(line) === undefined) begun.push(...(await checks.begun([line])));
        else begun.push(await judge().begun(line, task, signal));
      if (verify.length > 0) found.push({ step, checks: begun });
    }
    return found;
  }

  /** What the agent of a step said last. */
  function saidIn(record: StepRecord | undefined): string {
    const session = record?.child == null ? undefined : children.get(record.child)?.session;
    return session === undefined ? '' : conversation.read(children.replyOf(session));
  }
}

/** What does not hold, in the words for a model. */
function evidenceOf(checks: readonly GoalCheck[]): string {
  return checks
    .filter(({ last }) => last?.outcome === 'fails')
    .map(({ text, last }) => `${text}: ${last === undefined ? '' : inEnglish(last.saw)}`)
    .join('; ');
}
