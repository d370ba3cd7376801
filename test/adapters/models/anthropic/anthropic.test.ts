import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { anthropicModels } from '../../../../src/adapters/models/anthropic/anthropic.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { inEnglish } from '../../../../src/domain/policy/sentence.ts';
import type { ModelMessage, ModelProvider } from '../../../../src/ports/model.ts';
import { asking, completed, failsWith, lookUp, modelContract, userSays } from '../../../contracts/model.ts';
import { type AnthropicPeerOptions, anthropicPeer } from '../../../peers/anthropic.ts';
import type { ModelPeer } from '../../../peers/model-server.ts';
import { anthropicStage } from '../stages.ts';

modelContract('anthropic', anthropicStage, { refuses: true, countsCache: true });
modelContract('anthropic over the global fetch', () => anthropicStage(fetch), { refuses: true, countsCache: true });

const model = 'claude-sonnet-5';
const { signal } = new AbortController();

function models(baseUrl: string, apiKey = 'sk-ant-test'): ModelProvider {
  return anthropicModels({ apiKey, baseUrl, clock: systemClock, firstByteMs: 20_000, silenceMs: 20_000 });
}

async function withPeer(
  options: AnthropicPeerOptions,
  body: (models: ModelProvider, peer: ModelPeer) => Promise<void>,
): Promise<void> {
  const peer = await anthropicPeer(options);
  try {
    await body(models(peer.url), peer);
  } finally {
    await peer.close();
  }
}

test('given a conversation that grows by many blocks a step, then each call reads all that the last one wrote', async () => {
  await withPeer({ caching: true, script: () => ({ text: 'Noted.' }) }, async provider => {
    const system = [
      { text: 'You are terse. '.repeat(50), stable: true },
      { text: 'It is Monday.', stable: false },
    ];
    const history: ModelMessage[] = [userSays('Begin.')];
    let written = 0;
    for (let step = 0; step < 5; step += 1) {
      const { reply } = await completed(provider, asking(model, [...history], { system, tools: [lookUp] }));
      const { cacheReadTokens, cacheWriteTokens, inputTokens } = reply.usage;
      assert.equal(cacheReadTokens, written, `step ${step}`);
      assert.ok(inputTokens < 50, 'only what changes is neither read nor written');
      written = cacheReadTokens + cacheWriteTokens;
      const toolCalls = Array.from({ length: 12 }, (_, index) => ({
        id: `c${step}x${index}`,
        name: 'look_up',
        arguments: '{}',
      }));
      history.push({ role: 'assistant', text: '', toolCalls });
      for (const { id } of toolCalls)
        history.push({ role: 'tool', callId: id, name: 'look_up', text: 'found', failed: false });
    }
  });
});

test('given only the changing instructions changed, then all else is still read from the cache', async () => {
  await withPeer({ caching: true, script: () => ({ text: 'Noted.' }) }, async provider => {
    const on = async (day: string) => {
      const system = [
        { text: 'You are terse. '.repeat(50), stable: true },
        { text: day, stable: false },
      ];
      return (await completed(provider, asking(model, 'Hello', { system, tools: [lookUp] }))).reply.usage;
    };
    const { cacheWriteTokens } = await on('Monday');
    const tuesday = await on('Tuesday');
    assert.deepEqual([tuesday.cacheReadTokens, tuesday.cacheWriteTokens], [cacheWriteTokens, 0]);
  });
});

test('given a reply, then it carries the id under which the other side knows it', async () => {
  await withPeer({ script: [{ text: 'Hello' }] }, async provider => {
    const { reply } = await completed(provider, asking(model, 'Hello'));
    assert.match(reply.requestId ?? '', /^req_/);
  });
});

test('given the limit falls into a tool call, then only the calls before it count', async () => {
  const calls = [
    { name: 'look_up', arguments: { word: 'a' } },
    { name: 'look_up', arguments: '{"word": "b' },
  ];
  await withPeer({ script: [{ toolCalls: calls, stop: 'length' }] }, async provider => {
    const { reply } = await completed(provider, asking(model, 'Look.', { tools: [lookUp] }));
    assert.equal(reply.stop, 'length');
    assert.equal(reply.cutCall, calls.at(-1)?.name);
    assert.deepEqual(
      reply.toolCalls.map(call => call.arguments),
      ['{"word":"a"}'],
    );
  });
});

test('given the other side pauses a turn, then the reply does not pass as whole', async () => {
  await withPeer({ script: [{ text: 'Searching', stop: 'pause' }] }, async provider => {
    assert.equal((await completed(provider, asking(model, 'Search.'))).reply.stop, 'length');
  });
});

test('given a date in retry-after, then it counts from now', async () => {
  const retryAfter = new Date(Date.now() + 60_000).toUTCString();
  await withPeer({ script: [{ fault: { status: 429, retryAfter } }] }, async provider => {
    const { retryAfterMs = 0 } = await failsWith('unavailable', completed(provider, asking(model, 'Hello')));
    assert.ok(retryAfterMs > 50_000 && retryAfterMs <= 60_000, String(retryAfterMs));
  });
});

test('given what the API says of a model, then that is what is known of it', async () => {
  const known = [
    { id: 'claude-a', maxInputTokens: 123_000, images: false },
    { id: 'claude-b', maxInputTokens: null },
  ];
  await withPeer({ models: known }, async provider => {
    assert.deepEqual(await provider.info('claude-a', signal), {
      contextTokens: 123_000,
      takesImages: false,
      takesTools: true,
      takesEffort: false,
    });
    assert.equal((await provider.info('claude-b', signal)).contextTokens, 200_000);
    assert.equal((await provider.info('claude-not-listed', signal)).contextTokens, 200_000);
  });
});

test('given no key, then nothing is sent and the setting is named', async () => {
  await withPeer({}, async (_provider, peer) => {
    const provider = models(peer.url, '');
    const failure = await failsWith('denied', completed(provider, asking(model, 'Hello')));
    assert.match(failure.message, /ANTHROPIC_API_KEY/);
    const health = await provider.health(signal);
    assert.ok(!health.ok && /ANTHROPIC_API_KEY/.test(inEnglish(health.problem)));
    assert.equal(peer.requests.length, 0);
  });
});

test('given an address without an API behind it, then the fault says what answered', async () => {
  const server = createServer((_request, response) => response.end('<html>welcome</html>'));
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  try {
    const provider = models(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await failsWith('unavailable', completed(provider, asking(model, 'Hello')));
    const health = await provider.health(signal);
    assert.ok(!health.ok);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
