/** What of a conversation is read from Anthropic's prompt cache, by the peer's accounting (test/peers/anthropic-cache.ts). */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { mind } from '../rig/mind.ts';

const key = 'sk-ant-test-4f1d9c27';
const shim = new URL('../rig/set-clock.ts', import.meta.url).href;
/** The turns of the measurement, each as long as a pasted page; every third uses a tool. */
const said = Array.from({ length: 10 }, (_, at) =>
  at % 3 === 1
    ? `remember that box ${at} holds the cables`
    : `this is turn ${at}: ${`line ${at} of a text. `.repeat(250)}`,
);

test('given ten turns, each in another minute, when the cache is counted, then most of the input came from it', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-cache-'));
  const clock = join(folder, 'clock');
  const peer = await anthropicPeer({
    key,
    caching: true,
    async script(asked) {
      const { usage: _, ...turn } = await mind(asked);
      return turn;
    },
  });
  const env = {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: peer.url,
    STRAYLIGHT_TEST_CLOCK: clock,
    NODE_OPTIONS: `--conditions=development --import ${shim}`,
  };
  try {
    await withAgent({ config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n', env }, async agent => {
      const totals = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
      for (const [turn, text] of said.entries()) {
        writeFileSync(clock, String(turn * 61_000));
        const { value } = await agent.json('ask', text);
        for (const kind of Object.keys(totals) as (keyof typeof totals)[]) totals[kind] += value.usage[kind];
      }
      const times = peer.requests.flatMap(({ body }) => /It is \w+, [^(]*/.exec(JSON.stringify(body)) ?? []);
      assert.equal(new Set(times).size, said.length);
      const { inputTokens, cacheReadTokens, cacheWriteTokens } = totals;
      const read = cacheReadTokens / (inputTokens + cacheReadTokens + cacheWriteTokens);
      t.diagnostic(`cache reads are ${read.toFixed(3)} of the input`);
      assert.ok(read >= 0.87, `${read}`);
    });
  } finally {
    await peer.close();
    rmSync(folder, { recursive: true });
  }
});
