import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { threadEnv } from '../../../src/adapters/process/thread-env.ts';

test('given a program that keeps compiled code, when a thread begins, then it keeps its own there too, and has no other variable', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-thread-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  enableCompileCache(folder);
  const kept = getCompileCacheDir();
  assert.ok(kept);

  const says = `require('node:worker_threads').parentPort.postMessage({
    kept: require('node:module').getCompileCacheDir(),
    variables: Object.keys(process.env).toSorted(),
  })`;
  const thread = new Worker(says, { eval: true, env: threadEnv({ PATH: '/usr/bin' }) });
  const [answer] = await once(thread, 'message');
  assert.deepEqual(answer, { kept, variables: ['NODE_COMPILE_CACHE', 'PATH'] });
});
