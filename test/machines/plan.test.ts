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

const step = (id: string, dependsOn: readonly string[] = [], notBefore?: number, worktree?: string) => ({
  id,
  agent: 'researcher',
  dependsOn,
  hasChecks: false,
  ...defined({ notBefore, worktree }),
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

/** Two steps side by side, each on a copy of one repository; both have come to their checks. */
const copied = (onStuck: 'replan' | 'ask' = 'replan') => {
  return opened(onStuck, step('a', [], undefined, 'toy'), step('b', [], undefined, 'toy'))
    .ends('checking', { found: [], verdict: 'unknown', evidence: '' })
    .ends('preparing', prepared)
    .ends('preparing', prepared)
    .ends('copy-a', undefined)
    .ends('preparing', prepared)
    .ends('copy-b', undefined)
    .ends('preparing', prepared)
    .ends('work-a', worked)
    .ends('work-b', worked);
};
const worked = { outcome: 'done', text: 'Yes.', taint: 'owner' } as const;
const looked = (digest: string, ...conflicts: readonly string[]) => ({
  found: [],
  verdict: 'unknown',
  evidence: '',
  diff: { digest, conflicts },
});
const answered = (text: string) => ({ type: 'owner.answered', text, taint: 'owner' });

test('given two steps on copies, then both are at work at once, and what they changed is merged one after the other', () => {
  const begun = copied();
  assert.deepEqual(statesOf(begun), ['a checking 1', 'b checking 1']);
  const both = begun.ends('check-b', looked('of b')).ends('check-a', looked('of a'));
  assert.deepEqual(statesOf(both), ['a merging 1', 'b merging 1']);
  assert.deepEqual(
    Object.keys(both.children).filter(id => id.startsWith('merge-')),
    ['merge-b'],
  );
  const next = both.restored().ends('merge-b', { conflicts: [] });
  assert.deepEqual(statesOf(next), ['a merging 1', 'b done 1']);
  assert.equal(next.started('merge-a')?.['digest'], 'of a');
  const { leaf, children } = next
    .ends('merge-a', { conflicts: [] })
    .ends('concluding', { text: 'All.', verdict: null });
  assert.deepEqual([leaf, Object.keys(children)], ['evaluating.clearing', ['removing']]);
});

for (const onStuck of ['replan', 'ask'] as const)
  test(`given a plan that says ${onStuck}, when what a step changed does not fit any more, then its owner is asked before anything is merged, and it is done again on a new copy`, () => {
    const stood = copied(onStuck).ends('check-a', looked('of a', 'a.txt: patch does not apply'));
    assert.equal(stood.leaf, 'waitingForInput');
    const [asked] = stood.sent('tool-call:aB3dE6gH');
    assert.match(String(asked?.['question']), /“toy” has changed meanwhile.*a\.txt: patch does not apply/);
    assert.deepEqual(asked?.['options'], ['Again on a new copy', 'Go on without it', 'Stop the plan']);
    assert.equal(Object.keys(stood.children).includes('merge-a'), false);
    const again = stood.send(answered('again on a new copy'));
    assert.match(String(again.started('preparing')?.['evidence']), /could not be merged into toy/);
    const copying = again.ends('preparing', prepared);
    assert.deepEqual(statesOf(copying), ['a copying 2', 'b checking 1']);
    assert.deepEqual(statesOf(stood.send(answered('Go on without it'))), ['a failed 1', 'b checking 1']);
  });

test('given a merge that nobody knows the end of, then the step is unknown, and the plan says what to look at', () => {
  const lost = copied()
    .ends('check-a', looked('of a'))
    .fails('merge-a', { kind: 'unknown', message: 'part of it is there' });
  assert.equal(statesOf(lost)[0], 'a unknown 1');
  assert.match(String(lost.context.text), /Nobody knows whether all changes of the step a are in toy/);
});

test('given a plan that is stopped, then a merge that has begun comes to its end, and one that waits does not begin', () => {
  const stopped = copied()
    .ends('check-a', looked('of a'))
    .ends('check-b', looked('of b'))
    .send({ type: 'plan.cancelled' });
  assert.deepEqual([stopped.leaf, ...statesOf(stopped)], ['acting', 'a merging 1', 'b cancelled 1']);
  const { leaf } = stopped.ends('merge-a', { conflicts: [] });
  assert.equal(leaf, 'evaluating.concluding');
});

test('given a step that fails after each answer in words, then three of them are tries, and the next counts as going on without it', () => {
  let stand = opened('ask', step('a')).ends('preparing', prepared).ends('work-a', failed);
  for (const words of ['One.', 'Two.', 'Three.'])
    stand = stand.ends('preparing', prepared).ends('work-a', failed).send(answered(words));
  stand = stand.ends('preparing', prepared).ends('work-a', failed);
  const [asked] = stand.sent('tool-call:aB3dE6gH');
  assert.deepEqual(asked?.['options'], ['Go on without it', 'Stop the plan']);
  assert.match(String(asked?.['question']), /It is not tried any more/);
  assert.deepEqual(statesOf(stand.send(answered('Four.'))), ['a failed 5']);
});

test('given a plan as version 1 or 2 kept it, when it is migrated, then it goes on, and its tasks are trusted no further than before', () => {
  const stand = opened('replan', step('a')).ends('preparing', prepared);
  const { context, ...rest } = storedAs(planMachine, stand) as unknown as {
    readonly context: { readonly trusted: string; readonly steps: readonly Record<string, unknown>[] };
  };
  const { trusted: _, steps, ...before } = context;
  const second = steps.map(({ isCopied: _, digest: _d, hasConflict: _c, words: _w, ...one }) => one);
  const of2 = { ...rest, context: { ...context, trusted: 'owner', taint: 'external', steps: second } };
  const of1 = {
    ...rest,
    context: { ...before, taint: 'external', steps: second.map(({ isHeld: _, advice: __, ...one }) => one) },
  };
  for (const [old, version, trusted] of [
    [of1, '1', 'external'],
    [of2, '2', 'owner'],
  ] as const) {
    const migrated = migratePlan(old, version) as { readonly context: typeof context };
    assert.equal(migrated.context.trusted, trusted);
    assert.deepEqual(
      migrated.context.steps.map(({ isHeld, advice, isCopied, digest, hasConflict, words }) => [
        ...[isHeld, advice, isCopied, digest, hasConflict, words],
      ]),
      [[false, null, false, '', false, 0]],
    );
  }
  assert.equal(migratePlan(of2, '3'), undefined);
});
