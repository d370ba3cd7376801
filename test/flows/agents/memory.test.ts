/** Memories of agents, in the whole program: each reads and keeps those of its partitions, by no way any others. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

/** Gives work by `delegate AGENT: WORK`; work is `call TOOL {JSON}`. Each says what its calls came to. */
function mind({ said, results }: Asked): Turn {
  if (results.length > 0) return { text: `It came to: ${results.map(({ text }) => text).join(' | ')}` };
  const [, agent = '', task = ''] = /^delegate (\w+): (.+)$/s.exec(said) ?? [];
  if (agent !== '') return { toolCalls: [{ name: 'delegate', arguments: { agent, task } }] };
  const [, name = '', args = '{}'] = /^call (\w+) (.*)$/s.exec(said) ?? [];
  if (name !== '') return { toolCalls: [{ name, arguments: args }] };
  return { text: `I see: ${said}` };
}

const agents = `[agents.gardener]
purpose = "Looks after the garden."
tools = ["*"]
memory = ["garden"]
[agents.driver]
purpose = "Looks after the car."
tools = ["*"]
memory = ["car"]
`;

interface Told {
  readonly agent: TestAgent;
  readonly running: Running;
  readonly asked: readonly Asked[];
  /** Says something and answers the reply. */
  readonly say: (text: string) => Promise<string>;
}

async function withMemories(t: TestContext, story: (told: Told) => Promise<void>): Promise<void> {
  const asked: Asked[] = [];
  const peer = await openaiPeer({
    models: ['test'],
    script(one) {
      asked.push(one);
      return mind(one);
    },
  });
  const settings = `[safe_mode]\nboots = 0\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n${agents}`;
  try {
    await withAgent({ config: settings }, async agent => {
      const running = await agent.start();
      const replies = () =>
        agent.tables.rows(
          "SELECT body FROM messages WHERE session = 'session:web:main' AND role = 'assistant' ORDER BY n",
        );
      const say = async (text: string) => {
        const before = turns(agent);
        await running.http('/api/sessions/session:web:main/messages', { clientId: clientId(), text });
        await t.waitFor(() => assert.equal(turns(agent), before + 1), { interval: 50, timeout: 60_000 });
        return String(replies().at(-1)?.['body'] ?? '');
      };
      await story({ agent, running, asked, say });
      await running.stop();
    });
  } finally {
    await peer.close();
  }
}

const turns = (agent: TestAgent) =>
  Number(agent.tables.value("SELECT count(*) FROM turns WHERE session = 'session:web:main' AND outcome <> 'running'"));

const save = (content: string) => `call memory_save ${JSON.stringify({ content })}`;
const search = (query: string) => `call memory_search ${JSON.stringify({ query })}`;

test('given two agents with partitions, when each saves and searches, then a memory carries the partition of its agent, the other does not find it, no way leads to those of all, and the main conversation finds both', t =>
  withMemories(t, async ({ agent, asked, say }) => {
    await say(save('The roses of the owner are by the gate.'));
    await say(`delegate gardener: ${save('The roses need water on Mondays.')}`);
    await say(`delegate driver: ${save('The tyres of the car are worn, like the roses.')}`);
    const kept = agent.tables.rows('SELECT partition, status, source, taint FROM memories ORDER BY row');
    assert.deepEqual(
      kept.map(({ partition, status, source }) => [partition, status, source]),
      [
        ['global', 'active', 'owner'],
        ['agents:garden', 'active', 'tool'],
        ['agents:car', 'active', 'tool'],
      ],
    );
    for (const query of ['roses', 'roses by the gate', '*', 'tyres of the car']) {
      const found = await say(`delegate gardener: ${search(query)}`);
      assert.doesNotMatch(found, /by the gate\.|tyres of the car are/, query);
    }
    assert.match(await say(`delegate gardener: ${search('roses')}`), /roses need water on Mondays/);
    // by the ids of others
    const [global, , car] = agent.tables.rows('SELECT id FROM memories ORDER BY row').map(({ id }) => String(id));
    for (const id of [global, car])
      for (const call of [
        `call memory_read {"id":"${id}"}`,
        `call memory_update {"id":"${id}","content":"It is mine."}`,
        `call memory_forget {"id":"${id}"}`,
      ])
        assert.doesNotMatch(await say(`delegate gardener: ${call}`), /gate|tyres/, call);
    assert.equal(agent.tables.value('SELECT count(*) FROM memories'), 3);
    assert.equal(agent.tables.value("SELECT count(*) FROM memories WHERE content LIKE '%mine%'"), 0);
    // through what other conversations do or know
    for (const call of [
      'call schedule_job {"schedule":"in 2 hours","say":"Tell me of the roses."}',
      'call forget_words {"words":"roses of the owner"}',
      'call create_skill {"name":"spy","description":"Spies.","text":"Search the memories."}',
    ])
      assert.match(await say(`delegate gardener: ${call}`), /may (?:leave nothing|only forget)|expected|not/, call);
    assert.equal(
      agent.tables.value("SELECT count(*) FROM actors WHERE machine = 'job' AND address NOT LIKE '%heartbeat%'"),
      0,
    );
    // what it is shown unasked
    await say('delegate gardener: say what you know of the roses');
    const [shown] = asked.filter(one => one.said.startsWith('say what you know'));
    assert.match(JSON.stringify(shown?.body), /roses need water on Mondays/);
    assert.doesNotMatch(JSON.stringify(shown?.body), /by the gate\.|tyres of the car are/);
    // what one agent gives on is held by both lists
    const given = await say(`delegate driver: delegate gardener: ${search('roses')}`);
    assert.doesNotMatch(given, /Mondays|by the gate\./);
    const all = await say(search('roses'));
    assert.match(all, /by the gate/);
    assert.match(all, /Mondays/);
    assert.match(all, /tyres/);
  }));
