import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import { systemFailure } from '../../../src/domain/supervision/system-fault.ts';

const raised = (code: string, more: object = { syscall: 'open' }) =>
  Object.assign(new Error(`${code}: as the system says it`), { code, ...more });

test('given an error of the system, when it is made a failure, then it names the path, what is so and what to do', () => {
  for (const [code, kind, said] of [
    ['EROFS', 'invalid', /^\/home\/a lies on a read-only file system; mount/],
    ['ENOSPC', 'unavailable', /^there is no room left on the disk of \/home\/a; free some space/],
    ['EDQUOT', 'unavailable', /quota of this user is used up on the disk of \/home\/a/],
    ['EACCES', 'invalid', /^this user may not use \/home\/a; give it/],
    ['EPERM', 'invalid', /^this user may not use \/home\/a/],
    ['EMFILE', 'unavailable', /no file handles left; raise the limit \("ulimit -n"/],
    ['ENFILE', 'unavailable', /this machine has no file handles left/],
    ['EIO', 'unavailable', /disk may be failing/],
    ['EAGAIN', 'unavailable', /no more processes/],
    ['ENOMEM', 'unavailable', /no memory left/],
  ] as const) {
    const failure = toFailure(raised(code, { syscall: 'open', path: '/home/a' }));
    assert.deepEqual([failure.kind, failure.cause], [kind, code]);
    assert.match(failure.message, said);
    assert.ok(failure.message.endsWith(`(${code})`), failure.message);
  }
});

test('given an error of the database, when it is made a failure, then its extended codes count as their kind', () => {
  assert.match(systemFailure(raised('SQLITE_FULL', {}), '/a.db')?.message ?? '', /no room left on the disk of \/a\.db/);
  assert.match(
    systemFailure(raised('SQLITE_IOERR_WRITE', {}))?.message ?? '',
    /the database could not be read or written/,
  );
  assert.match(systemFailure(raised('SQLITE_READONLY_DBMOVED', {}), '/a.db')?.message ?? '', /read-only/);
  assert.match(
    systemFailure(raised('SQLITE_BUSY_SNAPSHOT', {}), '/a.db')?.message ?? '',
    /^another program holds \/a\.db, .* then try again \(SQLITE_BUSY_SNAPSHOT\)$/,
  );
  assert.match(
    systemFailure(raised('SQLITE_CANTOPEN_ISDIR', {}), '/a.db')?.message ?? '',
    /\/a\.db could not be opened/,
  );
});

test('given a database that is found damaged while it is used, when that is made a failure, then it says what to do and is not tried again', () => {
  for (const code of ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB']) {
    const failure = systemFailure(raised(code, {}), '/a.db');
    assert.equal(failure?.kind, 'invalid');
    assert.match(failure?.message ?? '', /^\/a\.db is damaged: .*"straylight doctor".*backups/);
  }
});

test('given an error of the network, of a program or without a code, when it is looked at, then it is none of the system', () => {
  const others = [
    raised('ECONNREFUSED', { syscall: 'connect' }),
    raised('EACCES', { syscall: 'listen' }),
    raised('EACCES', {}),
  ];
  for (const other of [...others, raised('SQLITE_CONSTRAINT', {}), new Error('EMFILE'), 'EMFILE', undefined])
    assert.equal(systemFailure(other), undefined);
});

test('given what the system of this machine says, when it is made a failure, then it is told in words', () => {
  assert.match(toFailure(spawnSync('/etc', []).error).message, /^this user may not use .*\/etc/);
});
