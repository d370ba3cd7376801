import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from '../../slow.ts';
import { scratchHome } from '../bench-home.ts';
import { contenderOf, modelPeer } from '../process/processes.ts';
import { parts } from './parts.ts';

/** A turn of two tool steps in the host with the first so many parts. */
async function tookWith(t: TestContext, count: number, url: string) {
  const { home, remove } = scratchHome();
  const side = await contenderOf('../ablation/side.ts', [String(count), home, url]);
  t.after(async () => {
    await side.close();
    remove();
  });
  return side.run({ name: 'told', sessions: 2, turns: 1, text: '2 steps, please' });
}

test('given the bare host, all parts but the whole agent, and the whole one with its page, then each takes the turn', async t => {
  const model = await modelPeer();
  t.after(() => model.close());
  const whole = parts.findIndex(({ name }) => name === 'everything else');
  const bare = await tookWith(t, 0, model.url);
  const grown = await tookWith(t, whole, model.url);
  const open = await tookWith(t, parts.length, model.url);
  for (const { replies, counts } of [bare, grown, open]) {
    assert.deepEqual(replies, ['All is said.', 'All is said.']);
    assert.ok((counts['bytes'] ?? 0) > 0);
  }
  // both begin and end a turn and two calls: a step each at the least
  assert.ok((bare.counts['steps'] ?? 0) >= 2 * 4, JSON.stringify(bare.counts));
  assert.ok((grown.counts['steps'] ?? 0) >= (bare.counts['steps'] ?? 0));
  assert.ok((grown.counts['statements'] ?? 0) > (bare.counts['statements'] ?? 0));
  assert.ok((open.counts['statements'] ?? 0) > (grown.counts['statements'] ?? 0));
});
