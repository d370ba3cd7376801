import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactedProvider } from '../../../src/adapters/models/redacted-provider.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import type { ModelProvider, ModelRequest } from '../../../src/ports/model.ts';

const value = 'learned-later-77';

test('given a secret learned after a conversation was stored, when a model is asked, then no part of the request holds it, and pictures are untouched', async () => {
  const asked: ModelRequest[] = [];
  const provider: ModelProvider = {
    name: 'recorder',
    async complete(request) {
      asked.push(request);
      const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
      return { text: 'ok', toolCalls: [], stop: 'end', usage, model: 'm' };
    },
    info: async () => ({ contextTokens: 1000, takesImages: true, takesTools: true }),
    health: async () => ({ ok: true, models: [] }),
  };
  const redactor = createRedactor([]);
  const safe = redactedProvider(provider, redactor);
  const picture = { type: 'image', mediaType: 'image/png', base64: btoa(`x${value}`) } as const;
  const request: ModelRequest = {
    model: 'm',
    system: [{ text: `be kind; ${value}`, stable: true }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: `use ${value}` }, picture] },
      {
        role: 'assistant',
        text: `I use ${value}`,
        toolCalls: [{ id: '1', name: 't', arguments: JSON.stringify({ value }) }],
      },
      { role: 'tool', callId: '1', name: 't', text: `gave ${encodeURIComponent(value)}`, failed: false },
    ],
    tools: [],
    maxOutputTokens: 10,
  };
  const options = { signal: new AbortController().signal, onText: () => {} };
  await safe.complete(request, options);
  assert.deepEqual(asked[0], request, 'what it does not know it leaves');
  redactor.learn('later', value);
  await safe.complete(request, options);
  const sent = JSON.stringify({ ...asked[1], messages: [{ role: 'user' }, ...(asked[1]?.messages.slice(1) ?? [])] });
  assert.ok(!sent.includes(value));
  assert.equal(sent.match(/\[secret:later\]/g)?.length, 4);
  assert.deepEqual(asked[1]?.messages[0], {
    role: 'user',
    content: [{ type: 'text', text: 'use [secret:later]' }, picture],
  });
});
