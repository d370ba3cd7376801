/** No route takes what counts for nothing in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, known, serve } from '../visitor.ts';

test('given every route, when a field, a question or a body comes that it does not read, then it is refused', async () => {
  await using served = await serve({ renewToken: () => assert.fail('nothing is renewed') });
  const { url } = served.server;
  for (const { method, path } of served.server.routes) {
    const address = path.replaceAll(/\{\w+\}/g, 'x');
    const asked = await ask(url, `${address}?nobodyReadsThis=1`, {
      method,
      headers: known,
      body: method === 'GET' ? undefined : {},
    });
    assert.equal(asked.status, 400, `${method} ${path}?nobodyReadsThis: ${asked.text}`);
    const body = JSON.stringify({ nobodyReadsThis: 1 });
    // a GET of node tells no length by itself, and would be no HTTP
    const headers = { ...known, 'content-type': 'application/json', 'content-length': String(body.length) };
    const filled = await ask(url, address, { method, headers, body });
    assert.equal(filled.status, 400, `${method} ${path} with a field: ${filled.text}`);
  }
  for (const path of ['/health?x=1', '/enter?x=1', '/prove?x=1', '/continue?x=1'])
    assert.equal((await ask(url, path, path.startsWith('/health') ? {} : { body: {} })).status, 400, path);
});

const shown = { commandId: 'c1', digest: 'd', rev: 1 };

test('given a decision or an act, when a field comes that belongs to another one, then it is refused and nothing is decided', async () => {
  await using served = await serve();
  const { url } = served.server;
  const table: readonly (readonly [string, object])[] = [
    ...['approve', 'deny', 'session', 'undo'].map(
      decision => ['/api/approvals/k/decision', { ...shown, decision, args: {} }] as const,
    ),
    ...['deny', 'edit', 'undo'].map(
      decision => ['/api/approvals/k/decision', { ...shown, decision, confirmation: 'yes' }] as const,
    ),
    ...['edit', 'undo'].map(
      decision => ['/api/approvals/k/decision', { ...shown, decision, reason: 'because' }] as const,
    ),
    ...['suspend', 'stop', 'rewind', 'retry'].map(
      verb => ['/api/actors/a:b/commands', { commandId: 'c', verb, mode: 'fresh' }] as const,
    ),
    ...['suspend', 'stop', 'restart', 'retry'].map(
      verb => ['/api/actors/a:b/commands', { commandId: 'c', verb, seq: 3 }] as const,
    ),
    ['/api/standing', { approval: 'k', pattern: { tool: 'remember', arguments: {} }, forMs: 60_000, most: 1 }],
  ];
  for (const [path, body] of table) {
    const reply = await ask(url, path, { headers: known, body });
    assert.equal(reply.status, 400, `${path} ${JSON.stringify(body)}: ${reply.text}`);
    assert.match(reply.json.error.message, / only where |got both/);
  }
  assert.deepEqual(served.agent.asked, []);
});
