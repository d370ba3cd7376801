import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { remoteAgent } from '../../src/adapters/remote/agent.ts';
import type { Agent } from '../../src/api/client/agent.ts';
import { auditFile } from '../../src/commands/audit/audit.ts';
import { style } from '../../src/commands/io.ts';
import { type AuditWorld, auditHome, openAudit } from '../adapters/audit/audit-world.ts';
import { typed } from '../commands/typed.ts';
import { stubAgent } from './stub-agent.ts';
import { readOnlyToken, type Served, serve, token } from './visitor.ts';

/** A server over an agent with a real chain. */
async function served(t: TestContext, rows: number): Promise<{ served: Served; world: AuditWorld }> {
  const world = await openAudit(auditHome(t));
  t.after(world.close);
  world.store.transaction(() => {
    for (let n = 1; n <= rows; n++) world.log.write({ kind: 'tool.called', subject: `tool-${n}` }, { at: n });
  });
  world.log.record({ kind: 'gate.blocked', subject: 'a gate' });
  const agent = stubAgent();
  const { page, unrecorded } = world.log;
  const acceptAudit = async () => {
    world.log.accept();
    return { form: 'accepted' };
  };
  return {
    world,
    served: await serve({
      agent: {
        ...agent,
        reader: { ...agent.reader, audit: { page: async query => page(query), unrecorded: async () => unrecorded() } },
        levers: { ...agent.levers, acceptAudit },
      },
    }),
  };
}

async function run(agent: Agent, verb: string) {
  const out: string[] = [];
  const io = {
    out: (line: string) => void out.push(line),
    err: () => {},
    readAll: async () => '',
    style: style(false),
  };
  return { code: await typed(['audit', verb], { agent, io }), out, io };
}

test('given a running agent, when its chain is verified, exported and accepted over HTTP, then it is as in Straylight itself', async t => {
  const { served: running, world } = await served(t, 2300);
  await using _ = running;
  const agent = remoteAgent({ url: running.server.url, token });
  const whole = await run(agent, 'verify');
  assert.deepEqual([whole.code, whole.out.length], [0, 1]);
  assert.match(whole.out[0] ?? '', /^Verified: 2301 rows/);
  const { out: lines, io } = await run(agent, 'export');
  assert.equal(await auditFile(lines, { io, json: false }), 0);
  world.database.exec("UPDATE audit SET subject = 'nothing' WHERE n = 1500");
  assert.match((await run(agent, 'verify')).out[0] ?? '', /^Broken at row 1500/);
  assert.equal((await run(agent, 'accept')).out[0], 'accepted');
  assert.equal((await run(agent, 'verify')).code, 0);
  await agent.close();
});

test('given the route of the page, when it is asked, then rows, cursor and the state of the chain come, and what is no question is refused', async t => {
  const { served: running, world } = await served(t, 30);
  await using _ = running;
  const get = async (path: string, bearer = token) => {
    const answer = await fetch(`${running.server.url}/api/audit${path}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const { status, body } = await get('?limit=2&kind=tool', readOnlyToken);
  assert.equal(status, 200);
  assert.deepEqual(
    (body['entries'] as { n: number }[]).map(({ n }) => n),
    [30, 29],
  );
  assert.equal(body['next'], 29);
  assert.deepEqual(body['chain'], {
    rows: 31,
    verified: 31,
    key: world.key.publicKey,
    anchor: world.anchor.read(),
  });
  assert.deepEqual((await get('/unrecorded')).body, { addresses: [] });
  for (const query of ['?limit=0', '?limit=1001', '?before=-1', '?kind=A', '?kind=a%27b', '?other=1'])
    assert.equal((await get(query)).status, 400, query);
  assert.equal((await get('', 'x'.repeat(43))).status, 401);
  const post = await fetch(`${running.server.url}/api/audit/accept`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readOnlyToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ commandId: 'command-1' }),
  });
  assert.equal(post.status, 403, 'who may only read accepts nothing');
});
