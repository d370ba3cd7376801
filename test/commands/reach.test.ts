import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ReachOptions, reach } from '../../src/commands/reach.ts';
import { fault } from '../../src/domain/supervision/failure.ts';
import { fakeAgent } from './fake-agent.ts';

function runFolder(t: { after(end: () => void): void }, pid: number | undefined, port: number | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-reach-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [lockFile, portFile] = [join(folder, 'lock'), join(folder, 'port')];
  if (pid !== undefined) writeFileSync(lockFile, `${pid}\n`);
  if (port !== undefined) writeFileSync(portFile, String(port));
  return { lockFile, portFile };
}

/** A living process that is not this one, and one that is gone. */
async function processes(t: { after(end: () => void): void }) {
  const alive = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)'], { stdio: 'ignore' });
  t.after(() => alive.kill('SIGKILL'));
  const gone = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise(resolve => gone.once('exit', resolve));
  return { alive: alive.pid ?? 0, gone: gone.pid ?? 0 };
}

const there = fakeAgent({ where: 'there' });
const here = fakeAgent({ where: 'here' });
const ways: Omit<ReachOptions, 'lockFile' | 'portFile'> = {
  token: () => 'token',
  remote: ({ url, token }) => {
    assert.deepEqual([url, token], ['http://127.0.0.1:8420', 'token']);
    return there;
  },
  here: async () => here,
};

test('given a process that holds the home, when a command reaches for Straylight, then it is spoken to', async t => {
  const { alive } = await processes(t);
  assert.equal(await reach({ ...runFolder(t, alive, 8420), ...ways }), there);
});

test('given nobody, a dead process or no port, when a command reaches for Straylight, then it is opened here', async t => {
  const { alive, gone } = await processes(t);
  for (const [pid, port] of [
    [undefined, undefined],
    [gone, 8420],
    [alive, undefined],
    [process.pid, 8420],
  ] as const)
    assert.equal(await reach({ ...runFolder(t, pid, port), ...ways }), here);
});

test('given a process that does not answer, when the lock is free, then it is opened here; when it is held, both are told', async t => {
  const { alive } = await processes(t);
  const dead = { ...fakeAgent(), state: { show: () => Promise.reject(fault('unavailable', 'refused')) } };
  const options = { ...runFolder(t, alive, 8420), ...ways, remote: () => dead };
  assert.equal(await reach(options), here);
  const locked = () => Promise.reject(fault('unavailable', 'the home is locked'));
  await assert.rejects(
    reach({ ...options, here: locked }),
    new RegExp(`process ${alive} is using this home.*the home is locked`),
  );
});

test('given an agent that refuses the token, when a command reaches for it, then the refusal is told and nothing is opened', async t => {
  const { alive } = await processes(t);
  const remote = () => ({
    ...fakeAgent(),
    state: { show: () => Promise.reject(fault('denied', 'the token is wrong')) },
  });
  const opened = () => Promise.reject(new Error('opened'));
  await assert.rejects(reach({ ...runFolder(t, alive, 8420), ...ways, remote, here: opened }), /the token is wrong/);
});

test('given an agent that was reached, when it comes back at another port, then it is found there; and nowhere while it is gone', async t => {
  const { alive, gone } = await processes(t);
  const files = runFolder(t, alive, 8420);
  const looks: (() => unknown)[] = [];
  const remote: ReachOptions['remote'] = server => {
    looks.push(server.again);
    return there;
  };
  await reach({ ...files, ...ways, remote });
  const look = () => looks[0]?.();
  writeFileSync(files.portFile, '8421');
  assert.deepEqual(look(), { url: 'http://127.0.0.1:8421', token: 'token' });
  writeFileSync(files.lockFile, `${gone}\n`);
  assert.equal(look(), undefined);
});
