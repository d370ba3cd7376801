import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type ChosenExecutor, chooseExecutor } from '../../../../src/adapters/executors/choose-executor.ts';
import { dockerAttempt } from '../../../../src/adapters/executors/docker/attempt.ts';
import type { Executor } from '../../../../src/ports/executor.ts';
import { dockerAgent, inside } from './docker-agent.ts';

const { skip, engine, another } = await dockerAgent();

describe('Docker with gVisor', { skip: skip || (!engine.gvisor && 'this engine has no gVisor (runsc)') }, () => {
  const agent = { ...another(12_345), runtime: 'runsc' };
  let chosen: ChosenExecutor;
  let executor: Executor;
  before(async () => {
    chosen = await chooseExecutor({ ...agent, wanted: 'docker', docker: dockerAttempt(agent) });
    ({ executor } = chosen);
  });
  after(() => executor.close());

  it('given an engine that has it, then it is chosen, and that is said', () => {
    assert.match(chosen.reason, /^works here, with gVisor/);
  });

  it('given a runtime of that name that is not gVisor, then it is refused', async () => {
    const plain = { ...another(), runtime: 'runsc' };
    const change: NonNullable<typeof plain.change> = container => ({
      ...container,
      HostConfig: { ...container.HostConfig, Runtime: 'runc' },
    });
    const options = { ...plain, change };
    const refused = await chooseExecutor({ ...options, wanted: 'docker', docker: dockerAttempt(options) });
    assert.match(refused.reason, /is not gVisor/);
    await refused.executor.close();
  });

  it('given commands, then output, exit codes, signals and standard input are as anywhere', async () => {
    const result = await inside(executor, 'echo out; echo err >&2; exit 3');
    assert.deepEqual([result.stdout, result.stderr, result.exitCode], ['out\n', 'err\n', 3]);
    assert.equal((await inside(executor, 'kill -KILL $$')).signal, 'SIGKILL');
    assert.equal((await inside(executor, 'wc -c', { stdin: 'grüße' })).stdout.trim(), '7');
    assert.match((await inside(executor, 'dmesg')).stdout, /gVisor/);
  });

  it('given a deadline and an abort, then the command ends', async () => {
    const late = await inside(executor, 'trap "echo tidied; exit 7" TERM; echo ready; sleep 600 & wait', {
      timeoutMs: 1_500,
    });
    assert.deepEqual([late.ended, late.stdout, late.exitCode], ['timeout', 'ready\ntidied\n', 7]);
    const stop = new AbortController();
    const onOutput = () => stop.abort();
    const stopped = await inside(executor, 'echo ready; sleep 600', { signal: stop.signal, onOutput });
    assert.equal(stopped.ended, 'cancelled');
  });

  it('given files, then they are the owner’s and stay, and so does the home', async () => {
    await inside(executor, 'echo x > w; echo x > /scripts/s; echo x > ~/h');
    for (const file of [join(agent.workspace, 'w'), join(agent.scripts, 's')]) {
      assert.equal(readFileSync(file, 'utf8'), 'x\n');
      assert.equal(statSync(file).uid, 12_345);
    }
    assert.equal((await inside(executor, 'cat w ~/h')).stdout, 'x\nx\n');
  });

  it('given a command, then no other ever runs in its container', async () => {
    const containers = async () =>
      (await engine.docker.listContainers({ filters: { label: [`straylight.workspace=${agent.workspace}`] } })).map(
        ({ Id }) => Id,
      );
    const used = async () => {
      let ids: readonly string[] = [];
      const onOutput = () => void containers().then(found => (ids = found));
      await inside(executor, 'echo x; sleep 1', { onOutput });
      return ids;
    };
    const [first, second] = [await used(), await used()];
    assert.ok(first.length > 0 && second.length > 0);
    assert.deepEqual(
      second.filter(id => first.includes(id)),
      [],
    );
  });
});
