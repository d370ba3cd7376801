/** Jobs of the real program: run by themselves, made up for after a kill, and never run twice. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const shim = new URL('../rig/set-clock.ts', import.meta.url).href;

/** A process whose clock is ahead by so many milliseconds. */
async function startAhead(agent: TestAgent, aheadMs: number): Promise<Running> {
  const file = join(agent.path, 'clock');
  writeFileSync(file, String(aheadMs));
  return agent.start({ STRAYLIGHT_TEST_CLOCK: file, NODE_OPTIONS: `--conditions=development --import ${shim}` });
}

async function define(running: Running, job: object): Promise<string> {
  const { status, json } = await running.http('/api/jobs', { commandId: clientId(), ...job });
  assert.equal(status, 202, JSON.stringify(json));
  return json.message ?? '';
}

async function becomes(t: TestContext, look: () => void): Promise<void> {
  await t.waitFor(look, { interval: 50, timeout: 60_000 });
}

const states = (agent: TestAgent, job: string) =>
  agent.tables.rows(`SELECT state, reason, cause, count FROM job_runs WHERE job = '${job}' ORDER BY at, rowid`);
const told = (agent: TestAgent) =>
  agent.tables.rows("SELECT body FROM messages WHERE session = 'session:web:main'").map(({ body }) => String(body));

test('given a job every minute, when the process is killed across many of its instants, then one run makes up for them, and the owner reads that', async t => {
  await withAgent({}, async agent => {
    const first = await startAhead(agent, 0);
    await define(first, { name: 'water', schedule: 'every minute', say: 'drink water' });
    await first.kill();
    // in the middle of a minute: a run that is due just as it starts is no late one
    const toMiddle = 30_000 - (Date.now() % 60_000);
    const second = await startAhead(agent, 10 * 60_000 + toMiddle);
    // the next minute may have begun by now, with a run of its own
    await becomes(t, () => assert.equal(states(agent, 'job:water')[1]?.['state'], 'done'));
    const [missed, run] = states(agent, 'job:water');
    assert.deepEqual([missed?.['state'], missed?.['reason'], run?.['cause']], ['skipped', 'missed', 'catchUp']);
    assert.ok(Number(missed?.['count']) >= 8);
    await becomes(t, () => assert.ok(told(agent).some(text => /drink water[\s\S]*catch-up/.test(text))));
    assert.ok(
      told(agent).some(text => /missed \d+ runs while Straylight was not running.*One run makes up/.test(text)),
    );
    const { json } = await second.http('/api/jobs/water');
    assert.equal(json.upcoming.length, 3);
    await second.stop();
  });
});

test('given a job whose command runs, when the process is killed, then the run is unknown, is not made again, and the owner is asked', {
  skip: existsSync('/usr/bin/bwrap') ? false : 'there is no bubblewrap here',
}, async t => {
  await withAgent({ config: '[safe_mode]\nboots = 0\n' }, async agent => {
    const first = await agent.start();
    await define(first, { name: 'long', schedule: '@yearly', command: 'sleep 300' });
    assert.equal((await first.http('/api/jobs/long/run', { commandId: clientId() })).status, 202);
    const running = "SELECT status FROM effects WHERE src IN ('execution', 'reading') AND status = 'running'";
    await becomes(t, () => assert.equal(agent.tables.value(running), 'running'));
    await first.kill();
    const second = await agent.start();
    await becomes(t, () =>
      assert.deepEqual(
        states(agent, 'job:long').map(({ state }) => state),
        ['unknown'],
      ),
    );
    await becomes(t, () =>
      assert.ok(told(agent).some(text => /job long was cut off.*not run again by itself/.test(text))),
    );
    const { json } = await second.http('/api/state');
    const asks = json.needs.filter(({ kind }: { kind: string }) => kind === 'incident');
    assert.deepEqual(asks[0]?.choices, ['retry', 'leave']);
    await second.stop();
  });
});

test('given a job with a conversation of its own, when it runs, then the reply goes to its history and its owner, and the conversation is over', async t => {
  await withAgent({}, async agent => {
    const running = await agent.start();
    const message = await define(running, {
      name: 'ask',
      schedule: 'every weekday at 8',
      instruction: 'what is 2 + 2 on {{date}}?',
    });
    assert.match(message, /^ask: every weekday at 08:00 .*\nNext: (.*; ){2}/);
    await running.http('/api/jobs/ask/run', { commandId: clientId() });
    await becomes(t, () =>
      assert.deepEqual(
        states(agent, 'job:ask').map(({ state }) => state),
        ['done'],
      ),
    );
    const { json } = await running.http('/api/jobs/ask/runs');
    assert.ok(json.runs[0].result.length > 10 && json.runs[0].tokens > 0, JSON.stringify(json));
    await becomes(t, () =>
      assert.equal(agent.tables.value("SELECT status FROM actors WHERE address = 'session:job:ask~1'"), 'done'),
    );
    const asked = agent.tables.value(
      "SELECT body FROM messages WHERE session = 'session:job:ask~1' AND role = 'owner'",
    );
    assert.match(String(asked), /on \d{4}-\d\d-\d\d\?/);
    assert.equal((await running.http('/api/jobs/ask/remove', { commandId: clientId() })).status, 202);
    assert.deepEqual((await running.http('/api/jobs')).json, { jobs: [], total: 0 });
    // its name can be used again
    await define(running, { name: 'ask', schedule: '@daily', say: 'hi' });
    assert.equal((await running.http('/api/jobs/ask')).json.id, 'job:ask~2');
    await running.stop();
  });
});

test('given a chat that sits in its second conversation, when a reminder of it is due, then it comes there, for owner and model', async t => {
  await withAgent({}, async agent => {
    const running = await agent.start();
    await running.http('/api/sessions/session:web:main/messages', { clientId: clientId(), text: 'hello' });
    const { json } = await running.http('/api/chats/session:web:main/new', { commandId: clientId() });
    assert.equal(json.session?.session, 'session:web:main~2', JSON.stringify(json));
    await define(running, { name: 'water', schedule: '@yearly', say: 'water the plants' });
    await running.http('/api/jobs/water/run', { commandId: clientId() });
    const where = "SELECT session FROM messages WHERE body LIKE '%Reminder: water the plants%' ORDER BY session";
    await becomes(t, () =>
      assert.deepEqual(
        agent.tables.rows(where).map(({ session }) => session),
        ['session:terminal:main', 'session:web:main~2'],
      ),
    );
    await running.stop();
  });
});
