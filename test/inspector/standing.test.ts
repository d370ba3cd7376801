import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remoteAgent } from '../../src/adapters/remote/agent.ts';
import type { StandingApproval, StandingService, StandingWish } from '../../src/domain/approvals/standing.ts';
import { fault } from '../../src/domain/supervision/failure.ts';
import { stubAgent } from './stub-agent.ts';
import { ask, known, readOnlyToken, serve, token } from './visitor.ts';

const given: StandingApproval = {
  id: 'k3Qm9xTd',
  tool: 'send_mail',
  by: 'cli',
  at: 0,
  until: 99,
  most: 10,
  used: 3,
  arguments: { to: { is: 'a@b.example' } },
};

function withStanding() {
  const wishes: StandingWish[] = [];
  const service: StandingService = {
    list: async () => [given],
    async add(wish) {
      if (wish.most > 100) throw fault('invalid', 'too often');
      wishes.push(wish);
      return given;
    },
    revoke: async id => id === given.id,
  };
  const agent = stubAgent();
  return { wishes, serving: serve({ agent, levers: { ...agent.levers, standing: service } }) };
}

test('given standing approvals, when they are read, given and revoked over HTTP, then Straylight does it', async () => {
  const { wishes, serving } = withStanding();
  await using served = await serving;
  const there = remoteAgent({ url: served.server.url, token });
  assert.deepEqual((await there.standing.list()).standing, [given]);
  const pattern = { tool: 'send_mail', arguments: { to: { prefix: 'a@' } } };
  assert.deepEqual(await there.standing.add({ pattern, forMs: 1000, most: 2 }), given);
  await there.standing.add({ approval: 'k3Qm9xTd', forMs: 1000, most: 2 });
  assert.deepEqual(wishes, [
    { pattern, forMs: 1000, most: 2, by: 'cli' },
    { pattern: { approval: 'k3Qm9xTd' }, forMs: 1000, most: 2, by: 'cli' },
  ]);
  assert.deepEqual(
    [
      (await there.standing.revoke({ id: 'k3Qm9xTd' })).revoked,
      (await there.standing.revoke({ id: 'nobody' })).revoked,
    ],
    [true, false],
  );
  await assert.rejects(there.standing.add({ pattern, forMs: 1000, most: 101 }), /too often/);
  await there.close();
});

test('given who may only look, or a body that is no wish, when it is sent, then nothing is given', async () => {
  const { wishes, serving } = withStanding();
  await using served = await serving;
  const { url } = served.server;
  const post = (headers: Record<string, string>, body: object) => ask(url, '/api/standing', { headers, body });
  const wish = { approval: 'k', forMs: 1, most: 1 };
  assert.equal((await post({ authorization: `Bearer ${readOnlyToken}` }, wish)).status, 403);
  assert.equal((await post({}, wish)).status, 401);
  for (const wrong of [
    { forMs: 1, most: 1 },
    { ...wish, by: 'owner' },
    { pattern: { tool: 't', arguments: { a: 'x' } }, forMs: 1, most: 1 },
    { pattern: { tool: 't', arguments: { a: { is: 1, prefix: 'x' } } }, forMs: 1, most: 1 },
    { pattern: { tool: 't', arguments: { a: { words: ['x'] } } }, forMs: 1, most: 1 },
    { pattern: { tool: 't', arguments: [] }, forMs: 1, most: 1 },
  ])
    assert.equal((await post(known, wrong)).status, 400, JSON.stringify(wrong));
  assert.deepEqual(wishes, []);
});
