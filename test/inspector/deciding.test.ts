/** What may be decided over HTTP beside a yes and a no: a yes that stands, a changed call. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StandingApproval, StandingWish } from '../../src/domain/approvals/standing.ts';
import { defined } from '../../src/domain/text/json.ts';
import { approval, stubAgent } from './stub-agent.ts';
import { ask, known, readOnlyToken, serve } from './visitor.ts';

const path = '/api/approvals/k3Qm9xTd/decision';
const shown = { digest: 'd'.repeat(64), rev: 4 };

function deciding(isStandable: boolean) {
  const agent = stubAgent();
  const row = approval('k3Qm9xTd');
  agent.approvals.set('k3Qm9xTd', {
    ...row,
    card: { ...row.card, ...defined({ mayStand: isStandable ? true : undefined }) },
  });
  const wishes: StandingWish[] = [];
  const add = async (wish: StandingWish): Promise<StandingApproval> => {
    wishes.push(wish);
    return { id: 'st4nd1ng', tool: 't', arguments: {}, by: 'web', at: 0, until: 1, most: 1, used: 0 };
  };
  const standing = { list: async () => [], revoke: async () => false, add };
  const reader = {
    ...agent.reader,
    requestedCall: (id: string) =>
      id === 'approval:k3Qm9xTd' ? { tool: 'execute_command', arguments: { command: 'ls -la' } } : undefined,
  };
  return { agent, wishes, serving: serve({ agent: { ...agent, reader, levers: { ...agent.levers, standing } } }) };
}

test('given a card that may stand, when it is approved for its conversation, then the yes counts first and stands after it', async () => {
  const { agent, wishes, serving } = deciding(true);
  await using served = await serving;
  const body = { commandId: 'c1', decision: 'session', ...shown };
  const reply = await ask(served.server.url, path, { headers: known, body });
  assert.deepEqual(
    [reply.status, reply.json],
    [202, { commandId: 'c1', ok: true, state: 'granted', standing: 'st4nd1ng' }],
  );
  assert.deepEqual(
    agent.asked.map(one => (one as { decision: string }).decision),
    ['approve'],
  );
  const [wish, ...more] = wishes;
  assert.deepEqual([wish?.pattern, wish?.isForSession, more], [{ approval: 'k3Qm9xTd' }, true, []]);
});

test('given a card that may not stand, or a yes that does not count, when it is to stand, then nothing does', async () => {
  for (const [isStandable, digest, status] of [
    [false, shown.digest, 400],
    [true, 'e'.repeat(64), 409],
  ] as const) {
    const { agent, wishes, serving } = deciding(isStandable);
    await using served = await serving;
    const body = { commandId: 'c1', decision: 'session', ...shown, digest };
    assert.equal((await ask(served.server.url, path, { headers: known, body })).status, status);
    assert.deepEqual([agent.approvals.get('k3Qm9xTd')?.state, wishes], ['pending', []]);
  }
});

test('given a call that waits, when it is read and changed, then its arguments are told, and the changed ones arrive as they were sent', async () => {
  const { agent, serving } = deciding(false);
  await using served = await serving;
  const read = await ask(served.server.url, '/api/approvals/k3Qm9xTd/call', { headers: known });
  assert.deepEqual(read.json, { call: { tool: 'execute_command', arguments: { command: 'ls -la' } } });
  assert.equal((await ask(served.server.url, '/api/approvals/AAAAAAAA/call', { headers: known })).status, 404);
  agent.decideNext = async () => ({ ok: true, state: 'edited' });
  const body = { commandId: 'c1', decision: 'edit', ...shown, args: { command: 'ls', b: [1] } };
  const reply = await ask(served.server.url, path, { headers: known, body });
  assert.deepEqual([reply.status, reply.json.state], [202, 'edited']);
  assert.equal((agent.asked[0] as { arguments: string }).arguments, '{"b":[1],"command":"ls"}');
});

test('given a change that is none, or a reader, when it is sent, then that is said', async () => {
  const { agent, serving } = deciding(true);
  await using served = await serving;
  agent.decideNext = async () => ({ ok: false, why: 'invalid', message: 'This cannot be run: expected a text.' });
  const edit = { commandId: 'c1', decision: 'edit', ...shown, args: {} };
  assert.equal((await ask(served.server.url, path, { headers: known, body: edit })).status, 400);
  for (const args of [[], 'x', null])
    assert.equal((await ask(served.server.url, path, { headers: known, body: { ...edit, args } })).status, 400);
  const reading = { ...known, authorization: `Bearer ${readOnlyToken}` };
  for (const decision of ['edit', 'session'])
    assert.equal((await ask(served.server.url, path, { headers: reading, body: { ...edit, decision } })).status, 403);
});
