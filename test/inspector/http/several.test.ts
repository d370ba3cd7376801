/** Several questions in one request are answered, or refused, as each would be alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, known, readOnlyToken, serve } from '../visitor.ts';

const several = (...addresses: readonly string[]) =>
  `/api/several?${new URLSearchParams(addresses.map(address => ['of', address]))}`;

test('given questions that are answered, refused and unknown, when they are put in one request, then each has the answer it has alone', async () => {
  await using served = await serve();
  const { url } = served.server;
  const addresses = ['/api/state', '/api/actors/session%3Anone/journal', '/api/nothing', '/api/state?nobodyReads=1'];
  const { status, json } = await ask(url, several(...addresses), { headers: known });
  assert.equal(status, 200);
  assert.equal(json.answers.length, addresses.length);
  for (const [at, address] of addresses.entries()) {
    const alone = await ask(url, address, { headers: known });
    const { status: its, value, error } = json.answers[at];
    assert.equal(its, alone.status, address);
    if (its === 200) assert.deepEqual(Object.keys(value), Object.keys(alone.json), address);
    else assert.deepEqual({ error }, alone.json, address);
  }
});

test('given no question, too many, or an act, when they are put in one request, then they are refused and nothing is done', async () => {
  await using served = await serve();
  const { url } = served.server;
  for (const none of ['/api/several', several(...Array.from({ length: 9 }, () => '/api/state'))])
    assert.equal((await ask(url, none, { headers: known })).status, 400, none);
  for (const act of [
    '/api/token/renew',
    '/api/approvals/k/decision',
    '/api/several?of=%2Fapi%2Fstate',
    '/api/stream',
  ]) {
    const { json } = await ask(url, several(act), { headers: known });
    assert.ok(json.answers[0].status >= 400, act);
  }
  assert.equal((await ask(url, several('/api/state'))).status, 401);
  const reader = { authorization: `Bearer ${readOnlyToken}` };
  assert.equal((await ask(url, several('/api/state'), { headers: reader })).json.answers[0].status, 200);
});
