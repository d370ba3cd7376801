import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthropicModels } from '../../../../src/adapters/models/anthropic/anthropic.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { defined } from '../../../../src/domain/text/json.ts';
import type { ModelMessage, ModelProvider, ModelRequest } from '../../../../src/ports/model.ts';
import { asking, completed, lookUp, userSays } from '../../../contracts/model.ts';
import { type AnthropicPeerOptions, anthropicPeer } from '../../../peers/anthropic.ts';
import type { ModelPeer } from '../../../peers/model-server.ts';

const deadlines = { firstByteMs: 5_000, silenceMs: 5_000 };
const models = [
  { id: 'claude-new', maxInputTokens: 200_000, thinking: 'adaptive' },
  { id: 'claude-old', maxInputTokens: 200_000, thinking: 'enabled' },
  { id: 'claude-plain', maxInputTokens: 200_000 },
] as const;

async function withPeer(
  options: AnthropicPeerOptions,
  story: (provider: ModelProvider, peer: ModelPeer) => Promise<void>,
): Promise<void> {
  const peer = await anthropicPeer({ models, ...options });
  const provider = anthropicModels({ apiKey: 'sk-ant-test', baseUrl: peer.url, clock: systemClock, ...deadlines });
  try {
    await story(provider, peer);
  } finally {
    await peer.close();
  }
}

const bodies = (peer: ModelPeer) =>
  peer.requests.filter(({ path }) => path === '/v1/messages').map(({ body }) => body as Record<string, unknown>);

const answered = (reply: { readonly text: string } & Pick<ModelMessage & { role: 'assistant' }, 'toolCalls'>) =>
  reply.toolCalls.map(
    ({ id, name }): ModelMessage => ({ role: 'tool', callId: id, name, text: 'found', failed: false }),
  );

for (const model of ['claude-new', 'claude-old'])
  test(`given ${model} that thinks before its calls, when they are answered, then each thought goes back as it came, and is no part of the reply`, () =>
    withPeer(
      {
        script: [
          {
            thinking: 'The word is rare.',
            redactedThinking: 'c2VjcmV0',
            text: 'I look.',
            toolCalls: [{ name: 'look_up', arguments: { word: 'a' } }],
          },
          { thinking: 'Another one.', toolCalls: [{ name: 'look_up', arguments: { word: 'b' } }] },
          { thinking: 'Now I know.', text: 'It is a word.' },
        ],
      },
      async (provider, peer) => {
        const history: ModelMessage[] = [userSays('Look it up.')];
        const wanted = { effort: 'high', tools: [lookUp], maxOutputTokens: 8_192 } as const;
        const seen: string[] = [];
        for (let step = 0; step < 3; step += 1) {
          const { reply } = await completed(provider, asking(model, [...history], wanted));
          seen.push(reply.text);
          const { text, toolCalls, reasoning } = reply;
          history.push({ role: 'assistant', text, toolCalls, ...defined({ reasoning }) }, ...answered(reply));
        }
        assert.deepEqual(seen, ['I look.', '', 'It is a word.']);
        const [, , last] = bodies(peer);
        const types = (last?.['messages'] as { content: { type: string }[] }[] | undefined)?.map(({ content }) =>
          content.map(({ type }) => type),
        );
        assert.deepEqual(types, [
          ['text'],
          ['redacted_thinking', 'thinking', 'text', 'tool_use'],
          ['tool_result'],
          ['thinking', 'tool_use'],
          ['tool_result'],
        ]);
      },
    ));

test('given efforts, when models of several kinds are asked, then each is told in its own words, and a plain one nothing', () =>
  withPeer({ script: () => ({ text: 'ok' }) }, async (provider, peer) => {
    const ask = (model: string, effort: NonNullable<ModelRequest['effort']>) =>
      completed(provider, asking(model, 'Hello', { effort, maxOutputTokens: 8_192 }));
    for (const model of models) for (const effort of ['none', 'low', 'max'] as const) await ask(model.id, effort);
    const omitted = { display: 'omitted' };
    assert.deepEqual(
      bodies(peer).map(({ thinking, output_config }) => [thinking, output_config]),
      [
        [{ type: 'disabled' }, { effort: 'low' }],
        [{ type: 'adaptive', ...omitted }, { effort: 'low' }],
        [{ type: 'adaptive', ...omitted }, { effort: 'high' }],
        [{ type: 'disabled' }, undefined],
        [{ type: 'enabled', budget_tokens: 2_048, ...omitted }, undefined],
        [{ type: 'enabled', budget_tokens: 4_096, ...omitted }, undefined],
        [undefined, undefined],
        [undefined, undefined],
        [undefined, undefined],
      ],
    );
  }));

test('given calls of another model in hand, when a model with a number of tokens goes on, then it does not think, and is not refused', () =>
  withPeer({ script: [{ text: 'ok' }] }, async (provider, peer) => {
    const toolCalls = [{ id: 'c1', name: 'look_up', arguments: '{}' }];
    const reasoning = { model: 'claude-new', parts: [{ text: 0, calls: 0, block: { type: 'thinking' } }] };
    const history: ModelMessage[] = [userSays('Go on.'), { role: 'assistant', text: '', toolCalls, reasoning }];
    const messages = [...history, ...answered({ text: '', toolCalls })];
    const wanted = { effort: 'high', tools: [lookUp], maxOutputTokens: 8_192 } as const;
    const { reply } = await completed(provider, asking('claude-old', messages, wanted));
    assert.equal(reply.text, 'ok');
    assert.equal(bodies(peer)[0]?.['thinking'], undefined);
  }));

test("given a request, when its tokens are counted, then the answer is the other side's own", () =>
  withPeer({}, async (provider, peer) => {
    const count = await provider.countTokens?.(asking('claude-new', 'Hello'), AbortSignal.timeout(5_000));
    const [request] = peer.requests.filter(({ path }) => path === '/v1/messages/count_tokens');
    assert.equal(count, Math.ceil((request?.bytes ?? 0) / 4));
  }));
