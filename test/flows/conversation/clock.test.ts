/** The clock of the machine is set while the real program runs, and while it does not. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';

const dayMs = 86_400_000;
const shim = new URL('../rig/set-clock.ts', import.meta.url).href;

/** A process whose clock can be set; `set` counts from the right time. */
async function withClock(agent: TestAgent): Promise<{ readonly start: () => Promise<Running>; set(ms: number): void }> {
  const file = join(agent.path, 'clock');
  const env = { STRAYLIGHT_TEST_CLOCK: file, NODE_OPTIONS: `--conditions=development --import ${shim}` };
  return { start: () => agent.start(env), set: ms => writeFileSync(file, String(ms)) };
}

async function becomes(t: TestContext, agent: TestAgent, state: string): Promise<void> {
  const look = () => assert.equal(agent.tables.value('SELECT state FROM approvals'), state);
  await t.waitFor(look, { interval: 50, timeout: 60_000 });
}

const ran = 'SELECT outcome FROM tool_calls';

test('given a yes that may be taken back, when the clock is set back by a day meanwhile, then it counts after its few seconds', async t => {
  await withAgent({ config: '[approvals]\nundo_window_s = 3\n' }, async agent => {
    const { start, set } = await withClock(agent);
    const running = await start();
    const { waiting } = await running.say('session:web:main', 'run rm -r old');
    assert.equal((await running.decide(waiting[0], 'approve')).status, 202);
    set(-dayMs);
    await t.waitFor(() => assert.equal(agent.tables.value(ran), 'done'), { interval: 50, timeout: 60_000 });
    await running.stop();
  });
});

test('given a yes that may be taken back, when the process is killed and comes back with the clock a day behind, then it counts after its few seconds', async t => {
  await withAgent({ config: '[approvals]\nundo_window_s = 5\n' }, async agent => {
    const { start, set } = await withClock(agent);
    const first = await start();
    const { waiting } = await first.say('session:web:main', 'run rm -r old');
    assert.equal((await first.decide(waiting[0], 'approve')).status, 202);
    await first.kill();
    set(-dayMs);
    const second = await start();
    await t.waitFor(() => assert.equal(agent.tables.value(ran), 'done'), { interval: 50, timeout: 60_000 });
    await second.stop();
  });
});

test('given a question that waits, when the clock is set forty days ahead, then it expires in a moment', async t => {
  await withAgent({}, async agent => {
    const { start, set } = await withClock(agent);
    const running = await start();
    await running.say('session:web:main', 'run rm -r old');
    await becomes(t, agent, 'pending');
    set(40 * dayMs);
    await becomes(t, agent, 'expired');
    await running.stop();
  });
});
