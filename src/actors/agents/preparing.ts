/** The work of the next step of a plan, with what the steps before it came to. */
import { copyFolder } from '../../domain/agents/agent.ts';
import { planModelTexts } from '../../domain/plans/texts.ts';
import type { Preparing, PreparingInput } from '../../machines/plan.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import { approvedPlan, type PlanParts } from './planning.ts';

const mostOfOne = 1_500;

/** A lookup of the chart `plan`: the plan is compared with what was approved before each step. */
export function preparing(parts: PlanParts & { readonly children: Pick<ChildLedger, 'get' | 'replyOf'> }) {
  const { plans, conversation, children } = parts;
  return ({ plan: approved, id, step: name, evidence, advice = '' }: PreparingInput): Preparing => {
    const plan = approvedPlan(parts, approved);
    const step = plan?.steps.find(one => one.id === name);
    if (!plan || !step) return { problem: planModelTexts.changed };
    const rows = plans.get(id)?.steps ?? [];
    const results = rows.flatMap(({ step: of, child }) => {
      const session = step.dependsOn.includes(of) && child !== null ? children.get(child)?.session : undefined;
      const said = session === undefined ? '' : conversation.read(children.replyOf(session)).slice(0, mostOfOne);
      return said === '' ? [] : [`${planModelTexts.resultOf(of)}\n${said}`];
    });
    const [found, ...words] = evidence.map(one => conversation.read(one).slice(0, mostOfOne));
    const tried = found === undefined ? [] : [`What was found when it was tried before:\n${found}`];
    const advised = advice === '' ? [] : [`What a planner advises, who has not seen the files:\n${advice}`];
    return {
      material: [...results, ...tried, ...advised].join('\n\n'),
      task: [
        step.task,
        ...(step.worktree === undefined ? [] : [planModelTexts.inCopy(copyFolder(id, name), step.worktree)]),
        ...(plan.background === '' ? [] : [plan.background]),
        ...(step.verify.length === 0 ? [] : [planModelTexts.doneWhen(step.verify.join('; '))]),
        ...(results.length === 0 ? [] : [planModelTexts.resultsAbove]),
        ...(found === undefined ? [] : [planModelTexts.retry]),
        ...words.map(planModelTexts.advice),
      ].join('\n\n'),
    };
  };
}
