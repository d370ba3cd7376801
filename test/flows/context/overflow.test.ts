/** A model that refuses a request as too long is asked once more, with less; only then another one is. */
import assert from 'node:assert/strict';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const refusal = (tokens: number): Turn => ({
  fault: {
    status: 400,
    message: `This model's maximum context length is ${tokens} tokens. However, you requested more.`,
  },
});
const sizeOf = ({ body }: Asked) => JSON.stringify(body['messages']).length;

test('given a server that says nothing of its window, when it refuses a long conversation, then the same model answers the same turn with less; one that refuses always is followed by the next', async () => {
  const sizes: number[] = [];
  let most = Number.POSITIVE_INFINITY;
  const [small, next] = await Promise.all([
    openaiPeer({
      models: ['m'],
      script(asked) {
        sizes.push(sizeOf(asked));
        return sizeOf(asked) > most ? refusal(16_000) : { text: 'Done by the first.' };
      },
    }),
    openaiPeer({ models: ['n'], script: () => ({ text: 'Done by the next.' }) }),
  ]);
  const config = [
    '[models]\ndefault = "first/m"\nfallbacks = ["other/n"]',
    `[models.providers.first]\npreset = "compatible"\nbase_url = "${small.url}/v1"\ncontext_tokens = 60000`,
    `[models.providers.other]\npreset = "compatible"\nbase_url = "${next.url}/v1"\ncontext_tokens = 60000`,
  ].join('\n');
  try {
    await withAgent({ config }, async agent => {
      const running = await agent.start();
      const say = (text: string) => running.say('session:web:main', text);
      for (let at = 1; at <= 6; at += 1) await say(`page ${at}: ${'some words of the log. '.repeat(300)}`);
      most = Math.max(...sizes);
      sizes.length = 0;
      const { reply, outcome } = await say('and what now?');
      assert.deepEqual([outcome, sizes.length], ['done', 2], sizes.join());
      assert.ok((sizes[1] ?? 0) < (sizes[0] ?? 0) && (sizes[1] ?? 0) <= most, 'the second try is shorter');
      assert.match(reply, /^Done by the first\./);
      assert.ok(agent.tables.rows("SELECT 1 FROM turns WHERE outcome = 'done'").length === 7);

      most = 0;
      sizes.length = 0;
      const { reply: other } = await say('and now?');
      assert.ok(sizes.length >= 2, `${sizes.length} tries of the first`);
      assert.match(other, /^Done by the next\./);
    });
  } finally {
    await Promise.all([small.close(), next.close()]);
  }
});
