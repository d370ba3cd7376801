/** Work that its agent does not finish, in the whole program: another one takes it over, once, and its result comes once. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const agents = `[agents.first]
purpose = "Begins."
tools = ["list_files", "write_file"]
budget_tokens = 1000
reassign = "second"
[agents.second]
purpose = "Ends."
tools = ["list_files", "read_file"]
`;

/** The first agent lists files until its budget is used up; the second one is held, and then does it. */
function mind({ said, results, body }: Asked, held: () => Promise<void>, ends: boolean): Turn {
  if (said.startsWith('give')) {
    if (results.length > 0) return { text: `It came to: ${results.map(({ text }) => text).join(' | ')}` };
    return { toolCalls: [{ name: 'delegate', arguments: { agent: 'first', task: 'look around' } }] };
  }
  if (/You are second/.test(JSON.stringify(body)))
    return ends ? { text: 'All is found.', between: held } : { toolCalls: [{ name: 'list_files', arguments: {} }] };
  return { toolCalls: [{ name: 'list_files', arguments: {} }] };
}

async function withWork(
  { ends = true, more = agents }: { readonly ends?: boolean; readonly more?: string },
  story: (told: { agent: TestAgent; asked: readonly Asked[]; release: () => void }) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const peer = await openaiPeer({
    models: ['test'],
    script(one) {
      asked.push(one);
      return mind(one, () => released, ends);
    },
  });
  const config = `[safe_mode]\nboots = 0\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n${more}`;
  try {
    await withAgent({ config }, agent => story({ agent, asked, release }));
  } finally {
    release();
    await peer.close();
  }
}

const give = (running: Running) =>
  running.http('/api/sessions/session:web:main/messages', { clientId: clientId(), text: 'give it away' });

const becomes = (t: TestContext, look: () => void | Promise<void>) =>
  t.waitFor(look, { interval: 50, timeout: 60_000 });

const replies = (agent: TestAgent) =>
  agent.tables
    .rows("SELECT body FROM messages WHERE session = 'session:web:main' AND role = 'assistant' ORDER BY n")
    .map(({ body }) => String(body));

const ofSecond = ({ body }: Asked) => /You are second/.test(JSON.stringify(body));

test('given work whose agent has used up its budget, when another one is named for that and the process is killed on the way, then that one has it with what was done by now, its result comes once, and both have their outcome', t =>
  withWork({}, async ({ agent, asked, release }) => {
    const killed = await agent.start({ STRAYLIGHT_CRASH_AT: 'step delegation<turn.ended:1' });
    void give(killed).catch(() => {});
    assert.equal((await killed.ended).signal, 'SIGKILL');
    const again = await agent.start();
    await becomes(t, () => assert.ok(asked.some(ofSecond)));
    await again.kill();
    const last = await agent.start();
    release();
    await becomes(t, () =>
      assert.match(replies(agent).at(-1) ?? '', /first did not finish, so second has done it\..*All is found\./),
    );
    const request = JSON.stringify(asked.findLast(ofSecond)?.body);
    assert.match(request, /look around/);
    assert.match(request, /Another agent, first, has worked on this before/);
    // what both it and the conversation may: no more
    assert.deepEqual(agent.tables.rows('SELECT agent, state, tools FROM agents_children'), [
      { agent: 'second', state: 'done', tools: '["list_files","read_file"]' },
    ]);
    assert.equal(
      agent.tables.value("SELECT count(*) FROM messages WHERE session = 'session:web:main' AND role = 'tool'"),
      1,
    );
    const { value } = await agent.json('outcomes', '--kind', 'agent');
    assert.deepEqual(value.map(({ name, state }: Record<string, unknown>) => [name, state]).toSorted(), [
      ['first', 'failed'],
      ['second', 'done'],
    ]);
    assert.match((await agent.straylight('agents')).out, /done, taken over from first/);
    assert.match((await agent.straylight('audit', 'list')).out, /agent\.reassigned/);
    await last.stop();
  }));

test('given work that neither agent finishes, then it has failed, and it is given on once', t =>
  withWork(
    { ends: false, more: agents.replace('purpose = "Ends."', 'purpose = "Ends."\nbudget_tokens = 1000') },
    async ({ agent }) => {
      const running = await agent.start();
      await give(running);
      await becomes(t, () =>
        assert.match(replies(agent).at(-1) ?? '', /first did not finish, and it was given to second\./),
      );
      assert.equal(agent.tables.value("SELECT count(*) FROM turns WHERE session LIKE 'session:agent:%'"), 2);
      assert.deepEqual(agent.tables.rows('SELECT agent, state FROM agents_children'), [
        { agent: 'second', state: 'failed' },
      ]);
      await running.stop();
    },
  ));
