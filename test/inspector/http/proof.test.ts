/** The server proves itself before it is sent anything, and a page that is open goes on over a restart. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { proofText } from '../../../src/domain/security/page-proof.ts';
import { ask, known, readOnlyToken, serve, steppedClock, token } from '../visitor.ts';

const mac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url');

test('given a nonce, when a proof is asked for, then it fits each token, this port and this nonce, and neither token is in it', async () => {
  await using served = await serve();
  const { url } = served.server;
  const { host } = new URL(url);
  const { status, json, text } = await ask(url, '/prove', { body: { nonce: 'n' } });
  assert.equal(status, 200);
  const expected = (secret: string) => mac(secret, proofText('server', { host, nonce: 'n', start: json.start }));
  assert.deepEqual(json.proofs, [expected(token), expected(readOnlyToken)]);
  assert.ok(!text.includes(token) && !text.includes(readOnlyToken));
  const other = (await ask(url, '/prove', { body: { nonce: 'm' } })).json.proofs;
  assert.notEqual(other[0], json.proofs[0]);
  const foreign = await ask(url, '/prove', { body: { nonce: 'n' }, headers: { host: '127.0.0.1:1' } });
  assert.equal(foreign.status, 421, 'a proof for another port is not given');
});

test('given a page with a key of its own, when the server is started again with another token, then both prove themselves and it is told that one', async () => {
  const keys = { owner: 'O'.repeat(43), reader: 'R'.repeat(43) };
  const pageKey = (role: 'owner' | 'reader') => keys[role];
  const made: { key: string; secret: string }[] = [];
  {
    await using served = await serve({ pageKey });
    for (const bearer of [token, readOnlyToken]) {
      const headers = { authorization: `Bearer ${bearer}` };
      const { status, json } = await ask(served.server.url, '/api/continuations', { headers, body: {} });
      assert.equal(status, 201);
      made.push(json);
    }
  }
  const later = {
    token: 'later-owner-token-later-owner-token-later-o',
    readOnlyToken: 'later-read-token-later-read-token-later-rea',
  };
  await using served = await serve({ pageKey, ...later, clock: { ...steppedClock(), id: () => 'start2' } });
  const { url } = served.server;
  const { host } = new URL(url);
  const parts = { host, nonce: 'n', start: 'start2' };
  for (const [at, { key, secret }] of made.entries()) {
    const { json } = await ask(url, '/prove', { body: { nonce: 'n', key } });
    assert.deepEqual(json, { start: 'start2', proofs: [mac(secret, proofText('server', parts))] });
    const answer = (text: string) => ask(url, '/continue', { body: { key, nonce: 'n', answer: mac(secret, text) } });
    const { status, json: given } = await answer(proofText('page', parts));
    assert.deepEqual([status, given], [200, { token: at === 0 ? later.token : later.readOnlyToken }]);
    for (const wrong of [
      proofText('server', parts),
      proofText('page', { ...parts, start: 'start1' }),
      proofText('page', { ...parts, host: '127.0.0.1:1' }),
      proofText('page', { ...parts, nonce: 'm' }),
    ])
      assert.equal((await answer(wrong)).status, 401, wrong);
  }
  const [{ key, secret } = { key: '', secret: '' }] = made;
  const asOther = { key: key.replace('owner', 'reader'), nonce: 'n', answer: mac(secret, proofText('page', parts)) };
  assert.equal((await ask(url, '/continue', { body: asOther })).status, 401, 'the key of another role');
  assert.equal((await ask(url, '/prove', { body: { nonce: 'n', key: 'nobody.x' } })).json.proofs.length, 0);
});

test('given a new token, when it was asked for, then the keys of pages before it are worth nothing; without a token nobody gets one', async () => {
  await using served = await serve({
    renewToken: () => 'N'.repeat(43),
    clock: { ...steppedClock(), id: () => crypto.randomUUID() },
  });
  const { url } = served.server;
  assert.equal((await ask(url, '/api/continuations', { body: {} })).status, 401);
  const { key, secret } = (await ask(url, '/api/continuations', { headers: known, body: {} })).json;
  const proofNow = async () => (await ask(url, '/prove', { body: { nonce: 'n', key } })).json;
  const before = await proofNow();
  const text = proofText('server', { host: new URL(url).host, nonce: 'n', start: before.start });
  assert.deepEqual(before.proofs, [mac(secret, text)]);
  await ask(url, '/api/token/renew', { headers: known, body: { role: 'owner' } });
  assert.notDeepEqual((await proofNow()).proofs, [mac(secret, text)]);
});
