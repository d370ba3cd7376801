/** What a plan came to, step by step, for the model that made it: from the records, not from what agents say alone. */
import { provesNothing, wasNotRun } from '../../domain/goals/check.ts';
import { planVerdict, type StepRecord } from '../../domain/plans/plan.ts';
import { planModelTexts } from '../../domain/plans/texts.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import type { Concluding } from '../../machines/plan.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { PlanLedger } from '../../ports/agents/plan-ledger.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';

const mostOfOne = 1_200;

/** A lookup of the chart `plan`. */
export function concluding({
  plans,
  children,
  conversation,
}: {
  readonly plans: Pick<PlanLedger, 'get'>;
  readonly children: Pick<ChildLedger, 'get' | 'replyOf'>;
  readonly conversation: Pick<MessageStore, 'read'>;
}) {
  const replyOf = ({ child, state }: StepRecord) => {
    const session = child === null || state !== 'done' ? undefined : children.get(child)?.session;
    return session === undefined ? '' : conversation.read(children.replyOf(session)).slice(0, mostOfOne);
  };
  return ({ id }: { readonly id: string }): Concluding => {
    const { title = '', steps = [] } = plans.get(id) ?? {};
    const verdict = planVerdict(steps);
    const isDone = steps.every(({ state }) => state === 'done') && verdict !== 'fails';
    const parts = steps.map(step => {
      const { step: name, agent, state, checks } = step;
      const lines = checks.map(check => `  ${check.text}: ${foundBy(check)}`);
      const said = replyOf(step);
      const merged = mergedIn(step);
      return [
        `- ${name} (${agent}): ${state}`,
        ...lines,
        ...merged,
        ...(said === '' ? [] : [`  It says: ${said}`]),
      ].join('\n');
    });
    const end = isDone ? planModelTexts.afterDone : planModelTexts.afterFailure;
    return {
      verdict,
      text: [`Plan “${title}”: ${isDone ? 'all steps are done' : 'not done'}.`, ...parts, end].join('\n'),
    };
  };
}

/** Of what is unknown the plan says more itself. */
function mergedIn({ worktree, state }: StepRecord): readonly string[] {
  if (worktree === null || state === 'unknown' || state === 'skipped') return [];
  return [`  ${state === 'done' ? planModelTexts.merged(worktree) : planModelTexts.notMerged(worktree)}`];
}

function foundBy(check: StepRecord['checks'][number]): string {
  const { last } = check;
  if (last === undefined) return 'was not run after the work';
  const held = provesNothing(check) && last.outcome === 'holds';
  if (held) return 'holds, and held before the work, so it shows nothing';
  const before = wasNotRun(check) ? ', and could not be run before the work' : '';
  return `${{ holds: 'confirmed', fails: 'refuted', unknown: 'could not be run' }[last.outcome]} (${inEnglish(last.saw)})${before}`;
}
