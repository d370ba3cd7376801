import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { builtInKinds } from '../../../src/adapters/kinds.ts';
import { anthropicModels } from '../../../src/adapters/models/anthropic/anthropic.ts';
import { chooseModel } from '../../../src/adapters/models/choose-model.ts';
import { ollamaModels } from '../../../src/adapters/models/ollama/ollama.ts';
import { rehearsalModels } from '../../../src/adapters/models/rehearsal/rehearsal.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { inEnglish, says } from '../../../src/domain/policy/sentence.ts';
import type { ModelProvider } from '../../../src/ports/model.ts';
import { type OllamaPeerModel, ollamaPeer } from '../../peers/ollama.ts';

const model = (name: string, ...capabilities: string[]): OllamaPeerModel => ({
  name,
  contextTokens: 4096,
  capabilities,
});
const deadlines = { firstByteMs: 5000, silenceMs: 5000 };

/** An Ollama with these models, over real HTTP. */
async function ollama(t: TestContext, ...models: readonly OllamaPeerModel[]) {
  const peer = await ollamaPeer({ models });
  t.after(() => peer.close());
  return { peer, provider: ollamaModels({ host: peer.url, clock: systemClock, ...deadlines }) };
}

const nobody = () => ollamaModels({ host: 'http://127.0.0.1:1', clock: systemClock, ...deadlines });

/** What is chosen where these providers could be made, and the built-in one, which always can. */
function chosenOf(configured: string | undefined, ...made: readonly ModelProvider[]) {
  const providers = new Map([...made, rehearsalModels()].map(provider => [provider.name, provider]));
  return chooseModel({ configured, kinds: builtInKinds.models, providers });
}

suite('what the owner said', () => {
  test('given a model in config.toml, when one is chosen, then it is that one, and nobody is asked', async t => {
    const { peer, provider } = await ollama(t, model('qwen3:8b', 'completion', 'tools'));
    const chosen = await chosenOf(
      'peer/one',
      provider,
      anthropicModels({ apiKey: 'sk-ant-none', clock: systemClock, ...deadlines }),
    );
    assert.deepEqual(chosen, { name: 'peer/one', reason: says`named in config.toml` });
    assert.deepEqual(peer.requests, []);
  });

  test('given a key for Anthropic, when one is chosen, then it is a Claude, and Ollama is not asked', async t => {
    const { peer, provider } = await ollama(t, model('qwen3:8b', 'completion', 'tools'));
    const chosen = await chosenOf(
      undefined,
      provider,
      anthropicModels({ apiKey: 'sk-ant-none', clock: systemClock, ...deadlines }),
    );
    assert.match(chosen.name, /^anthropic\/claude-/);
    assert.match(inEnglish(chosen.reason), /ANTHROPIC_API_KEY/);
    assert.deepEqual(peer.requests, []);
  });
});

suite('what answers on this machine', () => {
  const tables: readonly (readonly [string, readonly OllamaPeerModel[], string])[] = [
    ['one model', [model('qwen3:8b', 'completion', 'tools')], 'ollama/qwen3:8b'],
    [
      'a model for embeddings that was pulled last',
      [model('nomic-embed-text:latest', 'embedding'), model('qwen3:8b', 'completion', 'tools')],
      'ollama/qwen3:8b',
    ],
    [
      'a model without tools before one with',
      [model('plain:1b', 'completion'), model('qwen3:8b', 'completion', 'tools')],
      'ollama/qwen3:8b',
    ],
    [
      'no model with tools',
      [model('nomic-embed-text:latest', 'embedding'), model('plain:1b', 'completion')],
      'ollama/plain:1b',
    ],
    ['embeddings alone', [model('nomic-embed-text:latest', 'embedding')], 'rehearsal/rehearsal'],
    ['no model at all', [], 'rehearsal/rehearsal'],
  ];
  for (const [what, models, name] of tables)
    test(`given an Ollama with ${what}, when one is chosen, then it is ${name}`, async t => {
      const { provider } = await ollama(t, ...models);
      const chosen = await chosenOf(undefined, provider);
      assert.equal(chosen.name, name);
      if (name.startsWith('rehearsal'))
        assert.match(inEnglish(chosen.reason), /has no model/, 'that Ollama answers is not denied');
    });

  test('given nothing that answers, when one is chosen, then it is the rehearsal model, and the owner reads what would give it a mind', async () => {
    const chosen = await chosenOf(undefined, nobody());
    assert.equal(chosen.name, 'rehearsal/rehearsal');
    assert.match(inEnglish(chosen.reason), /ANTHROPIC_API_KEY.*Ollama/);
  });

  test('given an Ollama that takes the connection and never answers, when one is chosen, then the start does not wait for it', async t => {
    const { createServer } = await import('node:net');
    const server = createServer(() => {});
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    t.after(() => void server.close());
    const { port } = server.address() as { port: number };
    const silent = ollamaModels({ host: `http://127.0.0.1:${port}`, clock: systemClock, ...deadlines });
    const chosen = await chosenOf(undefined, silent);
    assert.equal(chosen.name, 'rehearsal/rehearsal');
  });
});
