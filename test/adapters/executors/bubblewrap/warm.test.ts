/**
 * What the warm sandboxes promise beyond the contract: replaced when they fail, nothing from one command to the next.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { bubblewrapExecutor } from '../../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { chooseExecutor } from '../../../../src/adapters/executors/choose-executor.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { toFailure } from '../../../../src/domain/supervision/failure.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import type { Command, Executor } from '../../../../src/ports/executor.ts';
import { whyLeftOut } from '../../../slow.ts';
import { escapeWorld } from '../escape-world.ts';

const world = await escapeWorld();
const { options } = world;
const chosen = await chooseExecutor(options);
await chosen.executor.close();
const skip = chosen.executor.kind === 'bubblewrap' ? false : chosen.reason;
after(() => world.close());

/**
 * While it is in haste, the five seconds of grace and the ten for an answer are a tenth of one. `armed`: timers that
 * may still fire.
 */
function hastyClock(): Clock & { isHasty: boolean; readonly armed: number } {
  let armed = 0;
  const clock = {
    ...systemClock,
    isHasty: false,
    get armed() {
      return armed;
    },
    after(ms: number, call: () => void) {
      const disarm = () => {
        if (isArmed) armed -= 1;
        isArmed = false;
      };
      let isArmed = true;
      armed += 1;
      const cancel = systemClock.after(clock.isHasty && (ms === 5_000 || ms === 10_000) ? 100 : ms, () => {
        disarm();
        call();
      });
      return () => {
        disarm();
        cancel();
      };
    },
  };
  return clock;
}

describe('warm sandboxes', { skip }, () => {
  let executor: Executor;
  const open = (clock: Clock = systemClock) => {
    executor = bubblewrapExecutor({ ...options, clock });
  };
  afterEach(() => executor.close());
  const run = (command: string, more: Partial<Command> = {}) =>
    executor.execute({ command, timeoutMs: 10_000, signal: new AbortController().signal, ...more });

  it('given a sandbox that is killed while a command runs, then nobody knows the outcome, nothing is left, and the next command runs', async t => {
    open();
    await run('true');
    // where cleaning up took too long, there are two for a moment
    const kill = () => {
      for (const sandbox of sandboxes()) process.kill(sandbox, 'SIGKILL');
    };
    const killed = run('echo begun; sleep 600.25', { onOutput: kill });
    await assert.rejects(killed, error => toFailure(error).kind === 'unknown');
    // what is within lives a moment longer than its bubblewrap
    await t.waitFor(() => assert.deepEqual(processesWith('600.25'), []), { interval: 5, timeout: 60_000 });
    assert.equal((await run('echo again')).stdout, 'again\n');
  });

  it('given a sandbox that is killed while it is idle, then the next command does not notice', async t => {
    open();
    await run('true');
    const idle = sandboxes().flatMap(pid => [pid, ...childrenOf(pid)]);
    for (const pid of sandboxes()) process.kill(pid, 'SIGKILL');
    // what is within lives a moment longer than its bubblewrap, and could begin a command yet
    const left = () => pids().filter(pid => idle.includes(pid) && !/\) Z /.test(textOf(`/proc/${pid}/stat`)));
    await t.waitFor(() => assert.deepEqual(left(), []), { interval: 5, timeout: 60_000 });
    assert.equal((await run('echo still')).stdout, 'still\n');
    assert.equal((await executor.health?.())?.ok, true);
  });

  it('given a runner that hangs, then the deadline holds all the same', async t => {
    const clock = hastyClock();
    open(clock);
    await run('true');
    // until it has cleaned up: one that hangs over that is replaced, and the next command never meets it
    await t.waitFor(() => assert.equal(clock.armed, 0), { interval: 5, timeout: 60_000 });
    for (const pid of sandboxes().flatMap(childrenOf)) process.kill(pid, 'SIGSTOP');
    clock.isHasty = true;
    const result = await run('echo never', { timeoutMs: 200 });
    clock.isHasty = false; // a new sandbox may take its time
    assert.deepEqual([result.ended, result.exitCode], ['timeout', undefined]);
    assert.equal((await run('echo again')).stdout, 'again\n');
  });

  it('given a Straylight that never says stop, then the runner ends the command itself', {
    skip: whyLeftOut(),
  }, async () => {
    // No timer of the ladder ever fires.
    open({ ...systemClock, after: (ms, call) => (ms < 100 ? systemClock.after(ms, call) : () => {}) });
    const result = await run('sleep 600', { timeoutMs: 100 });
    assert.deepEqual([result.ended, result.signal], ['timeout', 'SIGKILL']);
    assert.ok(result.durationMs < 9_000);
  });

  it('given a workspace that was made anew, then the next command is in the new one', async () => {
    open();
    await run('echo old > old');
    rmSync(options.workspace, { recursive: true });
    mkdirSync(options.workspace);
    writeFileSync(join(options.workspace, 'new'), '');
    assert.equal((await run('ls')).stdout, 'new\n');
  });

  it('given a command that leaves what cannot be removed, then the next one does not find it', async () => {
    open();
    await run('mkdir -p /tmp/a/b; touch /tmp/a/b/c; chmod 000 /tmp/a/b /tmp/a');
    assert.equal((await run('ls -A /tmp')).stdout, '');
    await run(`cd /tmp; python3 -c 'import os
for _ in range(3000): os.mkdir("d"); os.chdir("d")'`);
    assert.equal((await run('ls -A /tmp')).stdout, '');
  });

  it('given commands at the same time, then none sees another’s files or processes', async () => {
    open();
    const one =
      'echo $$ > /tmp/mine; until [ "$(ls /workspace | grep -c ready)" -ge 3 ]; do touch ready.$1; sleep 0.02; done';
    const look = 'ls /tmp; ls -d /proc/[0-9]* | wc -l';
    const seen = await Promise.all(
      [1, 2, 3].map(number => run('three', { argv: ['bash', '-c', `${one}; ${look}`, 'x', String(number)] })),
    );
    for (const { stdout } of seen) {
      const [file, processes] = stdout.trim().split('\n');
      assert.equal(file, 'mine');
      assert.ok(Number(processes) <= 5, stdout);
    }
    assert.ok(sandboxes().length >= 3);
  });

  it('given commands one after the other, then they share one sandbox', async () => {
    open();
    for (let count = 0; count < 5; count++) await run('true');
    assert.equal(sandboxes().length, 1);
  });

  it('given too many processes, then all are killed and that is said, root or not', async () => {
    open();
    const result = await run('while true; do sleep 60 & done', { timeoutMs: 60_000 });
    assert.match(result.stderr, /more than 200 processes|Resource temporarily unavailable/);
    assert.equal((await run('echo fine')).stdout, 'fine\n');
  });

  it('given nobody who closes it, then it keeps no process alive, and nothing stays behind', async t => {
    const source = (name: string) =>
      JSON.stringify(new URL(`../../../../src/adapters/${name}.ts`, import.meta.url).href);
    const program = `
      import { systemClock } from ${source('process/clock')};
      import { bubblewrapExecutor } from ${source('executors/bubblewrap/bubblewrap')};
      const executor = bubblewrapExecutor({ ...${JSON.stringify({ ...options, clock: 0 })}, clock: systemClock });
      const { stdout } = await executor.execute({ command: 'echo ran', timeoutMs: 60_000, signal: new AbortController().signal });
      console.log(stdout.trim());`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 60_000,
    });
    assert.equal(stdout, 'ran\n');
    const left = () => processesWith(options.workspace);
    await t.waitFor(() => assert.deepEqual(left(), []), { interval: 20, timeout: 60_000 });
  });
});

/** The sandboxes of this process, by the number of their bubblewrap. */
function sandboxes(): readonly number[] {
  return childrenOf(process.pid).filter(pid => textOf(`/proc/${pid}/comm`) === 'bwrap\n');
}

function childrenOf(parent: number): readonly number[] {
  return pids().filter(pid => Number(textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]) === parent);
}

function processesWith(text: string): readonly number[] {
  return pids().filter(pid => pid !== process.pid && textOf(`/proc/${pid}/cmdline`).includes(text));
}

function pids(): readonly number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
