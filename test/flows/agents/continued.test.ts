/** Work whose steps are used up, in the whole program: it goes on in another conversation, and its result comes once. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

/** Its agent lists files until it gets no more tools; so often that it is continued as `last` says. */
function mind(asked: Asked, last: number, held: () => Promise<void>): Turn {
  const { said, results, tools, body } = asked;
  if (said.startsWith('give')) {
    if (results.length > 0) return { text: `It came to: ${results.map(({ text }) => text).join(' | ')}` };
    return { toolCalls: [{ name: 'delegate', arguments: { agent: 'researcher', task: 'look around' } }] };
  }
  const hop = Number(/continuation (\d) of 3/.exec(JSON.stringify(body))?.[1] ?? 0);
  if (hop === last) return { text: 'All is found.' };
  if (!tools.includes('list_files')) return { text: `Part ${hop}.`, between: held };
  return { toolCalls: [{ name: 'list_files', arguments: {} }] };
}

async function withWork(
  last: number,
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
      return mind(one, last, () => released);
    },
  });
  const config = `[safe_mode]\nboots = 0\n[limits]\nmax_steps_per_turn = 3\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n`;
  try {
    await withAgent({ config }, agent => story({ agent, asked, release }));
  } finally {
    release();
    await peer.close();
  }
}

/** An agent has used up its steps, and is asked for its last words. */
const isAtLimit = ({ tools, body }: Asked) =>
  !tools.includes('list_files') && JSON.stringify(body).includes('"look around');

const give = (running: Running) =>
  running.http('/api/sessions/session:web:main/messages', { clientId: clientId(), text: 'give it away' });

const becomes = (t: TestContext, look: () => void | Promise<void>) =>
  t.waitFor(look, { interval: 50, timeout: 60_000 });

const replies = (agent: TestAgent) =>
  agent.tables
    .rows("SELECT body FROM messages WHERE session = 'session:web:main' AND role = 'assistant' ORDER BY n")
    .map(({ body }) => String(body));

test('given an agent that uses up its steps twice, when the process is killed in each of its conversations, then it goes on from the records, its result comes once, and its row and its outcome say how often it went on', t =>
  withWork(2, async ({ agent, asked, release }) => {
    const first = await agent.start();
    await give(first);
    await becomes(t, () => assert.ok(asked.some(isAtLimit)));
    await first.kill();
    release();
    for (const point of ['step delegation<turn.ended:1', 'step session<message.received:1']) {
      const killed = await agent.start({ STRAYLIGHT_CRASH_AT: point });
      assert.equal((await killed.ended).signal, 'SIGKILL', point);
    }
    const second = await agent.start();
    await becomes(t, () => assert.match(replies(agent).at(-1) ?? '', /It came to: All is found\./));
    await second.stop();
    const hops = agent.tables.rows('SELECT hop, session, why FROM agents_hops ORDER BY hop');
    assert.deepEqual(
      hops.map(({ hop, why }) => [hop, why]),
      [
        [1, 'steps'],
        [2, 'steps'],
      ],
    );
    assert.deepEqual(agent.tables.rows('SELECT state FROM agents_children'), [{ state: 'done' }]);
    assert.equal(
      agent.tables.value("SELECT count(*) FROM messages WHERE session = 'session:web:main' AND role = 'tool'"),
      1,
    );
    assert.equal(agent.tables.value("SELECT count(*) FROM turns WHERE session LIKE 'session:agent:%'"), 3);
    assert.equal(
      agent.tables.value("SELECT count(*) FROM actors WHERE status = 'active' AND address LIKE 'session:agent:%'"),
      0,
    );
    // what it goes on with: the task, and what the records say
    const [again] = asked.filter(({ body }) => /continuation 1 of 3/.test(JSON.stringify(body)));
    const words = JSON.stringify(again?.body);
    assert.match(words, /look around/);
    assert.match(words, /your steps were used up/);
    assert.match(words, /Part 0\./);
    const { value } = await agent.json('outcomes', '--kind', 'agent');
    assert.deepEqual(
      value.map(({ state, hops: went, calls }: Record<string, unknown>) => [state, went, calls]),
      [['done', 2, 4]],
    );
    const listed = await agent.straylight('agents');
    assert.match(listed.out, /done, continued 2 times/);
  }));

test('given an agent that is never done, when it has gone on three times, then it goes on no more, and what it said last is the result', t =>
  withWork(4, async ({ agent, release }) => {
    release();
    const running = await agent.start();
    await give(running);
    await becomes(t, () => assert.match(replies(agent).at(-1) ?? '', /It came to: Part 3\./));
    assert.equal(agent.tables.value('SELECT count(*) FROM agents_hops'), 3);
    await running.stop();
  }));
