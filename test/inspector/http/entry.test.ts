import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { ask, known, readOnlyToken, serve, steppedClock, stream, token } from '../visitor.ts';

const reading = { authorization: `Bearer ${readOnlyToken}` };

test('given a code for a browser, when it is presented, then it is good for the token once, and within a minute', async () => {
  const clock = steppedClock();
  await using served = await serve({ clock });
  const { url } = served.server;
  const code = async (role: string): Promise<string> => {
    const made = await ask(url, '/api/entries', { headers: known, body: { role } });
    assert.equal(made.status, 201);
    return made.json.code;
  };
  const enter = (given: string) => ask(url, '/enter', { body: { code: given } });

  const first = await code('owner');
  const reply = await enter(first);
  assert.deepEqual([reply.status, reply.json], [200, { token }]);
  assert.equal(reply.headers['cache-control'], 'no-store');
  assert.equal((await enter(first)).status, 401, 'used');
  assert.deepEqual((await enter(await code('reader'))).json, { token: readOnlyToken });
  const late = await code('owner');
  clock.advance(60_000);
  assert.equal((await enter(late)).status, 401, 'older than a minute');
});

test('given a folder for files, when a way in is made, then a file of 0600 leads on, and it goes with its code: used, too old, pushed out or left by the last start', async () => {
  using place = mkdtempDisposableSync(join(tmpdir(), 'entries-'));
  const entryFolder = join(place.path, 'open');
  mkdirSync(entryFolder);
  writeFileSync(join(entryFolder, 'left.html'), '');
  const clock = steppedClock();
  await using served = await serve({ clock, entryFolder });
  const { url } = served.server;
  const make = async () => (await ask(url, '/api/entries', { headers: known, body: { role: 'owner' } })).json;
  const used = await make();
  assert.deepEqual(readdirSync(entryFolder), [basename(used.file)]);
  assert.deepEqual([statSync(used.file).mode & 0o777, statSync(entryFolder).mode & 0o777], [0o600, 0o700]);
  assert.ok(readFileSync(used.file, 'utf8').includes(`url=${url}/#o=${used.code}"`));
  assert.equal((await ask(url, '/enter', { body: { code: used.code } })).status, 200);
  assert.deepEqual(readdirSync(entryFolder), []);
  await make();
  clock.advance(60_000);
  assert.deepEqual(readdirSync(entryFolder), []);
  const [first] = [await make()];
  for (let more = 0; more < 16; more++) await make();
  assert.equal(readdirSync(entryFolder).length, 16);
  assert.ok(!existsSync(first.file));
  await served.server.close(0);
  assert.deepEqual(readdirSync(entryFolder), []);
});

test('given a page that is opened from a file, when no way in waits, then it is turned away; while one does, the tab alone is served', async () => {
  await using served = await serve();
  const { url } = served.server;
  const from = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const status = async (path: string, headers: Record<string, string>) => (await ask(url, path, { headers })).status;
  assert.equal(await status('/', from), 403);
  await ask(url, '/api/entries', { headers: known, body: { role: 'owner' } });
  assert.equal(await status('/', from), 200);
  for (const [path, more] of [
    ['/', { 'sec-fetch-dest': 'iframe' }],
    ['/', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }],
    ['/', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['/', { origin: 'null' }],
    ['/page/main.js', {}],
    ['/health', {}],
    ['/api/state', known],
  ] as const)
    assert.equal(await status(path, { ...from, ...more }), 403, `${path} ${JSON.stringify(more)}`);
});

test('given codes that nobody was given, when they are tried, then they count as wrong tokens do', async () => {
  await using served = await serve({ limits: { badTokensPerMinute: 3 } });
  const enter = async () => (await ask(served.server.url, '/enter', { body: { code: 'x'.repeat(32) } })).status;
  assert.deepEqual([await enter(), await enter(), await enter(), await enter()], [401, 401, 401, 429]);
  assert.equal((await ask(served.server.url, '/api/state', { headers: known })).status, 200, 'the owner is heard');
});

test('given a token that may look, when it asks for a way in or a new token, then 403; a foreign page gets nothing', async () => {
  await using served = await serve({ renewToken: () => assert.fail() });
  const { url } = served.server;
  assert.equal((await ask(url, '/api/entries', { headers: reading, body: { role: 'reader' } })).status, 403);
  assert.equal((await ask(url, '/api/token/renew', { headers: reading, body: { role: 'reader' } })).status, 403);
  const foreign = { headers: { origin: 'http://evil.example' }, body: { code: 'x'.repeat(32) } };
  assert.equal((await ask(url, '/enter', foreign)).status, 403);
});

test('given a new token, when it is made, then the one before is good for nothing and its streams end', async () => {
  const made = { owner: 'N'.repeat(43), reader: 'n'.repeat(43) };
  await using served = await serve({ renewToken: role => made[role] });
  const { url } = served.server;
  const open = await stream(url);
  const renewed = await ask(url, '/api/token/renew', { headers: known, body: { role: 'owner' } });
  assert.deepEqual([renewed.status, renewed.json], [200, { renewed: 'owner' }]);
  while ((await open.next()) !== undefined);
  const state = async (given: string) =>
    (await ask(url, '/api/state', { headers: { authorization: `Bearer ${given}` } })).status;
  assert.deepEqual([await state(token), await state(made.owner), await state(readOnlyToken)], [401, 200, 200]);
});
