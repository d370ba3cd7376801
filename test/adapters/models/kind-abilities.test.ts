import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthropicKind } from '../../../src/adapters/models/anthropic/kind.ts';
import { ollamaKind } from '../../../src/adapters/models/ollama/kind.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import type { ModelKind } from '../../../src/ports/model-kind.ts';
import { asking } from '../../contracts/model.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { ollamaPeer } from '../../peers/ollama.ts';

const made = ({ settings, create }: ModelKind, table: object) =>
  create(settings?.parse(table), { clock: systemClock, secret: () => 'sk-ant-test' });
const signal = AbortSignal.timeout(20_000);

test('given Anthropic as its kind makes it, when tokens are to be counted, then it is asked', async () => {
  const peer = await anthropicPeer();
  try {
    const provider = await made(anthropicKind, { base_url: peer.url });
    assert.ok(((await provider.countTokens?.(asking('claude-sonnet-5', 'Hello'), signal)) ?? 0) > 0);
  } finally {
    await peer.close();
  }
});

test('given Ollama as its kind makes it, when a model is to be loaded, then it is, unless the settings say not to', async () => {
  const peer = await ollamaPeer();
  try {
    const provider = await made(ollamaKind, { host: peer.url });
    await provider.preload?.('qwen3:8b', signal);
    assert.ok(peer.requests.some(({ path }) => path === '/api/generate'));
    assert.equal((await made(ollamaKind, { host: peer.url, preload: false })).preload, undefined);
  } finally {
    await peer.close();
  }
});
