/**
 * A command that runs when the process is killed: nothing of it is left, its outcome is unknown, and its owner is
 * asked.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, type TestContext } from 'node:test';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

/** Processes that sleep for so long; nobody else on this machine does for exactly that. */
function sleepers(nap: string): readonly string[] {
  return readdirSync('/proc').filter(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(nap);
    } catch {
      return false;
    }
  });
}

async function killedWhileItRuns(t: TestContext, executor: 'bubblewrap' | 'direct'): Promise<void> {
  const nap = `600.${randomInt(1e9)}`;
  // what is deleted is asked about in every sandbox
  const command = `rm -r old; sleep ${nap} & (setsid sleep ${nap} &); env -i sleep ${nap} & trap '' TERM HUP; echo x >> begun; sleep ${nap}`;
  await withAgent({ config: `[sandbox]\nexecutor = "${executor}"\n` }, async agent => {
    const first = await agent.start();
    const { waiting } = await first.say('session:web:main', `run \`${command}\``);
    assert.equal((await first.decide(waiting[0], 'approve')).status, 202);
    await t.waitFor(() => assert.ok(sleepers(nap).length >= 4), { interval: 20, timeout: 60_000 });
    await first.kill();
    await t.waitFor(() => assert.deepEqual(sleepers(nap), []), { interval: 20, timeout: 60_000 });

    await agent.start();
    const asked = /may or may not have happened: .*sleep.*[Pp]lease check, then tell me what to do/s;
    const calls = () => agent.tables.rows('SELECT tool, outcome FROM tool_calls');
    const unknown = [{ tool: 'execute_command', outcome: 'unknown' }];
    await t.waitFor(() => assert.deepEqual(calls(), unknown), { interval: 50, timeout: 60_000 });
    const told = () => agent.tables.rows('SELECT body FROM messages').map(row => JSON.stringify(row));
    await t.waitFor(() => assert.ok(told().some(text => asked.test(text))), { interval: 50, timeout: 60_000 });
    assert.deepEqual(sleepers(nap), []);
    assert.equal(readFileSync(`${agent.workspace}/begun`, 'utf8'), 'x\n');
  });
}

const skip = existsSync('/usr/bin/bwrap') ? false : 'there is no bubblewrap here';

describe('kill -9 while a command runs', () => {
  test('given bubblewrap, then no process is left, nothing is repeated, and the owner is asked', { skip }, t =>
    killedWhileItRuns(t, 'bubblewrap'),
  );
  test('given no sandbox, then no process is left, nothing is repeated, and the owner is asked', t =>
    killedWhileItRuns(t, 'direct'));
});
