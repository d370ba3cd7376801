/** A start that is asked to stop before it has begun to work: it ends in good order, whenever that comes. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

/** Has the process the last of its handlers? Node has some of its own for the other signals. */
function catchesHangUp(pid: number): boolean {
  try {
    const [, caught = '0'] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return (BigInt(`0x${caught}`) & 1n) !== 0n;
  } catch {
    return false;
  }
}

async function stoppedWhen(t: TestContext, isThere: (pid: number, home: string) => boolean): Promise<void> {
  await withAgent({}, async agent => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const started = agent.launch(['start']);
      await t.waitFor(() => assert.ok(isThere(started.pid, agent.path)), { interval: 1, timeout: 60_000 });
      process.kill(started.pid, signal);
      const { code, signal: by, err } = await started.ended;
      assert.deepEqual([code, by], [0, null], err);
      const { lockFile, portFile } = homePaths(agent.path);
      assert.deepEqual([existsSync(lockFile), existsSync(portFile)], [false, false]);
    }
    // nothing was left half done: the next one starts
    const running = await agent.start();
    await running.stop();
  });
}

const skip = process.platform === 'linux' ? false : 'there is no /proc here';

test('given a start, when it is asked to stop as soon as it can hear that, then it ends with 0', { skip }, t =>
  stoppedWhen(t, catchesHangUp),
);

test('given a start, when it is asked to stop once it holds the home, then it ends with 0 and lets go of it', t =>
  stoppedWhen(t, (_, home) => existsSync(homePaths(home).lockFile)));

test('given a start, when it is asked to stop once its port is written down, then it ends with 0', t =>
  stoppedWhen(t, (_, home) => existsSync(homePaths(home).portFile)));
