/** Messages that an agent takes by itself, in the whole program, and calls of an agent beyond its settings. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const agents = `[agents.editor]
purpose = "Improves texts."
tools = ["read_file", "write_file"]
takes = ["proofread"]
folders = ["texts"]
beyond = "ask"
[agents.gardener]
purpose = "Looks after plants."
tools = ["read_file"]
takes = ["water the"]
`;

/** The router chooses who is named in brackets; work is `call TOOL {JSON}`. */
function mind({ said, results, body }: Asked, routes: boolean): Turn {
  if (/You choose who answers a message/.test(JSON.stringify(body))) {
    if (!routes) return { text: 'Hm.' };
    return { text: JSON.stringify({ agent: /\[(\w+)\]/.exec(said)?.[1] ?? 'none' }) };
  }
  const [, name = '', args = '{}'] = /call (\w+) (\{.*\})/s.exec(said) ?? [];
  if (name !== '' && results.length === 0) return { toolCalls: [{ name, arguments: args }] };
  if (results.length > 0) return { text: `It came to: ${results.at(-1)?.text}` };
  return { text: `I see: ${said}` };
}

interface Told {
  readonly agent: TestAgent;
  readonly running: Running;
  readonly asked: readonly Asked[];
  /** Says something and answers the reply. */
  readonly say: (text: string, session?: string) => Promise<string>;
}

async function withRoutes(
  t: TestContext,
  { roles = '', routes = true }: { readonly roles?: string; readonly routes?: boolean },
  story: (told: Told) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const peer = await openaiPeer({
    models: ['test'],
    script(one) {
      asked.push(one);
      return mind(one, routes);
    },
  });
  const config = `[safe_mode]\nboots = 0\n[approvals]\nundo_window_s = 0\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n${roles}${agents}`;
  try {
    await withAgent({ config }, async agent => {
      const running = await agent.start();
      const turns = (session: string) =>
        Number(agent.tables.value(`SELECT count(*) FROM turns WHERE session = '${session}' AND outcome <> 'running'`));
      const say = async (text: string, session = 'session:web:main') => {
        const before = turns(session);
        await running.http(`/api/sessions/${session}/messages`, { clientId: clientId(), text });
        await t.waitFor(() => assert.equal(turns(session), before + 1), { interval: 50, timeout: 60_000 });
        const replies = agent.tables.rows(
          `SELECT body FROM messages WHERE session = '${session}' AND role = 'assistant' ORDER BY n`,
        );
        return String(replies.at(-1)?.['body'] ?? '');
      };
      await story({ agent, running, asked, say });
      await running.stop();
    });
  } finally {
    await peer.close();
  }
}

/** The approval that waits, once there is one. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
const pending = (t: TestContext, running: Running): Promise<any> =>
  t.waitFor(
    async () => {
      const { approvals } = (await running.http('/api/approvals?state=pending')).json;
      assert.equal(approvals.length, 1);
      return approvals[0];
    },
    { interval: 50, timeout: 60_000 },
  );

const worked = (agent: TestAgent) =>
  agent.tables.rows('SELECT agent FROM agents_children ORDER BY started_at').map(({ agent: name }) => name);

test('given agents that say what they take, when a message has such words, then its agent answers under its name; other words, an @ and a conversation of an agent are as before', t =>
  withRoutes(t, {}, async ({ agent, running, say }) => {
    assert.match(await say('Please proofread this.'), /\*\*editor:\*\* I see: Please proofread this\./);
    assert.match(await say('hello'), /^"?I see: hello/);
    assert.match(await say('water the roses and proofread'), /^"?I see: water/);
    assert.match(await say('@gardener proofread this'), /\*\*gardener:\*\*/);
    await running.http('/api/sessions/session:web:own/agent', { commandId: clientId(), agent: 'gardener' });
    assert.match(await say('proofread this', 'session:web:own'), /^"?I see: proofread this/);
    assert.deepEqual(worked(agent), ['editor', 'gardener']);
    assert.match((await agent.straylight('audit', 'list')).out, /agent\.routed/);
  }));

test('given a model in the role router, when it chooses an agent or none, then that counts; where it twice answers in another form, the words do', async t => {
  const roles = '[models.roles]\nrouter = "own/test"\n';
  await withRoutes(t, { roles }, async ({ agent, say }) => {
    assert.match(await say('The flowers are dry. [gardener]'), /\*\*gardener:\*\*/);
    assert.match(await say('Do not proofread.'), /^"?I see: Do not/);
    assert.deepEqual(worked(agent), ['gardener']);
  });
  await withRoutes(t, { roles, routes: false }, async ({ asked, say }) => {
    assert.match(await say('Please proofread this.'), /\*\*editor:\*\*/);
    assert.equal(asked.filter(({ body }) => /You choose who answers/.test(JSON.stringify(body))).length, 2);
  });
});

test('given an agent whose calls beyond its settings are asked about, when it makes one, then its owner is asked, a yes holds for that call alone, and a no for none', t =>
  withRoutes(t, {}, async ({ agent, running, say }) => {
    mkdirSync(join(agent.workspace, 'texts'), { recursive: true });
    const write = (path: string) => `@editor call write_file {"path":"${path}","content":"x"}`;
    // within them nothing is asked
    assert.match(await say(write('texts/a.txt')), /\*\*editor:\*\* It came to/);
    const said = say(write('b.txt'));
    const first = await pending(t, running);
    const card = JSON.stringify(first);
    assert.match(card, /The agent editor asks for more than your settings allow it/);
    assert.match(card, /may only use these folders: texts/);
    assert.ok(!existsSync(join(agent.workspace, 'b.txt')));
    await running.decide(first, 'approve');
    assert.match(await said, /\*\*editor:\*\* It came to/);
    assert.ok(existsSync(join(agent.workspace, 'b.txt')));
    const other = say(write('c.txt'));
    await running.decide(await pending(t, running), 'deny');
    await other;
    assert.ok(!existsSync(join(agent.workspace, 'c.txt')));
  }));
