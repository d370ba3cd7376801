import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lockHome } from '../../../src/adapters/home/lock.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';

function home(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-lock-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'run', 'lock');
}

const isHeld = (error: unknown) =>
  error instanceof Fault && error.failure.kind === 'unavailable' && /another Straylight/.test(error.message);

/** A process of its own that holds the home. */
async function holder(t: TestContext, lockFile: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('home-holder.ts', import.meta.url)), [lockFile]);
  t.after(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

test('given a free home, when it is locked, then the file names the holder, for the owner alone', t => {
  const lockFile = home(t);
  const lock = lockHome(lockFile);
  assert.equal(readFileSync(lockFile, 'utf8'), `${process.pid}\n`);
  for (const file of [lockFile, `${lockFile}.db`]) assert.equal(statSync(file).mode & 0o777, 0o600);
  lock.release();
  assert.equal(existsSync(lockFile), false);
});

test('given a held home, when it is locked again in the same process, then it is refused until it is released', t => {
  const lockFile = home(t);
  const lock = lockHome(lockFile);
  assert.throws(() => lockHome(lockFile), isHeld);
  assert.equal(readFileSync(lockFile, 'utf8'), `${process.pid}\n`);
  lock.release();
  lockHome(lockFile).release();
});

test('given another process that holds it, when it is locked here, then it is refused and the file still names that one', async t => {
  const lockFile = home(t);
  const child = await holder(t, lockFile);
  assert.throws(() => lockHome(lockFile), isHeld);
  assert.equal(readFileSync(lockFile, 'utf8'), `${child.pid}\n`);
});

test('given a holder that is killed, when the home is locked, then its lock went with it', async t => {
  const lockFile = home(t);
  const child = await holder(t, lockFile);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.ok(existsSync(lockFile), 'what it left behind names the dead');
  const lock = lockHome(lockFile);
  assert.equal(readFileSync(lockFile, 'utf8'), `${process.pid}\n`);
  lock.release();
});

test('given a holder that ends by itself, when the home is locked, then it is free', async t => {
  const lockFile = home(t);
  const child = await holder(t, lockFile);
  child.send('release');
  await once(child, 'exit');
  assert.equal(existsSync(lockFile), false);
  lockHome(lockFile).release();
});
