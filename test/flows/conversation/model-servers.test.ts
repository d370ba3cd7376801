/** Servers of OpenAI's API as an owner names them in config.toml: real processes against peers in two dialects. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Script } from '../../peers/script.ts';
import { withAgent } from '../rig/agent.ts';

const key = 'sk-or-test-5d20c7e1';

/** Asks for one command, then says what came of it. */
const oneStep: Script = ({ steps, results, model }) =>
  steps === 0
    ? { text: 'Let me look.', toolCalls: [{ name: 'execute_command', arguments: { command: 'echo forty-two' } }] }
    : { text: `${model} read: ${results[0]?.text.trim()}` };

describe('servers of models that the owner names', { concurrency: 2 }, () => {
  test('given one like OpenRouter and one like llama.cpp, when both use tools and the second ends, then the first answers and the reply says why', async () => {
    const hosted = await openaiPeer({
      key,
      script: oneStep,
      models: ['meta/llama-4:free'],
      dialect: { reasoning: 'reasoning', facts: { context_length: 131_072, supported_parameters: ['tools'] } },
    });
    const local = await openaiPeer({
      script: oneStep,
      models: ['tiny'],
      dialect: { calls: 'whole', callIds: false, usage: 'last', facts: { meta: { n_ctx_train: 32_768 } } },
    });
    const config = [
      '[models]',
      'default = "llamacpp/tiny"',
      'fallbacks = ["openrouter/meta/llama-4:free"]',
      '[models.providers.llamacpp]',
      `base_url = "${local.url}/v1"`,
      '[models.providers.openrouter]',
      `base_url = "${hosted.url}/v1"`,
    ].join('\n');
    try {
      await withAgent({ config, env: { OPENROUTER_API_KEY: key }, secrets: [key] }, async agent => {
        const running = await agent.start();
        assert.match((await running.say('session:web:main', 'Look.')).reply, /tiny read: .*forty-two/s);
        assert.equal(hosted.requests.filter(({ path }) => path === '/v1/chat/completions').length, 0);

        assert.match((await agent.straylight('doctor')).out, /llamacpp/);
        await local.close();
        const { reply, notes } = await running.say('session:web:main', 'Look again.');
        assert.match(reply, /meta\/llama-4:free read: .*forty-two/s);
        assert.match(notes.join('\n'), /was not reachable; openrouter\/meta\/llama-4:free answered/);
      });
    } finally {
      await Promise.all([hosted.close(), local.close()]);
    }
  });
});
