/** What servers of one's own say of their context length, in the answers their documentation gives (2026-11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compatibleDialect } from '../../../../src/adapters/models/openai/dialect.ts';
import { openaiModels } from '../../../../src/adapters/models/openai/openai.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { isTooLong, toFailure } from '../../../../src/domain/supervision/failure.ts';
import { asking, completed } from '../../../contracts/model.ts';
import { openaiPeer } from '../../../peers/openai.ts';

const mayBe = ['llamacpp', 'lmstudio', 'ollama'] as const;
const { signal } = new AbortController();

async function infoOf(dialect: NonNullable<Parameters<typeof openaiPeer>[0]>['dialect']) {
  const peer = await openaiPeer({ dialect, models: ['tiny'] });
  try {
    const { contextTokens, limit } = await modelsAt(peer.url).info('tiny', signal);
    return { contextTokens, limit };
  } finally {
    await peer.close();
  }
}

const modelsAt = (url: string) =>
  openaiModels({
    name: 'own',
    title: 'The server',
    baseUrl: `${url}/v1`,
    apiKey: '',
    addressSetting: 'base_url',
    dialect: compatibleDialect,
    takesImages: false,
    clock: systemClock,
    contextTokens: 8_192,
    limit: 'assumed',
    mayBe,
    firstByteMs: 20_000,
    silenceMs: 20_000,
  });

for (const [server, dialect, expected] of [
  [
    'llama.cpp, trained for more than it runs with',
    {
      facts: { meta: { n_ctx_train: 131_072 } },
      beside: { 'GET /props': { default_generation_settings: { n_ctx: 4_096 }, total_slots: 2 } },
    },
    { contextTokens: 4_096, limit: 'llamacpp' },
  ],
  [
    'LM Studio, with the model loaded shorter than it could be',
    {
      facts: {},
      beside: {
        'GET /api/v0/models': {
          data: [{ id: 'tiny', state: 'loaded', max_context_length: 131_072, loaded_context_length: 4_096 }],
        },
      },
    },
    { contextTokens: 4_096, limit: 'lmstudio' },
  ],
  [
    'Ollama under the API of OpenAI, with the model loaded',
    {
      facts: {},
      beside: { 'GET /api/ps': { models: [{ name: 'tiny:latest', model: 'tiny:latest', context_length: 6_144 }] } },
    },
    { contextTokens: 6_144, limit: 'ollama' },
  ],
  [
    'Ollama with a Modelfile',
    {
      facts: {},
      beside: { 'GET /api/ps': { models: [] }, 'POST /api/show': { parameters: 'stop "<end>"\nnum_ctx    12288' } },
    },
    { contextTokens: 12_288, limit: 'ollama' },
  ],
  [
    'Ollama where nothing is set',
    { facts: {}, beside: { 'GET /api/ps': { models: [] }, 'POST /api/show': {} } },
    { contextTokens: 4_096, limit: 'ollama' },
  ],
  ['vLLM', { facts: { max_model_len: 4_096 } }, { contextTokens: 4_096, limit: 'vllm' }],
  ['a server that says nothing', { facts: {} }, { contextTokens: 8_192, limit: 'assumed' }],
  [
    'a server that says what its model was made for alone',
    { facts: { meta: { n_ctx_train: 131_072 } } },
    { contextTokens: 8_192, limit: 'assumed' },
  ],
] as const)
  test(`given ${server}, when its context length is asked for, then it is what the server runs with`, async () => {
    assert.deepEqual(await infoOf(dialect), expected);
  });

test('given a server that says nothing and refuses a request as too long, when it is asked again, then its figure counts', async () => {
  const peer = await openaiPeer({ dialect: { facts: {}, takes: 1_000 }, models: ['tiny'] });
  try {
    const provider = modelsAt(peer.url);
    assert.equal((await provider.info('tiny', signal)).contextTokens, 8_192);
    const refused = await completed(provider, asking('tiny', 'x'.repeat(9_000))).catch(toFailure);
    assert.ok('kind' in refused && refused.kind === 'exhausted' && isTooLong(refused), JSON.stringify(refused));
    const { contextTokens, limit } = await provider.info('tiny', signal);
    assert.deepEqual([contextTokens, limit], [1_000, 'settings'], 'what a server has named is no guess');
  } finally {
    await peer.close();
  }
});

test('given a server that says more than it takes, when it refuses a request and names less, then that counts', async () => {
  const beside = { 'GET /props': { default_generation_settings: { n_ctx: 8_192 } } };
  const peer = await openaiPeer({ dialect: { facts: {}, takes: 1_000, beside }, models: ['tiny'] });
  try {
    const provider = modelsAt(peer.url);
    assert.equal((await provider.info('tiny', signal)).contextTokens, 8_192);
    await completed(provider, asking('tiny', 'x'.repeat(9_000))).catch(toFailure);
    const { contextTokens, limit } = await provider.info('tiny', signal);
    assert.deepEqual([contextTokens, limit], [1_000, 'llamacpp']);
  } finally {
    await peer.close();
  }
});
