/** Is a plan what its owner approved? */
import { longestWaitMs, type Plan } from '../../domain/plans/plan.ts';
import { planModelTexts } from '../../domain/plans/texts.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { ApprovedPlan, Planning, PlanningInput } from '../../machines/plan.ts';
import type { PlanLedger } from '../../ports/agents/plan-ledger.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';

export interface PlanParts {
  readonly plans: PlanLedger;
  readonly conversation: Pick<MessageStore, 'read'>;
  readonly read: (markdown: string) => { readonly plan: Plan } | { readonly problem: string };
  /** The digest of a call of `run_plan` with these arguments, as it would be frozen. */
  readonly digestOf: (argumentsText: string) => string;
  readonly rightsOf: (plan: Plan) => string;
  /** The instant that words mean which are read now; a sentence where they mean none. */
  readonly instantOf: (text: string, now: number) => number | string;
  readonly language: Language;
}

/** The plan of a frozen call, if it and its agents are what they were; undefined: something is not. */
export function approvedPlan(
  { conversation, read, digestOf, rightsOf }: Pick<PlanParts, 'conversation' | 'read' | 'digestOf' | 'rightsOf'>,
  { arguments: body, digest, rights }: ApprovedPlan,
): Plan | undefined {
  const text = conversation.read(body);
  if (digestOf(text) !== digest) return undefined;
  const made = read((JSON.parse(text) as { readonly plan: string }).plan);
  return 'plan' in made && rightsOf(made.plan) === conversation.read(rights) ? made.plan : undefined;
}

/** A lookup of the chart `plan`. */
export function planning(parts: PlanParts) {
  return ({ plan: approved, call, id, at }: PlanningInput): Planning => {
    const before = parts.plans.ofCall(call);
    if (before?.id === id) return { isBegunAgain: true };
    if (before) return { problem: planModelTexts.begunBefore };
    const plan = approvedPlan(parts, approved);
    if (!plan) return { problem: planModelTexts.changed };
    const instants = new Map(
      plan.steps.flatMap(({ id: step, notBefore }) =>
        notBefore === undefined ? [] : [[step, parts.instantOf(notBefore, at)] as const],
      ),
    );
    for (const [step, instant] of instants)
      if (typeof instant === 'string' || instant > at + longestWaitMs) return { problem: planModelTexts.tooLate(step) };
    return {
      name: plan.id,
      title: plan.title,
      onStuck: plan.onStuck,
      language: parts.language,
      steps: plan.steps.map(step => ({
        id: step.id,
        agent: step.agent,
        dependsOn: step.dependsOn,
        hasChecks: step.verify.length > 0,
        ...defined({ notBefore: instants.get(step.id) as number | undefined, worktree: step.worktree }),
      })),
    };
  };
}
