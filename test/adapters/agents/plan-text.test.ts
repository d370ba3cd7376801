import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planIn } from '../../../src/adapters/agents/plan-text.ts';
import { shippedAgents } from '../../../src/domain/agents/agent.ts';
import { type PlanLook, planProblem } from '../../../src/domain/plans/plan.ts';

const written = (steps: string) => `---\nid: p\ntitle: A plan\nsteps:\n${steps}\n---\nAll know this.\n`;

function planOf(steps: string) {
  const read = planIn(written(steps));
  assert.ok('plan' in read, JSON.stringify(read));
  return read.plan;
}

test('given steps in their forms, when they are read, then each has what it waits for, its instant and its checks', () => {
  const { onStuck, background, steps } = planOf(`  - { id: a, agent: researcher, task: Look. }
  - { id: b, agent: researcher, task: Look., depends_on: [] }
  - { id: c, agent: researcher, task: Look., depends_on: [a], depends_on_previous: true, not_before: "tomorrow at 9" }
  - id: d
    agent: file_worker
    task: Write.
    verify: [{ judge: it names three sources }, { run: wc -l a, expect: { output_gt: 3 } }, { file_exists: a }]`);
  assert.deepEqual([onStuck, background], ['consult_planner', 'All know this.']);
  assert.deepEqual(
    steps.map(({ dependsOn }) => dependsOn),
    [[], [], ['a', 'b'], ['c']],
  );
  assert.equal(steps[2]?.notBefore, 'tomorrow at 9');
  assert.deepEqual(steps[3]?.verify, ['judge it names three sources', 'wc -l a => output_gt 3', 'file_exists a']);
});

const look: PlanLook = {
  pattern: () => undefined,
  when: () => undefined,
  worktree: folder => (folder === 'toy' ? undefined : `${folder} is none`),
};

for (const [what, steps, problem] of [
  ['an unknown agent', '  - { id: a, agent: nobody, task: Look. }', /nobody.*researcher/],
  ['an unknown step', '  - { id: a, agent: researcher, task: Look., depends_on: [z] }', /depends on z.*There are: a\./],
  [
    'an instant that is none',
    '  - { id: a, agent: researcher, task: Look., not_before: soonish }',
    /a, not_before: no/,
  ],
  [
    'two writers at once',
    '  - { id: a, agent: file_worker, task: W. }\n  - { id: b, agent: file_worker, task: W., depends_on: [] }',
    /a and b could run at the same time.*worktree: FOLDER/,
  ],
  [
    'a writer of the workspace beside two that write there, one on a copy',
    '  - { id: a, agent: file_worker, task: W. }\n  - { id: b, agent: file_worker, task: W., depends_on: [], worktree: toy }\n  - { id: c, agent: file_worker, task: W., depends_on: [] }',
    /a and c could run at the same time/,
  ],
  [
    'a copy of what is no repository',
    '  - { id: a, agent: file_worker, task: W., worktree: notes }',
    /^Step a, worktree: notes is none\.$/,
  ],
] as const)
  test(`given ${what}, when a plan is looked at, then its model reads what is wrong`, () => {
    const when = (text: string) => (text === 'soonish' ? 'no instant' : undefined);
    assert.match(planProblem(planOf(steps), shippedAgents, { ...look, when }) ?? '', problem);
  });

test('given writers side by side, one of the workspace and others on copies, when a plan is looked at, then nothing is wrong, and each has its folder', () => {
  const plan = planOf(
    ['a', 'b', 'c']
      .map((id, at) => {
        const copy = at === 0 ? '' : `, worktree: ${at === 1 ? '/workspace/toy/' : './toy'}`;
        return `  - { id: ${id}, agent: file_worker, task: W., depends_on: []${copy} }`;
      })
      .join('\n'),
  );
  assert.equal(planProblem(plan, shippedAgents, look), undefined);
  assert.deepEqual(
    plan.steps.map(({ worktree }) => worktree),
    [undefined, 'toy', 'toy'],
  );
});

test('given a field that there is not, when a plan is read, then it is refused with those that there are', () => {
  const read = planIn(written('  - { id: a, agent: researcher, task: Look., when: now }'));
  assert.match('problem' in read ? read.problem : '', /steps\.0: .*when.*depends_on_previous.*not_before/);
});
