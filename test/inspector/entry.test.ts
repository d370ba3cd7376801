import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, known, readOnlyToken, serve, steppedClock, stream, token } from './visitor.ts';

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
