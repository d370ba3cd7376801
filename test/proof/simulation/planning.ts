/** Plans of a simulated agent: what they are made of is the program's; what its checks and its planner say, the seed's. */

import { runPlanTool } from '../../../src/adapters/tools/agents/run-plan.ts';
import type { AgentProfile } from '../../../src/domain/agents/agent.ts';
import type { GoalCheck } from '../../../src/domain/goals/check.ts';
import { type PlanNeeds, plansOf } from '../../../src/features/agents/plans.ts';
import type { Luck } from './chance.ts';
import type { Life } from './life.ts';
import type { Outside } from './outside.ts';

/** It looks, and nothing else, so that several may be at work at once. */
export const looker: AgentProfile = {
  name: 'looker',
  purpose: 'Looks.',
  tools: ['ask_owner'],
  prompt: '',
  minutes: 30,
};

/** Not `ask`: the owner of a life answers in words, which mean another try, without end and without time. */
const waysWhenStuck = ['replan', 'consult_planner'] as const;

/** Two that look side by side, then one that may do all, whose work is checked or is not. */
export function seededPlan(name: string, luck: Luck): string {
  const step = (id: string, agent: string, after: string, more = '') =>
    `  - { id: ${id}, agent: ${agent}, task: 'do what you think is right with ${name}.${id}', depends_on: [${after}]${more} }`;
  const verify = luck.once(2) ? ', verify: [make it]' : '';
  return [
    '---',
    'id: seeded',
    `title: Plan ${name}`,
    `on_stuck: ${luck.pick(waysWhenStuck)}`,
    'steps:',
    step('a', 'looker', ''),
    step('b', 'looker', luck.once(3) ? 'a' : ''),
    step('c', 'helper', 'a, b', verify),
    '---',
  ].join('\n');
}

/** What a life needs to have plans. */
export function planningOf(
  life: Life,
  {
    outside,
    luck,
    ...needs
  }: Omit<PlanNeeds, 'models' | 'checks' | 'executor'> & { readonly outside: Outside; readonly luck: Luck },
) {
  const soon = <Value>(value: () => Value) => new Promise<Value>(resolve => life.later(() => resolve(value())));
  const looked = ({ text, before }: GoalCheck): GoalCheck => {
    const outcome = outside.isCalm || luck.once(2) ? 'holds' : 'fails';
    return { text, before, last: { outcome, saw: 'seen', at: needs.clock.now() } };
  };
  const plans = plansOf({
    ...needs,
    executor: 'direct',
    models: {
      value: () => soon(() => ({ value: { canBeDone: luck.once(2), advice: 'Look again.' }, usage: none })),
    } as unknown as PlanNeeds['models'],
    checks: {
      begun: lines => soon(() => lines.map(text => ({ text, before: { outcome: 'fails', saw: 'nothing' } }))),
      run: checks => soon(() => checks.map(looked)),
    },
  });
  const { profiles } = needs;
  // nobody's words speak of plans here
  const { isOccasional: _, ...tool } = runPlanTool({ agents: profiles, ...plans });
  return { ...plans, tool };
}

const none = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
