/**
 * The real program killed at any moment while it runs commands: the next start leaves nothing of the last one behind.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { endLeftCommands, markOf } from '../../../src/adapters/executors/processes/left-commands.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

/** How often it is killed; more by hand: STRAYLIGHT_KILLS=100. */
const kills = Number(process.env['STRAYLIGHT_KILLS'] ?? 8);
const skip = process.platform === 'linux' ? false : 'there is no /proc here';

function marked(mark: string): readonly string[] {
  return readdirSync('/proc').filter(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`=${mark}`);
    } catch {
      return false;
    }
  });
}

async function killedAtRandom(t: TestContext, executor: 'bubblewrap' | 'direct'): Promise<void> {
  const config = `[sandbox]\nexecutor = "${executor}"\n[safe_mode]\nboots = 0\n`;
  await withAgent({ config }, async (agent: TestAgent) => {
    const mark = markOf(agent.workspace);
    for (let kill = 0; kill < kills; kill += 1) {
      const running = await agent.start();
      for (let at = 0; at < 4; at += 1)
        void running
          .http(`/api/sessions/${encodeURIComponent(`session:web:s${kill}-${at}`)}/messages`, {
            clientId: clientId(),
            text: 'run sleep 300',
          })
          .catch(() => {});
      // any moment of the start of the sandboxes and commands
      await new Promise<void>(done => systemClock.after(randomInt(250), done));
      await running.kill();
    }
    const last = await agent.start();
    await last.stop();
    await t.waitFor(() => assert.deepEqual(marked(mark), []), { interval: 50, timeout: 60_000 });
  });
}

for (const executor of ['bubblewrap', 'direct'] as const)
  test(
    `given commands in ${executor}, when the process is killed at any moment again and again, then nothing of them is left after the next start`,
    {
      skip: skip || (executor === 'bubblewrap' && !existsSync('/usr/bin/bwrap')),
    },
    t => killedAtRandom(t, executor),
  );

test('given processes with the mark of a workspace, of another and with none, when the left ones are ended, then those with the mark are', {
  skip,
}, async t => {
  const here = `/nowhere/${randomInt(1e9)}`;
  const start = (env: Record<string, string>) => {
    const child = spawn('/bin/sleep', ['600'], { env, stdio: 'ignore', detached: true });
    t.after(() => void child.kill('SIGKILL'));
    return child;
  };
  const left = [start({ STRAYLIGHT_RUN: `${markOf(here)}x.1` }), start({ STRAYLIGHT_SANDBOX: `${markOf(here)}warm` })];
  const others = [
    start({ STRAYLIGHT_RUN: `${markOf('/else')}x.1` }),
    start({ OTHER: `STRAYLIGHT_RUN=${markOf(here)}` }),
  ];
  await Promise.all([...left, ...others].map(child => once(child, 'spawn')));
  const ended = left.map(child => once(child, 'exit'));
  assert.equal(await endLeftCommands(here, systemClock), 2);
  for (const [, signal] of await Promise.all(ended)) assert.equal(signal, 'SIGKILL');
  for (const child of others) assert.deepEqual([child.exitCode, child.signalCode], [null, null]);
});
