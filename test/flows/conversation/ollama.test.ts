/** The same conversation with Ollama's wire, and what is only Ollama's: found by itself, models without tools. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { ollamaPeer } from '../../peers/ollama.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { mind } from '../rig/mind.ts';
import { modelStories, told } from '../rig/models.ts';

modelStories({
  name: 'Ollama',
  model: 'ollama/qwen3:8b',
  path: '/api/chat',
  table: 'ollama',
  peer: script => ollamaPeer({ script }),
  env: peer => ({ OLLAMA_HOST: peer.url }),
  tells: told(['inputTokens', 'outputTokens']),
  secrets: [],
});

describe('only with Ollama', { concurrency: 4 }, () => {
  test('given nothing configured and an Ollama that answers, when the agent starts, then it is chosen, named, and answers', async () => {
    const peer = await ollamaPeer({ script: mind });
    try {
      await withAgent({ env: { OLLAMA_HOST: peer.url } }, async agent => {
        const running = await agent.start();
        assert.match(running.greeting, /^Model {5}ollama\/qwen3:8b \(Ollama answers on this machine\)$/m);
        const { reply } = await running.say('session:web:main', 'run uname -a');
        assert.match(reply, /Linux /);
      });
    } finally {
      await peer.close();
    }
  });

  test('given a model without tools, when it is asked, then none are offered and its words count', async () => {
    const peer = await ollamaPeer({ script: ({ tools }) => ({ text: `${tools.length} tools` }) });
    try {
      await withAgent(
        { config: '[models]\ndefault = "ollama/plain:1b"\n', env: { OLLAMA_HOST: peer.url } },
        async agent => assert.match(await agent.ask('hello'), /^0 tools\n/),
      );
    } finally {
      await peer.close();
    }
  });
});
