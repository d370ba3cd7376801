import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { knownPageToken, pageToken } from '../../src/adapters/page-token.ts';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('given a first start, when the token is asked for, then it is 256 bits in a file of 0600, and kept', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const run = join(home.path, 'run');
  assert.equal(knownPageToken(run), undefined);
  const token = pageToken(run);
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  assert.equal(mode(join(run, 'token')), '600');
  assert.equal(mode(run), '700');
  assert.equal(pageToken(run), token);
  assert.equal(knownPageToken(run), token);
  assert.deepEqual(readdirSync(run), ['token']);
});

test('given a token, when it is renewed, then another takes its place', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const token = pageToken(home.path);
  const said: string[] = [];
  const next = pageToken(home.path, { renew: true, say: line => said.push(line) });
  assert.notEqual(next, token);
  assert.equal(pageToken(home.path), next);
  assert.equal(mode(join(home.path, 'token')), '600');
  assert.deepEqual(said, []);
});

test('given the two roles, when both are asked for, then they are two tokens in two files', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  assert.notEqual(pageToken(home.path), pageToken(home.path, { role: 'reader' }));
  assert.deepEqual(readdirSync(home.path).sort(), ['token', 'token.reader']);
});

test('given a file that others could read, when the token is asked for, then a new one is made at 0600 and it is said, without the token', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const path = join(home.path, 'token');
  const token = pageToken(home.path);
  chmodSync(path, 0o640);
  assert.equal(knownPageToken(home.path), undefined);
  const said: string[] = [];
  const next = pageToken(home.path, { say: line => said.push(line) });
  assert.notEqual(next, token);
  assert.equal(mode(path), '600');
  assert.match(said.join(), /could be read or written by other users; a new one was made/);
  assert.ok(!said.join().includes(token) && !said.join().includes(next));
});

test('given a file that is cut, empty or a link, when the token is asked for, then a whole new one replaces it', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const path = join(home.path, 'token');
  for (const text of ['', 'short', `${'a'.repeat(43)} more`]) {
    writeFileSync(path, text, { mode: 0o600 });
    assert.equal(pageToken(home.path).length, 43);
  }
  using away = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const elsewhere = join(away.path, 'else');
  writeFileSync(elsewhere, 'a'.repeat(43), { mode: 0o600 });
  symlinkSync(elsewhere, join(away.path, 'token'));
  assert.notEqual(pageToken(away.path), 'a'.repeat(43));
  assert.equal(readFileSync(elsewhere, 'utf8'), 'a'.repeat(43));
});

test('given a place where no file can be kept, when the token is asked for, then the fault names it', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  writeFileSync(join(home.path, 'run'), '');
  assert.throws(() => pageToken(join(home.path, 'run')), {
    name: 'Fault',
    message: /expected to keep the page's token in /,
  });
});
