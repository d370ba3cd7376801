/** Tasks of the real program: given by command and over HTTP, gone on with after a kill, and never done twice. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const sandboxed = { skip: existsSync('/usr/bin/bwrap') ? false : 'there is no bubblewrap here' };

async function becomes(t: TestContext, look: () => void | Promise<void>): Promise<void> {
  await t.waitFor(look, { interval: 50, timeout: 60_000 });
}

async function stateOf(running: Running, id: number): Promise<string> {
  return (await running.http(`/api/tasks/${id}`)).json.state;
}

const acts = (agent: TestAgent) =>
  agent.tables.value("SELECT count(*) FROM effects WHERE src IN ('execution', 'reading') AND status = 'running'");
const told = (agent: TestAgent) =>
  agent.tables.rows("SELECT body FROM messages WHERE session = 'session:web:main'").map(({ body }) => String(body));

test(
  'given a task with a key, when the process is killed in the middle of it, then it goes on, and the key gives it and its result, never a second run',
  sandboxed,
  async t => {
    await withAgent({ config: '[safe_mode]\nboots = 0\n' }, async agent => {
      const first = await agent.start();
      const given = { text: 'run sleep 300', key: 'load-1', priority: 'high' };
      const { status, json } = await first.http('/api/tasks', given);
      assert.deepEqual([status, json.duplicate, json.task.id, json.task.session], [202, false, 1, 'session:task:1']);
      await becomes(t, () => assert.equal(acts(agent), 1));
      const again = await first.http('/api/tasks', given);
      assert.deepEqual([again.json.duplicate, again.json.task.id, again.json.task.state], [true, 1, 'running']);
      await first.kill();
      const second = await agent.start();
      await becomes(t, async () => assert.equal(await stateOf(second, 1), 'done'));
      const after = await second.http('/api/tasks', { ...given, text: 'run something else' });
      assert.deepEqual([after.json.duplicate, after.json.task.id], [true, 1]);
      assert.match(after.json.note, /given under the key load-1 before.*its text is another one/);
      assert.match(after.json.task.result, /sleep 300/);
      assert.equal(agent.tables.value("SELECT count(*) FROM turns WHERE session LIKE 'session:task:%'"), 1);
      assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'"), 1);
      assert.match(
        String(agent.tables.value("SELECT event FROM journal WHERE event LIKE '%message.received%'")),
        /"priority":"high"/,
      );
      await becomes(t, () => assert.ok(told(agent).some(text => /Task 1: /.test(text))));
      await second.stop();
    });
  },
);

test(
  'given a task with a deadline, and one with another beneath it, when the time is up and the upper one is cancelled, then each ends visibly, and the owner reads it',
  sandboxed,
  async t => {
    await withAgent({}, async agent => {
      const running = await agent.start();
      await running.http('/api/tasks', { text: 'run sleep 300', deadlineMs: 1_500 });
      await becomes(t, async () => assert.equal(await stateOf(running, 1), 'expired'));
      assert.match((await running.http('/api/tasks/1')).json.result, /^The deadline has passed/);
      await becomes(t, () => assert.ok(told(agent).some(text => /Task 1: The deadline has passed/.test(text))));
      await running.http('/api/tasks', { text: 'run sleep 300' });
      await running.http('/api/tasks', { text: 'run rm -r nothing', parent: 2 });
      await becomes(t, async () => assert.equal(await stateOf(running, 3), 'waiting'));
      const [key] = (await running.http('/api/tasks/3')).json.approvals;
      assert.deepEqual((await running.http('/api/tasks/2')).json.children, [3]);
      const { json } = await running.http('/api/tasks/2/cancel', { commandId: clientId() });
      assert.equal(json.message, 'Task 2 is cancelled. Cancelled beneath it: Task 3.');
      await becomes(t, async () => assert.equal(await stateOf(running, 2), 'cancelled'));
      await becomes(t, async () => assert.equal(await stateOf(running, 3), 'cancelled'));
      await becomes(t, () =>
        assert.equal(agent.tables.value(`SELECT state FROM approvals WHERE address = 'approval:${key}'`), 'cancelled'),
      );
      const { out } = await agent.straylight('tasks');
      assert.match(out, /^2 +cancelled .*\n· 3 +cancelled .*\n1 +deadline passed/m);
      const none = await running.http('/api/tasks', { text: 'hello', parent: 77 });
      assert.match(none.json.error.message, /there is no task 77 that this one could be part of/);
      assert.equal((await running.http('/api/tasks/99')).status, 404);
      await running.stop();
    });
  },
);

test('given no running agent, when a task is given by command, then it is kept, and runs with the next start', async t => {
  await withAgent({}, async agent => {
    const { code, value } = await agent.json(
      'tasks',
      'add',
      'remember',
      'that',
      'the',
      'key',
      'is',
      'blue',
      '--key',
      'k',
    );
    assert.deepEqual([code, value.task.id], [0, 1]);
    const running = await agent.start();
    await becomes(t, async () => assert.equal(await stateOf(running, 1), 'done'));
    const shown = await agent.straylight('tasks', 'show', '1');
    assert.match(shown.out, /State +done[\s\S]*the key is blue/);
    assert.match((await agent.straylight('tasks', 'cancel', '1')).out, /^Task 1 had ended before: done\.$/m);
    assert.match((await agent.straylight('tasks', 'show', '7')).err, /there is no task 7; "straylight tasks list"/);
    await running.stop();
  });
});
