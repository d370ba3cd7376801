import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import { confinedWorld } from './confined-world.ts';

const refused = (pattern: RegExp) => (error: unknown) =>
  error instanceof Fault && error.failure.kind === 'invalid' && pattern.test(error.message);

test('given folders that are missing, when a file is put, then they are made, and the file is whole and has its rights', async t => {
  const { workspace, scripts, files } = confinedWorld(t);
  const put = await files.put(files.place('a/b/c.txt'), Buffer.from('hello'));
  assert.deepEqual(put, { before: undefined });
  assert.equal(readFileSync(join(workspace, 'a/b/c.txt'), 'utf8'), 'hello');
  assert.equal(statSync(join(workspace, 'a/b/c.txt')).mode & 0o777, 0o644);
  await files.put(files.place('/scripts/run'), Buffer.from('#!/bin/sh\n'), { executable: true });
  assert.equal(statSync(join(scripts, 'run')).mode & 0o777, 0o755);
  assert.deepEqual(readdirSync(join(workspace, 'a/b')), ['c.txt']);
});

test('given a file, when it is put again, then its rights stay, and one who holds the old file open reads the old content', async t => {
  const world = confinedWorld(t);
  const { workspace, files } = world;
  chmodSync(world.has('a', 'old'), 0o750);
  await using held = await files.open(files.place('a'));
  const put = await files.put(files.place('a'), Buffer.from('new'));
  assert.equal(put.before, 3);
  assert.equal(statSync(join(workspace, 'a')).mode & 0o777, 0o750);
  assert.equal(readFileSync(join(workspace, 'a'), 'utf8'), 'new');
  assert.equal((await held.bytes(10)).toString(), 'old');
});

test('given a file that changed since it was read, when it is put, then nothing is written', async t => {
  const world = confinedWorld(t);
  const { workspace, files } = world;
  world.has('a', 'old');
  await using file = await files.open(files.place('a'));
  for (const change of [() => world.has('a', 'longer'), () => rmSync(join(workspace, 'a'))]) {
    change();
    await assert.rejects(
      files.put(files.place('a'), Buffer.from('mine'), { unchangedSince: file.stats }),
      refused(/changed by somebody else .* nothing was written/),
    );
  }
  assert.deepEqual(readdirSync(workspace), []);
});

test('given pipes, sockets and folders, when they are opened or written, then each is refused at once and named', {
  timeout: 60_000,
}, async t => {
  const { workspace, files } = confinedWorld(t);
  execFileSync('mkfifo', [join(workspace, 'pipe')]);
  mkdirSync(join(workspace, 'folder'));
  const server = createServer().listen(join(workspace, 'socket'));
  await once(server, 'listening');
  t.after(() => server.close());
  for (const [name, what] of [
    ['pipe', /a pipe, which is neither read nor written/],
    ['socket', /a socket, which is neither/],
    ['folder', /is a folder, not a file; list_files/],
  ] as const) {
    await assert.rejects(files.open(files.place(name)), refused(what));
    await assert.rejects(files.put(files.place(name), Buffer.from('x')), refused(what));
  }
  await assert.rejects(files.folder(files.place('pipe')), refused(/is a pipe, not a folder/));
  await assert.rejects(files.put(files.place('pipe/x'), Buffer.from('x')), refused(/pipe is no folder/));
});

test('given a name that nothing has, when it is opened, then what is called alike is named', async t => {
  const world = confinedWorld(t);
  const { files } = world;
  for (const name of ['report.pdf', 'Report-2.txt', 'other.txt', '.env']) world.has(name, 'x');
  await assert.rejects(
    files.open(files.place('report.md')),
    refused(/report\.md does not exist\. There is: Report-2\.txt, report\.pdf\.$/),
  );
  await assert.rejects(files.open(files.place('none')), refused(/^\/workspace\/none does not exist\.$/));
  await assert.rejects(files.open(files.place('no/folder.txt')), refused(/^\/workspace\/no does not exist\.$/));
});

test('given a file larger than wanted, when it is read, then both sizes are said', async t => {
  const world = confinedWorld(t);
  world.has('a', 'x'.repeat(100));
  await using file = await world.files.open(world.files.place('a'));
  await assert.rejects(file.bytes(99), refused(/has 100 bytes; at most 99/));
  writeFileSync(join(world.workspace, 'a'), 'y'.repeat(300));
  assert.equal((await file.bytes(100)).toString(), 'y'.repeat(100), 'what it grew by is not read');
});

test('given a folder that may not be written, when a file is put, then the reason is told', {
  skip: process.getuid?.() === 0 && 'root may write everywhere',
}, async t => {
  const { workspace, files } = confinedWorld(t);
  mkdirSync(join(workspace, 'closed'), { mode: 0o500 });
  await assert.rejects(files.put(files.place('closed/a'), Buffer.from('x')), refused(/may not be opened: the rights/));
  chmodSync(join(workspace, 'closed'), 0o700);
});

test('given root, when it puts a file into a folder of another user, then file and folders belong to that user', {
  skip: process.getuid?.() !== 0 && 'only root can give files away',
}, async t => {
  const { workspace, files } = confinedWorld(t);
  execFileSync('chown', ['10001:10001', workspace]);
  await files.put(files.place('a/b.txt'), Buffer.from('x'));
  for (const path of ['a', 'a/b.txt']) {
    const { uid, gid } = statSync(join(workspace, path));
    assert.deepEqual([uid, gid], [10001, 10001], path);
  }
});

test('given a folder that is not there, when many ask for it at once, then each is told so, with names that are like it', async t => {
  const { files, workspace } = confinedWorld(t);
  mkdirSync(join(workspace, 'reports'));
  const asked = Array.from({ length: 1000 }, () => files.folder(files.place('report')));
  for (const answer of await Promise.allSettled(asked)) {
    assert.equal(answer.status, 'rejected');
    assert.match(String(answer.reason), /report does not exist\. There is: reports\.$/);
  }
});
