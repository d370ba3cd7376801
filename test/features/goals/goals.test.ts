/** Goals: part of the instructions of their conversations, reminded of when due, and no more trusted than their makers. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { goalService } from '../../../src/actors/goals/goal-service.ts';
import { goalsDeclaration, goalsTool } from '../../../src/adapters/tools/goals.ts';
import { compose } from '../../../src/compose.ts';
import type { Goal, GoalService } from '../../../src/domain/goals/goal.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';
import type { GoalLedger } from '../../../src/ports/ledgers/goal.ts';
import type { RunningTool } from '../../../src/ports/tool.ts';
import { coreOf } from '../../actors/core.ts';
import { instructionsOf, listening } from '../listener.ts';

test('given goals of a conversation and of all, when a model is asked there and elsewhere, then it reads those it is about, and a due one has a job that reminds', async t => {
  const home = mkdtempSync(join(tmpdir(), 'straylight-goals-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const read: string[] = [];
  const { config, features } = listening(home, request => {
    read.push(instructionsOf(request));
    return 'Yes.';
  });
  const straylight = await compose(config, { features, reaching: false, server: false });
  await straylight.start();
  let acts = 0;
  const call = (name: string, input: object) =>
    straylight.operations.call(name, input, { by: 'program', role: 'owner', commandId: `act-${++acts}` });
  await call('goals.add', { text: 'move to Lisbon', due: '2099-12-24T18:00' });
  await call('goals.add', { text: 'mend the bike', session: 'session:terminal:main' });
  await straylight.say('session:terminal:main', 'hello');
  assert.match(read.at(-1) ?? '', /Open goals.*:\n1\. move to Lisbon \(due 24 Dec 2099.*\)\n2\. mend the bike/);
  await straylight.say('session:web:main', 'hello');
  assert.match(read.at(-1) ?? '', /Open goals.*:\n1\. move to Lisbon/);
  assert.doesNotMatch(read.at(-1) ?? '', /bike/);
  assert.match(JSON.stringify(await call('jobs.show', { name: 'goal-1-due' })), /move to Lisbon/);
  await call('goals.act', { id: 1, act: 'complete' });
  await straylight.system.quiet();
  assert.equal(((await call('jobs.list', {})) as { readonly jobs: readonly object[] }).jobs.length, 0);
  await straylight.say('session:web:main', 'hello');
  assert.doesNotMatch(read.at(-1) ?? '', /Lisbon/);
  await assert.rejects(async () => call('goals.add', { text: 'often', due: '* * * * *' }), /expected one instant/);
  const named = { name: 'goal-4-due', schedule: '@daily' };
  for (const does of [{ say: 'x' }, { command: 'cat list' }])
    await assert.rejects(async () => call('jobs.define', { ...named, ...does }), /kept for the reminder of a goal/);
  await straylight.stop();
});

test('given a conversation with untrusted content, when its model keeps goals, then they carry that, and what would make a reminder asks', async () => {
  const taints: unknown[] = [];
  const goal = { id: 1, text: 'x', state: 'open', due: null, session: null, taint: 'external', by: '' } as const;
  const service: GoalService = {
    list: () => [{ ...goal, createdAt: 0, endedAt: null, checks: [] }],
    async add(_goal, _by, options) {
      taints.push(options?.taint);
      return { ...goal, createdAt: 0, endedAt: null, checks: [] };
    },
    change: async () => undefined,
    act: async () => undefined,
    check: async () => undefined,
  };
  const tool = goalsTool(
    () => service,
    () => 0,
  ) as unknown as RunningTool;
  const run = (args: object) =>
    tool.run(tool.schema.parse(args), {
      session: 'session:web:main',
      turn: 't',
      call: 'tool-call:a',
      taint: 'external',
      signal: new AbortController().signal,
      progress: () => {},
    });
  assert.equal((await run({ action: 'add', text: 'x' })).taint, 'external');
  assert.equal((await run({ action: 'list' })).taint, 'external');
  assert.deepEqual(taints, ['external']);
  assert.equal((await run({ action: 'complete', id: 7 })).failed, true);
  const verdict = (args: object, taint: 'owner' | 'external') =>
    judge({ tool: 'goals', effect: 'act', facts: goalsDeclaration.factsOf(args as never) } as unknown as FrozenCall, {
      taint,
    }).verdict;
  assert.partialDeepStrictEqual(tool.facts?.({ action: 'complete', id: 1 }, { said: [] }), {
    records: true,
    changes: [{ kind: 'goal', name: '1', act: 'change', maker: 'owner' }],
  });
  assert.equal(verdict({ action: 'add', text: 'x' }, 'external'), 'allow');
  assert.equal(verdict({ action: 'add', text: 'x', due: 'tomorrow' }, 'owner'), 'allow');
  assert.equal(verdict({ action: 'add', text: 'x', due: 'tomorrow' }, 'external'), 'ask');
  assert.equal(verdict({ action: 'update', id: 1, text: 'y' }, 'external'), 'ask');
  assert.equal(verdict({ action: 'update', id: 1, text: 'y', remind: false }, 'external'), 'ask');
  for (const action of ['update', 'complete', 'drop']) {
    assert.equal(verdict({ action, id: 1, text: 'y' }, 'external'), 'ask');
    assert.equal(verdict({ action, id: 1, text: 'y' }, 'owner'), 'allow');
  }
  assert.equal(tool.schema.safeParse({ action: 'complete' }).success, false);
});

test('given a job of an earlier version that has the name of a reminder, when its goal is set, changed and done, then the job stays as it is', async () => {
  const acts: string[] = [];
  const goals = new Map<number, Goal>();
  const command = { kind: 'tool', tool: 'execute_command', arguments: { command: 'cat list' } } as const;
  const ledger: GoalLedger = {
    put: goal => goals.set(1, { ...goal, id: 1 }).size,
    set: goal => void goals.set(goal.id, goal),
    get: id => goals.get(id),
    list: () => [...goals.values()],
  };
  const core = coreOf({ system: { perform: async work => work({} as never) }, store: { accept: () => true } });
  const service = goalService(core, ledger, {
    jobs: {
      plan: () => assert.fail('nothing is planned in its place'),
      make: async (_, key) => String(acts.push(key)),
      find: name => ({ id: `job:${name}`, spec: { name, action: command } }) as never,
      act: async (name, act) => String(acts.push(`${act} ${name}`)),
    },
    checks: { begun: async () => [], run: async checks => checks },
  });
  const due = { text: 'tax', due: '2099-12-24T18:00' };
  await assert.rejects(service.add(due, 'cli'), /the job goal-1-due is no reminder of a goal/);
  await assert.rejects(service.change(1, { due: '2099-12-25T18:00' }, 'cli'), /is no reminder/);
  await service.act(1, 'complete', 'cli');
  assert.equal(goals.get(1)?.state, 'done');
  assert.deepEqual(acts, []);
});
