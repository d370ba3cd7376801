/** Plans: a planner is asked, steps wait for their instant, and what agents found lowers the trust of no approved task. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined } from '../../src/domain/text/json.ts';
import { migratePlan, type Planning, planMachine } from '../../src/machines/plan.ts';
import { begin, storedAs } from './play.ts';

const part = {
  machine: planMachine,
  address: 'plan:aB3dE6gH',
  parent: 'tool-call:aB3dE6gH',
  input: {
    plan: { arguments: '{}', digest: 'd', rights: 'r' },
    session: 'session:terminal:main',
    turn: 't1',
    call: 'tool-call:aB3dE6gH',
    taint: 'owner',
  },
};

const step = (id: string, dependsOn: readonly string[] = [], notBefore?: number) => ({
  id,
  agent: 'researcher',
  dependsOn,
  hasChecks: false,
  ...defined({ notBefore }),
});

const opened = (onStuck: 'consult_planner' | 'replan' | 'ask', ...steps: readonly ReturnType<typeof step>[]) =>
  begin(part).ends('planning', { name: 'p', title: 'P', onStuck, language: 'en', steps } satisfies Planning);

const prepared = { task: 'Look.', material: '' };
const failed = { outcome: 'failed', text: 'No.', taint: 'external' } as const;
const statesOf = ({ context: { steps } }: ReturnType<typeof opened>) =>
  steps.map(({ id, state, attempt }) => `${id} ${state} ${attempt}`);

/** The first step has failed twice. */
const stuck = () =>
  opened('consult_planner', step('a'), step('b', ['a']))
    .ends('preparing', prepared)
    .ends('work-a', failed)
    .ends('preparing', prepared)
    .ends('work-a', failed);

test('given a step that has failed twice, then a planner is asked once, and with its advice the step is tried a last time', () => {
  const asked = stuck();
  assert.deepEqual(statesOf(asked), ['a consulting 2', 'b waiting 1']);
  assert.deepEqual(asked.started('consult-a')?.['evidence'], ['No.']);
  const advised = asked.ends('consult-a', { advice: 'Look behind the door.' });
  assert.equal(advised.started('preparing')?.['advice'], 'Look behind the door.');
  const again = advised.ends('preparing', prepared).ends('work-a', failed);
  assert.deepEqual(statesOf(again), ['a failed 3', 'b skipped 1']);
});

test('given a planner that knows nothing, or does not answer in time, then the step counts as failed', () => {
  const timeout = { kind: 'timeout', message: 'no answer in 90 s' } as const;
  for (const end of [stuck().ends('consult-a', { advice: '' }), stuck().fails('consult-a', timeout)])
    assert.deepEqual(statesOf(end), ['a failed 2', 'b skipped 1']);
});

test('given a plan that is stopped while a planner is asked, then nobody waits for it', () => {
  const { leaf, children } = stuck().send({ type: 'plan.cancelled' });
  assert.equal(leaf, 'evaluating.concluding');
  assert.deepEqual(Object.keys(children), ['concluding']);
});

test('given a step with an instant, then it begins when that has come, and others do not wait for it', () => {
  const held = opened('replan', step('a', [], 1_060_000), step('b'));
  assert.deepEqual(
    Object.values(held.timers).map(({ due }) => due),
    [1_060_000],
  );
  const other = held.ends('preparing', prepared).ends('work-b', { outcome: 'done', text: 'Yes.', taint: 'owner' });
  assert.deepEqual([other.leaf, ...statesOf(other)], ['acting', 'a waiting 1', 'b done 1']);
  const due = other.restored().fires('due-a');
  assert.equal(due.started('preparing')?.['step'], 'a');
});

test('given an agent that read what is not trusted, then the task of the next is trusted as it was approved, and the result is not', () => {
  const after = opened('replan', step('a'), step('b', ['a']))
    .ends('preparing', prepared)
    .ends('work-a', { outcome: 'done', text: 'Found.', taint: 'external' })
    .ends('preparing', { task: 'Write.', material: 'Found.' });
  const given = after.started('work-b') as { readonly taint: string; readonly material: object };
  assert.deepEqual([given.taint, given.material], ['owner', { body: 'Found.', taint: 'external' }]);
  const { output } = after
    .ends('work-b', { outcome: 'done', text: 'Written.', taint: 'owner' })
    .ends('concluding', { text: 'All.', verdict: null });
  assert.deepEqual([output?.outcome, output?.taint], ['done', 'external']);
});

test('given a plan as version 1 kept it, when it is migrated, then it goes on, and its tasks are trusted no further than before', () => {
  const stand = opened('replan', step('a')).ends('preparing', prepared);
  const { context, ...rest } = storedAs(planMachine, stand) as unknown as {
    readonly context: { readonly trusted: string; readonly steps: readonly Record<string, unknown>[] };
  };
  const { trusted: _, steps, ...before } = context;
  const old = {
    ...rest,
    context: { ...before, taint: 'external', steps: steps.map(({ isHeld: _, advice: __, ...one }) => one) },
  };
  const migrated = migratePlan(old, '1') as { readonly context: typeof context };
  assert.equal(migrated.context.trusted, 'external');
  assert.deepEqual(
    migrated.context.steps.map(({ isHeld, advice }) => [isHeld, advice]),
    [[false, null]],
  );
  assert.equal(migratePlan(old, '2'), undefined);
});
