/**
 * What of a long conversation a provider could read from its cache, by the peer's accounting (test/peers/anthropic-cache.ts),
 * also over the turns in which it is summarised.
 */
import assert from 'node:assert/strict';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { promptCache } from '../../peers/anthropic-cache.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { mind } from '../rig/mind.ts';

const key = 'sk-ant-test-4f1d9c27';
const turns = 30;
/** Each as long as half a pasted page; every fourth uses a tool. */
const said = Array.from({ length: turns }, (_, at) =>
  at % 4 === 1
    ? `remember that box ${at} holds the cables`
    : `this is turn ${at}: ${`line ${at} of a text. `.repeat(110)}`,
);
const summary = { goal: 'Count the boxes.', facts: ['Box 1 holds the cables.'] };

test('given 30 turns that fill a model again and again, when the cache is counted, then most of the input came from it, the turns with a summary included', async t => {
  const peer = await anthropicPeer({
    key,
    caching: true,
    models: [{ id: 'claude-sonnet-5', maxInputTokens: 32_000 }],
    async script(asked) {
      if (asked.system.startsWith('You summarise')) return { text: JSON.stringify(summary) };
      const { usage: _, ...turn } = await mind(asked);
      return turn;
    },
  });
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url };
  try {
    await withAgent({ config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n', env }, async agent => {
      const running = await agent.start();
      for (const text of said) assert.equal((await running.say('session:web:main', text)).outcome, 'done');
      const summaries = Number(agent.tables.value('SELECT count(*) FROM compactions'));
      assert.ok(summaries >= 1, 'it was summarised');
      const bodies = peer.requests.flatMap(({ path, body }) =>
        path === '/v1/messages' ? [body as Readonly<Record<string, unknown>>] : [],
      );
      const cache = promptCache();
      const total = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
      for (const body of bodies) {
        const usage = cache(body);
        for (const kind of Object.keys(total) as (keyof typeof total)[]) total[kind] += usage[kind];
      }
      const share = total.cacheReadTokens / (total.inputTokens + total.cacheReadTokens + total.cacheWriteTokens);
      t.diagnostic(
        `${(100 * share).toFixed(1)} % of the input of ${bodies.length} requests, ${summaries} of them summaries`,
      );
      assert.ok(share >= 0.85, `${share}`);
    });
  } finally {
    await peer.close();
  }
});
