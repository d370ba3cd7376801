import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remoteAgent } from '../../src/adapters/remote/agent.ts';
import type { SecretRow, SecretService } from '../../src/domain/secrets/rule.ts';
import { fault } from '../../src/domain/supervision/failure.ts';
import { stubAgent } from './stub-agent.ts';
import { ask, known, readOnlyToken, serve, token } from './visitor.ts';

const row: SecretRow = {
  name: 'github/deploy',
  rule: {
    tools: ['web_request'],
    hosts: ['api.github.com'],
    headers: ['authorization'],
    commands: [],
    agents: ['main'],
  },
  createdAt: 1_000,
};
const path = '/api/secrets/reload';

/** A server over an agent with these secrets. */
function withSecrets(own: Omit<SecretService, 'takers'>) {
  const secrets: SecretService = { ...own, takers: () => new Map([['web_request', 'header']]) };
  const agent = stubAgent();
  return serve({
    agent,
    reader: { ...agent.reader, secrets },
    levers: { ...agent.levers, reloadSecrets: secrets.reload },
  });
}

test('given an agent with secrets, when they are read over HTTP, then names and rules come, and Straylight reads its file when told', async () => {
  let told = 0;
  await using served = await withSecrets({ list: () => [row], reload: async () => `read ${++told}` });
  const there = remoteAgent({ url: served.server.url, token });
  assert.deepEqual(await there.secrets.list(), { secrets: [row], ways: { web_request: 'header' } });
  assert.equal((await there.secrets.reload()).message, 'read 1');
  await there.close();
});

test('given who may only look, or a body with a value, when it is sent, then nothing is read and nothing repeated', async () => {
  let told = 0;
  await using served = await withSecrets({ list: () => [row], reload: async () => `read ${++told}` });
  const { url } = served.server;
  const post = (headers: Record<string, string>, body: object) => ask(url, path, { headers, body });
  const reading = { authorization: `Bearer ${readOnlyToken}` };
  assert.equal((await post(reading, { commandId: 'c1' })).status, 403);
  assert.equal((await post({}, { commandId: 'c1' })).status, 401);
  const refused = await post(known, { commandId: 'c2', value: 'hunter2-the-value' });
  assert.equal(refused.status, 400);
  assert.doesNotMatch(refused.text, /hunter2/);
  assert.doesNotMatch(served.log.join(), /hunter2/);
  assert.deepEqual([told, (await ask(url, '/api/secrets', { headers: reading })).status], [0, 200]);
});

test('given a file that cannot be opened, when it is asked for over HTTP, then the reason arrives', async () => {
  const damaged = () => {
    throw fault('unavailable', 'secrets.age is damaged');
  };
  await using served = await withSecrets({ list: damaged, reload: async () => damaged() });
  const there = remoteAgent({ url: served.server.url, token });
  await assert.rejects(async () => there.secrets.list(), /secrets\.age is damaged/);
  await assert.rejects(there.secrets.reload(), /secrets\.age is damaged/);
  await there.close();
});
