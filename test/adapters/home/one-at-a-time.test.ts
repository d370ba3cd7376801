import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { inFront } from '../../../src/adapters/home/one-at-a-time.ts';

const module = new URL('../../../src/adapters/home/one-at-a-time.ts', import.meta.url).href;
const never = new AbortController().signal;

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'straylight-front-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A process that is in front until it ends. */
async function other(t: TestContext, file: string) {
  const script = `
    const { inFront } = await import(${JSON.stringify(module)});
    await inFront({ file: ${JSON.stringify(file)}, signal: new AbortController().signal, onWait() {} });
    process.stdin.resume();
    console.log('in front');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('given several in one process, when each lets the next go on, then never two are in front', async t => {
  const file = join(folder(t), 'run', 'ask');
  let most = 0;
  let now = 0;
  const turns = Array.from({ length: 5 }, async () => {
    const release = await inFront({ file, signal: never, onWait() {} });
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    release();
  });
  await Promise.all(turns);
  assert.deepEqual([most, existsSync(file)], [1, false]);
});

test('given a process in front, when it is killed, then the one that waits goes on', async t => {
  const file = join(folder(t), 'ask');
  const child = await other(t, file);
  const waiting = Promise.withResolvers<void>();
  const next = inFront({ file, signal: never, onWait: waiting.resolve });
  await waiting.promise;
  child.kill('SIGKILL');
  (await next)();
  assert.equal(existsSync(file), false);
});

test('given a file that a killed process left, when the next comes, then it waits for nobody', async t => {
  const file = join(folder(t), 'ask');
  const child = await other(t, file);
  child.kill('SIGKILL');
  await once(child, 'close');
  assert.equal(existsSync(file), true);
  const release = await inFront({ file, signal: never, onWait: () => assert.fail('nobody is in front') });
  release();
});

test('given one that waits, when its owner stops it, then it waits no more', async t => {
  const file = join(folder(t), 'ask');
  const release = await inFront({ file, signal: never, onWait() {} });
  const stopping = new AbortController();
  (await inFront({ file, signal: stopping.signal, onWait: () => stopping.abort() }))();
  assert.equal(existsSync(file), true, 'the one in front stays there');
  release();
});

test('given a path too long for a socket, when one comes, then it goes on at once', async t => {
  const file = join(folder(t), 'x'.repeat(120), 'ask');
  (await inFront({ file, signal: never, onWait: () => assert.fail('nobody is in front') }))();
});
