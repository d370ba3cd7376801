/**
 * What a command in a container did to the workspace comes back as what another did: with the owner and the rights of
 * before.
 */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { dockerExecutor } from '../../../src/adapters/executors/docker/docker.ts';
import { dockerAgent, inside } from '../executors/docker/docker-agent.ts';
import { openKeeper, picture } from './world.ts';

const agent = await dockerAgent();

test('given a command in a container that rewrites, links and deletes, when its turn is undone, then the workspace is exactly as before', {
  skip: agent.skip,
}, async t => {
  const { workspace } = agent.options;
  const store = mkdtempSync(join(tmpdir(), 'straylight-undo-'));
  t.after(() => rmSync(store, { recursive: true, force: true }));
  const executor = dockerExecutor(agent.options);
  t.after(executor.close);
  mkdirSync(join(workspace, 'empty'));
  writeFileSync(join(workspace, 'plan.md'), 'all of it\n');
  chmodSync(join(workspace, 'plan.md'), 0o640);
  writeFileSync(join(workspace, 'log'), 'one\n');
  // the container is started first, since it makes its owner the owner of the workspace
  await inside(executor, 'true');
  const before = picture(workspace);
  const keeper = openKeeper(workspace, store);
  keeper.begin({ call: 'c', turn: 'one', session: 'session:test', what: 'Wreck it.' });
  const ran = await inside(
    executor,
    "ln -s / root && rmdir empty && python3 -c \"open('log', 'w')\" && rm plan.md && git init -q x",
  );
  keeper.end('c');
  assert.equal(ran.exitCode, 0, ran.stderr);
  assert.deepEqual(keeper.apply(1, false).left, []);
  assert.deepEqual(picture(workspace), before);
  keeper.close();
});
