/** The real program where hardly any file may be open: it stays, says so, and goes on once there is room. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';

const skip = process.platform === 'linux' ? false : 'limits of a running process are set by prlimit';

/** Sets how many files a running process may have open. */
async function limit(pid: number, files: number): Promise<void> {
  const child = spawn('prlimit', [`--nofile=${files}:`, '--pid', String(pid)], { stdio: 'inherit' });
  const code = await new Promise(done => child.once('exit', done));
  assert.equal(code, 0);
}

const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
const logOf = (agent: TestAgent) => readFileSync(join(homePaths(agent.path).logs, 'straylight.jsonl'), 'utf8');

async function load(running: Running, sessions: number): Promise<void> {
  await Promise.all(
    Array.from({ length: sessions }, (_, at) => running.say(`session:web:load${at}`, `run echo ${at}`).catch(() => {})),
  );
}

async function staysWithFew(t: TestContext, executor: 'bubblewrap' | 'direct'): Promise<void> {
  await withAgent({ config: `[sandbox]\nexecutor = "${executor}"\n` }, async agent => {
    const running = await agent.start();
    await running.say('session:web:main', 'run echo before');
    const state = await running.stream();
    // read from here on: a stream that nobody reads loses what it carried
    const noticed = state.until('health', health => /file handles/.test(JSON.stringify(health)));
    for (const spare of [0, 1, 2, 3, 5, 8]) {
      await limit(running.pid, openFiles(running.pid) + spare);
      await load(running, 6);
      assert.doesNotThrow(() => process.kill(running.pid, 0), `it is there with ${spare} to spare`);
    }
    // the first three are taken for good, so nothing can be opened now
    await limit(running.pid, 3);
    await noticed;
    await limit(running.pid, 1024);
    state.close();
    const { json } = await running.http('/api/state');
    assert.ok(json);
    await t.waitFor(
      () => assert.match(logOf(agent), /"event":"handles","text":"this process has no file handles left/),
      {
        interval: 50,
        timeout: 60_000,
      },
    );
    const told = "SELECT count(*) FROM reports WHERE subject = 'process'";
    await t.waitFor(() => assert.ok(Number(agent.tables.value(told)) > 0), { interval: 50, timeout: 60_000 });
    const { reply, outcome } = await running.say('session:web:after', 'run echo after');
    assert.equal(outcome, 'done');
    assert.match(reply, /after/);
    const { code } = await running.stop();
    assert.equal(code, 0);
  });
}

for (const executor of ['bubblewrap', 'direct'] as const)
  test(
    `given hardly any file handle left, when commands run in ${executor}, then it stays, says so, and recovers`,
    { skip },
    t => staysWithFew(t, executor),
  );
