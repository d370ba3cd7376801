import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../../../config/load.ts';
import { builtInKinds } from '../../../src/adapters/kinds.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { embeddingCheck } from '../../../src/commands/doctor/model-check.ts';
import { defined } from '../../../src/domain/text/json.ts';
import { checks } from '../../../src/features/models/checks.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { ollamaPeer } from '../../peers/ollama.ts';

/** What the doctor finds of each provider, asked at peers that list `claude-sonnet-5` and `qwen3:8b`. */
async function findings(t: TestContext, settings: string, apiKey?: string) {
  const [anthropic, ollama] = await Promise.all([
    anthropicPeer({ models: [{ id: 'claude-sonnet-5', maxInputTokens: 200_000 }] }),
    ollamaPeer({
      models: [
        { name: 'qwen3:8b', capabilities: ['completion', 'tools'], contextTokens: 8_192 },
        ...(settings.includes('nomic') ? [{ name: 'nomic:1', capabilities: ['embedding'], contextTokens: 2_048 }] : []),
      ],
    }),
  ]);
  const home = mkdtempSync(join(tmpdir(), 'straylight-models-'));
  t.after(async () => {
    rmSync(home, { recursive: true });
    await Promise.all([anthropic.close(), ollama.close()]);
  });
  writeFileSync(join(home, 'config.toml'), settings);
  const loaded = loadConfig({
    home,
    env: { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: anthropic.url, OLLAMA_HOST: ollama.url },
  });
  assert.ok(loaded.ok, loaded.ok ? '' : loaded.message);
  const asked = await checks({ kinds: builtInKinds, config: loaded.config, clock: systemClock });
  const found = asked.map(async ({ name, run }) => {
    const finding = await run(AbortSignal.timeout(10_000));
    return [name, finding.verdict === 'ok' ? 'ok' : `${finding.verdict}: ${finding.found}`];
  });
  return Object.fromEntries(await Promise.all(found));
}

const key = 'sk-ant-test';

for (const [what, settings, apiKey, expected] of [
  ['models that are there', 'default = "anthropic/claude-sonnet-5"\nfallbacks = ["ollama/qwen3:8b"]', key, {}],
  [
    'a model that takes little at once',
    'default = "ollama/qwen3:8b"',
    key,
    {
      'Model ollama':
        'warn: connected; qwen3:8b takes only 8,192 tokens at once: tools are described in few words, and what does not fit is left out',
    },
  ],
  [
    'a default that is not there',
    'default = "anthropic/nosuch"',
    key,
    { 'Model anthropic': 'fail: connected, but it does not offer nosuch (models.default); it offers claude-sonnet-5' },
  ],
  [
    'a fallback and a role that are not there',
    'default = "anthropic/claude-sonnet-5"\nfallbacks = ["ollama/nosuch:1b"]\nroles.session = "ollama/other"',
    key,
    {
      'Model ollama':
        'fail: connected, but it does not offer nosuch:1b (models.fallbacks), other (models.roles.session); it offers qwen3:8b',
    },
  ],
  [
    'no default, and a choice that the service does not list',
    '',
    key,
    {
      'Model anthropic':
        'fail: connected, but it does not offer claude-sonnet-5-5 (chosen here, since ANTHROPIC_API_KEY is set); it offers claude-sonnet-5',
    },
  ],
  [
    'a model for embeddings',
    'default = "anthropic/claude-sonnet-5"\nroles.embedding = "ollama/nomic:1"',
    key,
    { Embeddings: 'ok' },
  ],
  [
    'a model for embeddings that makes none',
    'default = "anthropic/claude-sonnet-5"\nroles.embedding = "anthropic/claude-sonnet-5"',
    key,
    { Embeddings: 'fail: anthropic/claude-sonnet-5 has no embeddings' },
  ],
  [
    'a default of a provider without its key',
    'default = "anthropic/claude-sonnet-5"',
    undefined,
    { 'Model anthropic': 'fail: named in config.toml, and ANTHROPIC_API_KEY is not set' },
  ],
  [
    'a gate that asks a model that is not there',
    '[[gates]]\nname = "tone"\non = "output"\nkind = "model"\nquestion = "Is it rude?"\nmodel = "ollama/judge:1b"',
    undefined,
    { 'Model ollama': 'fail: connected, but it does not offer judge:1b (gate tone); it offers qwen3:8b' },
  ],
] as const)
  test(`given ${what}, when the doctor asks the providers, then its verdict follows`, async t => {
    const found = await findings(t, settings.startsWith('[') ? settings : `[models]\n${settings}`, apiKey);
    const isThere = {
      'Model rehearsal': 'ok',
      'Model ollama': 'ok',
      ...defined({ 'Model anthropic': apiKey ? 'ok' : undefined }),
    };
    assert.deepEqual(found, { ...isThere, ...expected });
  });

test('given a machine without sqlite-vec, when the doctor asks the model for embeddings, then it warns that words alone find', async () => {
  const provider = { embed: async () => ({ vectors: [[0.5, 0.5]] }) };
  const check = embeddingCheck('ollama/nomic:1', 'nomic:1', provider, () => {
    throw new Error('Unsupported platform for sqlite-vec, on a linux-riscv64 machine');
  });
  const { verdict, found, details, advice } = await check.run(AbortSignal.timeout(5_000));
  assert.deepEqual(
    { verdict, found, details },
    {
      verdict: 'warn',
      found: 'ollama/nomic:1 answers, but sqlite-vec cannot be loaded',
      details: ['Unsupported platform for sqlite-vec, on a linux-riscv64 machine'],
    },
  );
  assert.match(advice ?? '', /words alone/);
});
