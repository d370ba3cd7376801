/** Plans of a simulated agent: what they are made of is the program's; what its checks and its planner say, the seed's. */

import type { PlanCopies } from '../../../src/actors/agents/copies.ts';
import type { CheckRunner } from '../../../src/actors/goals/goal-checks.ts';
import { runPlanTool } from '../../../src/adapters/tools/agents/run-plan.ts';
import type { AgentProfile } from '../../../src/domain/agents/agent.ts';
import type { GoalCheck } from '../../../src/domain/goals/check.ts';
import { type PlanNeeds, plansOf } from '../../../src/features/agents/plans.ts';
import { type Luck, luckOf } from './chance.ts';
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

const waysWhenStuck = ['replan', 'consult_planner', 'ask'] as const;

/** Two side by side, each on a copy or looking, then one that may do all, whose work is checked or is not. */
export function seededPlan(name: string, luck: Luck): string {
  const step = (id: string, agent: string, after: string, more = '') =>
    `  - { id: ${id}, agent: ${agent}, task: 'do what you think is right with ${name}.${id}', depends_on: [${after}]${more} }`;
  // of its own chance: what else happens in a life does not change with it
  const copy = (id: string) => (luckOf(`copy ${name}.${id}`).once(2) ? ', worktree: toy' : '');
  const verify = luck.once(2) ? ', verify: [make it]' : '';
  return [
    '---',
    'id: seeded',
    `title: Plan ${name}`,
    `on_stuck: ${luck.pick(waysWhenStuck)}`,
    'steps:',
    step('a', 'looker', '', copy('a')),
    step('b', 'looker', luck.once(3) ? 'a' : '', copy('b')),
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
  }: Omit<PlanNeeds, 'models' | 'checks' | 'executor' | 'copies' | 'isRepository'> & {
    readonly outside: Outside;
    readonly luck: Luck;
  },
) {
  const soon = <Value>(value: () => Value) => new Promise<Value>(resolve => life.later(() => resolve(value())));
  const looked = ({ text, before }: GoalCheck): GoalCheck => {
    const outcome = outside.isCalm || luck.once(2) ? 'holds' : 'fails';
    return { text, before, last: { outcome, saw: 'seen', at: needs.clock.now() } };
  };
  const checks: CheckRunner = {
    begun: lines => soon(() => lines.map(text => ({ text, before: { outcome: 'fails', saw: 'nothing' } }))),
    run: checks => soon(() => checks.map(looked)),
  };
  const copies: PlanCopies = { copies: copiesOf(outside, luck, soon), checksOn: () => checks, acts: noActs };
  const plans = plansOf({
    ...needs,
    executor: 'direct',
    copies: () => copies,
    isRepository: () => true,
    models: {
      value: () => soon(() => ({ value: { canBeDone: luck.once(2), advice: 'Look again.' }, usage: none })),
    } as unknown as PlanNeeds['models'],
    checks,
  });
  const { profiles } = needs;
  // nobody's words speak of plans here
  const { isOccasional: _, ...tool } = runPlanTool({ agents: profiles, ...plans });
  return { ...plans, tool };
}

const noActs = { begin: () => () => {} };

/** A folder into which the changes of a copy fit, or do not for a while; what is merged stays so. */
function copiesOf(
  outside: Outside,
  luck: Luck,
  soon: <Value>(value: () => Value) => Promise<Value>,
): PlanCopies['copies'] {
  const isThere = (name: string) => outside.merged.includes(name);
  const isBad = (times: number) => !outside.isCalm && luck.once(times);
  return {
    make: () => soon(() => (isBad(8) ? { problem: 'there is no repository' } : { uncommitted: 0 })),
    checkOut: () => soon(() => {}),
    diff: name =>
      soon(() => ({ stat: { files: 1, added: 1, removed: 0 }, digest: `of ${name}`, diff: '', reasons: [] })),
    fit: name => soon(() => ({ conflicts: !isThere(name) && isBad(3) ? ['a.txt'] : [], isThere: isThere(name) })),
    merge: name =>
      soon(() => {
        outside.merged.push(name);
        return { conflicts: [] };
      }),
    remove: () => soon(() => {}),
  };
}

const none = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
