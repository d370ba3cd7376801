/** What the agent learns from conversations by itself, told to the real program with the demo model. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';
import type { Wire } from '../rig/wire.ts';

/** What was said is looked through as soon as it is over. */
const soon = (mode: string) => `[learning]\npromotion_mode = "${mode}"\nidle_ms = 200\n`;

const learned = (agent: TestAgent) =>
  agent.tables.rows(
    "SELECT content, status, sightings, taint, contradicts IS NOT NULL AS against FROM memories WHERE source = 'observer' ORDER BY row",
  );

/** Says something, and waits until the run that looks through it has come to rest. */
async function tell(running: Wire, session: string, text: string, leaf = 'done'): Promise<string> {
  const stream = await running.stream();
  await running.say(session, text);
  const { rows } = await stream.until('batch', ({ rows }) => rows.some(isOver(session, leaf)));
  stream.close();
  return rows.find(isOver(session, leaf)).id;
}

const isOver = (session: string, leaf: string) => (row: { readonly id: string; readonly leaf: string }) =>
  row.id.startsWith(`observer:${session.slice('session:'.length)}~`) && row.leaf === leaf;

describe('learning from conversations', { concurrency: 2 }, () => {
  test('given a model that takes less than the conversation holds, when it has rested, then its newest words are read', async () => {
    const readings: string[] = [];
    const peer = await openaiPeer({
      models: ['m'],
      dialect: { facts: {}, takes: 4_096 },
      script: ({ body, tools }) => {
        if (tools.length > 0) return { text: 'I see.' };
        readings.push(JSON.stringify(body['messages']));
        return { text: '{"items": []}' };
      },
    });
    const models = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
    try {
      await withAgent({ config: `${soon('auto')}${models}` }, async agent => {
        const running = await agent.start();
        await tell(running, 'session:web:a', `${'The garden is large. '.repeat(1_500)}My sister lives in Graz.`);
        await running.stop();
        assert.equal(readings.length, 1);
        assert.match(readings[0] ?? '', /My sister lives in Graz/);
      });
    } finally {
      await peer.close();
    }
  });

  test('given the same said in three conversations, when each has rested, then it is staged, then active; and it contradicts, corrects and is undone', () =>
    withAgent({ config: soon('auto') }, async agent => {
      const running = await agent.start();
      await tell(running, 'session:web:a', 'My sister lives in Graz. How are you?');
      assert.deepEqual(learned(agent), [
        { content: 'My sister lives in Graz', status: 'pending', sightings: 1, taint: 'owner', against: 0 },
      ]);
      const { pending } = (await running.http('/api/memory/pending')).json;
      assert.partialDeepStrictEqual(pending, [
        {
          memory: { kind: 'fact', session: 'session:web:a' },
          evidence: { text: 'My sister lives in Graz. How are you?' },
        },
      ]);
      await tell(running, 'session:web:b', 'my sister lives in Graz!');
      await tell(running, 'session:web:c', 'My sister lives in Graz');
      assert.partialDeepStrictEqual(learned(agent), [{ status: 'active', sightings: 3 }]);

      await tell(running, 'session:web:d', 'My sister lives in Linz.');
      assert.partialDeepStrictEqual(learned(agent)[1], {
        content: 'My sister lives in Linz',
        status: 'pending',
        against: 1,
      });
      assert.match(
        String(agent.tables.value("SELECT text FROM reports WHERE subject LIKE 'observer:%'")),
        /in contradiction to what I know: 1\. \/memory pending/,
      );
      const [both] = (await running.http('/api/memory/pending')).json.pending;
      assert.equal(both.contradicts.content, 'My sister lives in Graz');

      // in words that the demo model leaves to the observer
      const batch = await tell(running, 'session:web:e', 'Nein, in fact, my sister lives in Wels.');
      const now = learned(agent);
      assert.partialDeepStrictEqual(now[0], { content: 'My sister lives in Graz', status: 'archived' });
      assert.partialDeepStrictEqual(now[1], { content: 'My sister lives in Linz', status: 'archived' });
      assert.partialDeepStrictEqual(now[2], { content: 'my sister lives in Wels', status: 'active' });
      const undone = await running.http('/api/memory/undo', { commandId: 'u1' });
      assert.partialDeepStrictEqual(undone.json, { batch, undone: 3, left: 0 });
      assert.partialDeepStrictEqual(learned(agent)[0], { content: 'My sister lives in Graz', status: 'active' });
      assert.equal(learned(agent).length, 2);
    }));

  test('given nothing new, when a conversation rests, then no model is asked; what is only asked teaches nothing', () =>
    withAgent({ config: soon('auto') }, async agent => {
      const running = await agent.start();
      assert.match(
        (await agent.straylight('memory', 'stats')).out,
        /^Learns by itself; last looked never, last learned never$/m,
      );
      await tell(running, 'session:web:a', 'where does my sister live?');
      assert.deepEqual(learned(agent), []);
      assert.equal(agent.tables.value("SELECT count(*) FROM actors WHERE machine = 'observer'"), 1);
      await running.stop();
      const again = await agent.start();
      await tell(again, 'session:web:b', 'I like tea');
      assert.equal(
        agent.tables.value("SELECT count(*) FROM actors WHERE machine = 'observer'"),
        2,
        'one for each news',
      );
      const { out } = await agent.straylight('memory', 'stats');
      assert.match(out, /^Learns by itself; last looked just now, last learned just now$/m);
    }));

  test('given the owner decides, when something is learned, then he is told, the run waits, and his word ends it', () =>
    withAgent({ config: soon('suggest') }, async agent => {
      const running = await agent.start();
      const run = await tell(running, 'session:web:a', 'I like tea. My office is in Baker Street.', 'waitingForInput');
      assert.match(
        String(agent.tables.value("SELECT text FROM reports WHERE subject LIKE 'observer:%'")),
        /^What I learned, waits for you: 2\./,
      );
      const { pending } = (await running.http('/api/memory/pending')).json;
      const decide = (at: number, decision: string) =>
        running.http(`/api/memory/${encodeURIComponent(pending[at].memory.id)}/decision`, {
          commandId: `d${at}`,
          decision,
        });
      const stream = await running.stream();
      assert.equal((await decide(0, 'accept')).json.memory.status, 'active');
      assert.equal((await decide(1, 'reject')).json.memory.status, 'archived');
      await stream.until('batch', ({ rows }) =>
        rows.some((row: { id: string; leaf: string }) => row.id === run && row.leaf === 'done'),
      );
      stream.close();
      await tell(running, 'session:web:b', 'I like tea. My office is in Baker Street.');
      assert.equal(
        (await running.http('/api/memory/pending')).json.pending.length,
        0,
        'what was rejected is not proposed again',
      );
    }));
});
