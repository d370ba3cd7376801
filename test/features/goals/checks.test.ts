/** A goal with checks is done when they hold, also where its agent says so before; they run in the sandbox alone. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../../../config/load.ts';
import { goalsTool } from '../../../src/adapters/tools/goals.ts';
import { goals } from '../../../src/api/subjects/work/goals.ts';
import { compose } from '../../../src/compose.ts';
import type { Goal, GoalService } from '../../../src/domain/goals/goal.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import type { RunningTool } from '../../../src/ports/tool.ts';
import { instructionsOf, listening } from '../listener.ts';

/** An agent in a home of its own, and its workspace. */
async function agentOf(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'straylight-checks-'));
  const read: string[] = [];
  const { config, features } = listening(home, request => {
    read.push(instructionsOf(request));
    return 'All is done.';
  });
  const straylight = await compose(config, { features, reaching: false, server: false });
  await straylight.start();
  t.after(async () => {
    await straylight.stop();
    rmSync(home, { recursive: true, force: true });
  });
  let acts = 0;
  return {
    straylight,
    read,
    write: (name: string, text: string) => writeFileSync(join(config.paths.workspace, name), text),
    call: async (name: string, input: object) => {
      const caller = { by: 'program', role: 'owner', commandId: `act-${++acts}` } as const;
      return ((await straylight.operations.call(name, input, caller)) as { readonly goal: Goal }).goal;
    },
  };
}

/** What each check found last, or before the work. */
const found = ({ checks }: Goal) =>
  checks.map(({ before, last }) => last?.outcome ?? ('outcome' in before ? before.outcome : 'kept'));

const refused = (stays: RegExp) => (error: unknown) => {
  assert.match(toFailure(error).message, stays);
  return true;
};

test('given checks of every kind, when the work is not done, half done and done, then the goal is done at the end alone', async t => {
  const { call, write } = await agentOf(t);
  write('numbers.test', 'expects 4\n');
  const goal = await call('goals.add', {
    text: 'write the report',
    checks: [
      'file_exists report.md',
      'not_empty report.md',
      'wc -w < report.md => output_gt 3',
      'unchanged numbers.test',
    ],
  });
  assert.deepEqual(found(goal), ['fails', 'fails', 'fails', 'kept']);
  const complete = () => call('goals.act', { id: goal.id, act: 'complete' });
  await assert.rejects(
    complete(),
    refused(/goal 1 stays open; checks that do not hold: 3 of 4; “file_exists report.md”/),
  );
  write('report.md', 'one two\n');
  await assert.rejects(
    complete(),
    refused(/checks that do not hold: 1 of 4; “wc -w < report.md => output_gt 3”: exit code 0: 2$/),
  );
  write('report.md', 'one two three four\n');
  write('numbers.test', 'expects 5\n');
  await assert.rejects(complete(), refused(/1 of 4; “unchanged numbers.test”: it was changed$/));
  write('numbers.test', 'expects 4\n');
  assert.equal((await complete()).state, 'done');
});

test('given a check that holds before the work, and one that cannot be run to its end, then both are told, and the owner has the last word', async t => {
  const { call } = await agentOf(t);
  const goal = await call('goals.add', { text: 'x', checks: ['true', 'false', 'kill -KILL $$'] });
  assert.deepEqual(found(goal), ['holds', 'fails', 'fails']);
  const shown = goals.add.view?.({ goal }, { language: 'en', now: 0, typed: words => words }, {} as never);
  assert.match(JSON.stringify(shown), /It holds already, so it cannot show that the work was done: true/);
  await assert.rejects(call('goals.act', { id: 1, act: 'complete' }), refused(/stays open/));
  assert.deepEqual(found(await call('goals.check', { id: 1 })), ['holds', 'fails', 'fails']);
  assert.equal((await call('goals.act', { id: 1, act: 'complete', anyway: true })).state, 'done');
});

test('given a check that shows a secret or has a network, when it is run, then neither is there', async t => {
  const { call } = await agentOf(t);
  const goal = await call('goals.add', {
    text: 'x',
    checks: ['env => contains STRAYLIGHT', 'cat ../straylight.db', 'echo "$HOME" => equals /tmp'],
  });
  assert.deepEqual(found(goal), ['fails', 'fails', 'holds']);
});

test('given checks that are none, or too many, when a goal is set with them, then nothing is set', async t => {
  const { call, straylight } = await agentOf(t);
  await assert.rejects(call('goals.add', { text: 'x', checks: ['true', 'true => maybe'] }), /behind “=>”; got “maybe”/);
  await assert.rejects(call('goals.add', { text: 'x', checks: ['unchanged gone'] }), /there is no gone/);
  await assert.rejects(call('goals.add', { text: 'x', checks: Array.from({ length: 11 }, () => 'true') }), /checks/);
  assert.deepEqual((await straylight.agent.goals.list({})).goals, []);
});

test('given an agent that sets goals, when it names checks, then the model reads them, files alone are taken from it, and they are judged with the goal', async t => {
  const { straylight, read, call } = await agentOf(t);
  await call('goals.add', { text: 'write the report', checks: ['file_exists report.md'] });
  await straylight.say('session:terminal:main', 'hello');
  assert.match(read.at(-1) ?? '', /1\. write the report; done when file_exists report\.md/);
  const service: GoalService = {
    list: () => [],
    add: () => Promise.reject(new Error('nothing is set here')),
    change: async () => undefined,
    check: async () => undefined,
    act: async () => undefined,
  };
  const tool = goalsTool(
    () => service,
    () => 0,
  ) as unknown as RunningTool;
  const add = (check: string) => tool.schema.safeParse({ action: 'add', text: 'x', checks: [check] });
  // a command is its owner's to name
  assert.equal(add('curl http://example.com').success, false);
  assert.equal(add('not_empty report.md').success, true);
  assert.match(
    inEnglish(tool.exact?.({ action: 'add', text: 'x', checks: ['not_empty a'] }, { session: 's' } as never) ?? ''),
    /done when: not_empty a/,
  );
});

test('given an agent that says a goal is done, when a check does not hold, then it stays open and the reply says why', async t => {
  const home = mkdtempSync(join(tmpdir(), 'straylight-checks-'));
  const settings = loadConfig({ home, env: {} });
  assert.ok(settings.ok);
  const straylight = await compose(settings.config, { reaching: false, server: false });
  await straylight.start();
  t.after(async () => {
    await straylight.stop();
    rmSync(home, { recursive: true, force: true });
  });
  const said = async (text: string) => {
    const answer = await straylight.say('session:terminal:main', text);
    return answer.kind === 'ended' ? (answer.report.reply ?? '') : answer.kind;
  };
  await straylight.agent.goals.add({ text: 'write the report', checks: ['file_exists report.md'] });
  assert.match(await said('goal 1 is done'), /goal 1 stays open.*“file_exists report\.md”: there is no report\.md/);
  assert.equal((await straylight.agent.goals.list({})).goals[0]?.state, 'open');
  await said('write a file report.md with: one two');
  assert.match(await said('goal 1 is done'), /The goal is done/);
  assert.equal((await straylight.agent.goals.list({})).goals[0]?.state, 'done');
});

test('given a check whose command names a test, when the test is edited until it passes, then the check does not hold, and one that was not edited does', async t => {
  const { call, write } = await agentOf(t);
  write('sum.test.sh', 'grep -q 4 sum.txt\n');
  const goal = await call('goals.add', { text: 'make the sum right', checks: ['sh sum.test.sh'] });
  assert.deepEqual(found(goal), ['fails']);
  write('sum.test.sh', 'exit 0\n');
  const edited = await call('goals.check', { id: goal.id });
  assert.deepEqual(found(edited), ['fails']);
  assert.match(inEnglish(edited.checks[0]?.last?.saw ?? ''), /the test sum\.test\.sh was changed since/);
  write('sum.test.sh', 'grep -q 4 sum.txt\n');
  write('sum.txt', '4\n');
  assert.deepEqual(found(await call('goals.check', { id: goal.id })), ['holds']);
});

test('given a check whose program is missing, when it is run before and after the work, then that is told apart from one that fails, and it never confirms', async t => {
  const { call } = await agentOf(t);
  const goal = await call('goals.add', { text: 'build it', checks: ['no-such-program --check', 'false'] });
  assert.deepEqual(found(goal), ['unknown', 'fails']);
  assert.match(
    JSON.stringify(goals.add.view?.({ goal }, { language: 'en', now: 0 } as never, {} as never)),
    /could not be run before the work/,
  );
  await assert.rejects(call('goals.act', { id: goal.id, act: 'complete' }), refused(/stays open/));
  assert.deepEqual(found(await call('goals.check', { id: goal.id })), ['unknown', 'fails']);
});
