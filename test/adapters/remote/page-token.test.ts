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
import { knownPageToken, newPageToken, pageKey } from '../../../src/adapters/remote/page-token.ts';

const owner = { role: 'owner' } as const;
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('given each start, when the token is made, then it is 256 bits in a file of 0600, and another one than before', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const run = join(home.path, 'run');
  assert.equal(knownPageToken(run), undefined);
  const token = newPageToken(run, 'owner');
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  assert.equal(mode(join(run, 'token')), '600');
  assert.equal(mode(run), '700');
  assert.equal(knownPageToken(run), token);
  const next = newPageToken(run, 'owner');
  assert.notEqual(next, token);
  assert.equal(knownPageToken(run), next);
  assert.deepEqual(readdirSync(run), ['token']);
});

test('given the key of open pages, when it is asked for again, then it is the same, until it is renewed; each role has its own', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const said: string[] = [];
  const key = pageKey(home.path, owner);
  assert.equal(pageKey(home.path, owner), key);
  assert.notEqual(pageKey(home.path, { role: 'reader' }), key);
  const next = pageKey(home.path, { ...owner, renew: true, say: line => said.push(line) });
  assert.notEqual(next, key);
  assert.equal(pageKey(home.path, owner), next);
  assert.deepEqual(readdirSync(home.path).sort(), ['token.pages', 'token.reader.pages']);
  assert.equal(mode(join(home.path, 'token.pages')), '600');
  assert.deepEqual(said, []);
});

test('given a file that others could read, when the key in it is asked for, then a new one is made at 0600 and it is said, without the key', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const path = join(home.path, 'token.pages');
  const token = pageKey(home.path, owner);
  chmodSync(path, 0o640);
  const said: string[] = [];
  const next = pageKey(home.path, { ...owner, say: line => said.push(line) });
  assert.notEqual(next, token);
  assert.equal(mode(path), '600');
  assert.match(said.join(), /could be read or written by other users; a new one was made/);
  assert.ok(!said.join().includes(token) && !said.join().includes(next));
});

test('given a file that is cut, empty or a link, when the token is asked for, then a whole new one replaces it', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const path = join(home.path, 'token.pages');
  for (const text of ['', 'short', `${'a'.repeat(43)} more`]) {
    writeFileSync(path, text, { mode: 0o600 });
    assert.equal(pageKey(home.path, owner).length, 43);
  }
  using away = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  const elsewhere = join(away.path, 'else');
  writeFileSync(elsewhere, 'a'.repeat(43), { mode: 0o600 });
  symlinkSync(elsewhere, join(away.path, 'token.pages'));
  assert.notEqual(pageKey(away.path, owner), 'a'.repeat(43));
  assert.equal(readFileSync(elsewhere, 'utf8'), 'a'.repeat(43));
});

test('given a place where no file can be kept, when the token is asked for, then the fault names it', () => {
  using home = mkdtempDisposableSync(join(tmpdir(), 'page-token-'));
  writeFileSync(join(home.path, 'run'), '');
  assert.throws(() => newPageToken(join(home.path, 'run'), 'owner'), {
    name: 'Fault',
    message: /expected to keep a key of the page in /,
  });
});
