/** Texts as vectors by the model of the role `embedding` (src/ports/model-call.ts), over real HTTP and real rows. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { anthropicModels } from '../../../src/adapters/models/anthropic/anthropic.ts';
import { ollamaModels } from '../../../src/adapters/models/ollama/ollama.ts';
import { compatibleDialect } from '../../../src/adapters/models/openai/dialect.ts';
import { openaiModels } from '../../../src/adapters/models/openai/openai.ts';
import { redactedProvider } from '../../../src/adapters/models/redacted-provider.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import type { ModelPeer } from '../../peers/model-server.ts';
import { ollamaPeer } from '../../peers/ollama.ts';
import { openaiPeer } from '../../peers/openai.ts';
import { callsOver } from '../calling.ts';
import { openStores } from '../stores.ts';

const signal = new AbortController().signal;
const common = { clock: systemClock, firstByteMs: 5000, silenceMs: 5000 };
const secret = 'hunter2-hunter2';

/** Model calls with both servers, the model of the role as it is named. */
async function calling(t: TestContext, embedding: string | undefined) {
  const { database } = openStores(t);
  const [ollama, server] = await Promise.all([ollamaPeer(), openaiPeer({ models: ['text-embedding-3-small'] })]);
  t.after(() => Promise.all([ollama.close(), server.close()]));
  const redactor = createRedactor([{ name: 'KEY', value: secret }]);
  const providers = [
    ollamaModels({ ...common, host: ollama.url }),
    openaiModels({
      ...common,
      name: 'openai',
      title: 'OpenAI',
      baseUrl: `${server.url}/v1`,
      apiKey: '',
      addressSetting: 'base_url',
      dialect: compatibleDialect,
      contextTokens: 8192,
      takesImages: false,
    }),
    anthropicModels({ ...common, apiKey: 'none', baseUrl: server.url }),
  ].map(provider => redactedProvider(provider, redactor));
  const roles: Readonly<Record<string, string>> = embedding === undefined ? {} : { embedding };
  const calls = callsOver(database, providers, { settings: { default: 'ollama/qwen3:8b', roles } });
  const embed = (...texts: string[]) => calls.embed({ heading: 'memory', texts }, { signal });
  const made = ({ requests }: ModelPeer) =>
    requests.filter(({ path }) => /embed/.test(path)).map(({ body }) => body as { readonly input: readonly string[] });
  return { database, calls, embed, ollama: () => made(ollama), server: () => made(server) };
}

const likeness = (a: Float32Array, b: Float32Array) => a.reduce((sum, part, at) => sum + part * (b[at] ?? 0), 0);

suite('texts as vectors', () => {
  for (const [name, at] of [
    ['ollama/nomic-embed-text', 'ollama'],
    ['openai/text-embedding-3-small', 'server'],
  ] as const)
    test(`given ${name}, when texts are embedded, then each has a vector of length 1 in its place, stamped and counted`, async t => {
      const made = await calling(t, name);
      const { vectors, model, dimensions, usage } = await made.embed('green tea', 'a loud drum', 'tea, green');
      assert.deepEqual([model, dimensions, vectors.length, made.calls.embeds], [name, 64, 3, name]);
      const [tea, drum, again] = vectors as [Float32Array, Float32Array, Float32Array];
      for (const vector of vectors) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
      assert.ok(likeness(tea, again) > 0.99 && likeness(tea, drum) < 0.5);
      assert.equal(made[at]().length, 1);
      const row = made.database.prepare('SELECT session, model, state, tokens FROM spend').get();
      assert.deepEqual(row, { session: 'memory', model: name, state: 'settled', tokens: usage.inputTokens });
    });

  test('given many texts, when they are embedded, then they go in batches, and come back in their order', async t => {
    const { embed, ollama } = await calling(t, 'ollama/nomic-embed-text');
    const texts = Array.from({ length: 150 }, (_, at) => `word${at}`);
    const { vectors } = await embed(...texts);
    assert.deepEqual(
      ollama().map(({ input }) => input.length),
      [64, 64, 22],
    );
    const [alone] = (await embed('word149')).vectors;
    assert.ok(alone && likeness(alone, vectors[149] ?? alone) > 0.99);
  });

  test('given a secret in a text, when it is embedded, then the server does not see it', async t => {
    const { embed, ollama } = await calling(t, 'ollama/nomic-embed-text');
    await embed(`the password is ${secret}`);
    assert.ok(!JSON.stringify(ollama()).includes(secret));
  });

  for (const [what, name, expected] of [
    ['no model for it', undefined, /set embedding in \[models\.roles\]/],
    ['a provider that embeds nothing', 'anthropic/claude-haiku-4-5', /the provider anthropic has no embeddings/],
    ['a model that is not there', 'openai/nosuch', /404/],
    ['a model that talks', 'ollama/qwen3:8b', /does not support embeddings/],
  ] as const)
    test(`given ${what}, when texts are embedded, then the failure says what to do`, async t => {
      const { embed } = await calling(t, name);
      const failure = toFailure(await embed('tea').catch((thrown: unknown) => thrown));
      assert.equal(failure.kind, 'invalid');
      assert.match(failure.message, expected);
    });

  test('given no text, and an empty one, when they are embedded, then the answer is none, and a failure', async t => {
    const { embed } = await calling(t, 'ollama/nomic-embed-text');
    assert.deepEqual((await embed()).vectors, []);
    assert.match(toFailure(await embed('tea', ' ').catch((thrown: unknown) => thrown)).message, /text 2 of 2 is empty/);
  });
});
