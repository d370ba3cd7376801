import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthropicRequest } from '../../../../src/adapters/models/anthropic/request.ts';
import type { ModelMessage, ModelToolCall } from '../../../../src/ports/model.ts';
import { asking, lookUp, userSays } from '../../../contracts/model.ts';
import { problemWith } from '../../../peers/anthropic-rules.ts';

const body = (...parameters: Parameters<typeof asking>): Record<string, unknown> => ({
  ...anthropicRequest(asking(...parameters)),
});

const calls = (...ids: readonly string[]): ModelMessage => ({
  role: 'assistant',
  text: '',
  toolCalls: ids.map(id => ({ id, name: 'look_up', arguments: '{}' })),
});

const result = (callId: string, text = 'found'): ModelMessage => ({
  role: 'tool',
  callId,
  name: 'look_up',
  text,
  failed: false,
});

const histories: Readonly<Record<string, readonly ModelMessage[]>> = {
  'a trimmed beginning': [{ role: 'assistant', text: 'As I said.', toolCalls: [] }, userSays('Yes?')],
  'results whose calls were trimmed away': [result('gone'), userSays('Yes?')],
  'a call without a result': [userSays('Look.'), calls('a', 'b'), result('b'), userSays('And?')],
  'a call at the very end': [userSays('Look.'), calls('a')],
  'a reply at the very end': [userSays('Tell me.'), { role: 'assistant', text: 'It begins ', toolCalls: [] }],
  'a result that comes after other words': [
    userSays('Look.'),
    calls('a', 'b'),
    result('a'),
    userSays('Hurry.'),
    result('b'),
  ],
  'a result that comes twice': [userSays('Look.'), calls('a'), result('a'), result('a', 'late'), userSays('And?')],
  'empty texts': [userSays(' \n'), { role: 'assistant', text: '  ', toolCalls: [] }, result('a', ''), userSays('')],
  'arguments that are no object': [
    userSays('Look.'),
    { role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'look_up', arguments: '{"word": "x' }] },
    result('a'),
  ],
  'ids of other providers': [
    userSays('Look.'),
    calls('tool-call:telegram:42#7.1'),
    result('tool-call:telegram:42#7.1'),
  ],
  'an image nobody can show': [{ role: 'user', content: [{ type: 'image', mediaType: 'image/heic', base64: 'AAAA' }] }],
};

for (const [name, messages] of Object.entries(histories))
  test(`given ${name}, then the request is one that the API takes`, () => {
    assert.equal(problemWith(body('claude-sonnet-5', messages, { tools: [lookUp] })), undefined);
  });

test('given any history, then the request is one that the API takes and no result or word is lost', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const messages = randomHistory(seed);
    const request = body('claude-sonnet-5', messages, { tools: [lookUp] });
    assert.equal(problemWith(request), undefined, `seed ${seed}: ${JSON.stringify(messages)}`);
    const sent = JSON.stringify(request);
    for (const message of messages) {
      const text = message.role === 'user' ? JSON.stringify(message.content) : message.text;
      for (const word of text.match(/word\d+/g) ?? []) assert.ok(sent.includes(word), `seed ${seed}: lost ${word}`);
    }
  }
});

test('given results and words after a reply, then they are one message, results first in the order of the calls', () => {
  const request = body('claude-sonnet-5', [
    userSays('Look.'),
    calls('a', 'b'),
    userSays('Hurry.'),
    result('b'),
    result('a'),
  ]);
  const last = (request.messages as { readonly content: readonly Record<string, unknown>[] }[]).at(-1);
  assert.deepEqual(
    last?.content.map(block => block.tool_use_id ?? block.text),
    ['a', 'b', 'Hurry.'],
  );
});

test('given stable and other instructions, then the others stand behind the last message, behind all markers', () => {
  const system = [
    { text: 'Who you are.', stable: true },
    { text: 'What you can do.', stable: true },
    { text: 'The date.', stable: false },
  ];
  const request = body('claude-sonnet-5', 'Hello', { system, tools: [lookUp] });
  const marked = (request.system as Record<string, unknown>[]).map(block => block.cache_control !== undefined);
  assert.deepEqual(marked, [false, true]);
  const blocks = (request.messages as { readonly content: readonly Record<string, unknown>[] }[]).at(-1)?.content;
  assert.deepEqual(
    blocks?.map(({ text, cache_control }) => [text, cache_control !== undefined]),
    [
      ['Hello', true],
      ['[Straylight] Context of this request, not words of the owner:\n\nThe date.', false],
    ],
  );
  assert.ok(!JSON.stringify(request.tools).includes('cache_control'));
});

test('given no stable instructions, then the marker stands behind the tools', () => {
  const request = body('claude-sonnet-5', 'Hello', { system: [{ text: 'The date.', stable: false }], tools: [lookUp] });
  assert.ok(JSON.stringify(request.tools).includes('cache_control'));
  assert.equal(request.system, undefined);
});

test('given one question without tools, then nothing of it is written to the cache', () => {
  assert.ok(!JSON.stringify(body('claude-sonnet-5', 'Is this true?')).includes('cache_control'));
});

test('given a schema of open objects and limits, then it is sent as constrained decoding takes it', () => {
  const format = {
    type: 'object',
    properties: {
      age: { type: 'integer', minimum: 0 },
      pet: { type: 'object', properties: { name: { type: 'string' } } },
    },
  };
  const request = body('claude-sonnet-5', 'Who?', { format });
  assert.equal(problemWith(request), undefined);
  assert.match(JSON.stringify(request.output_config), /minimum: 0/);
});

/** A history of 1 to 12 messages with calls, results (missing, late, doubled) and blank texts, the same for a seed. */
function randomHistory(seed: number): readonly ModelMessage[] {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  let words = 0;
  let made = 0;
  const text = (): string => (below(4) === 0 ? ' '.repeat(below(3)) : `word${++words}`);
  return Array.from({ length: 1 + below(12) }, (): ModelMessage => {
    const kind = below(3);
    if (kind === 0) return userSays(text());
    if (kind === 1) {
      const toolCalls = Array.from({ length: below(4) }, (): ModelToolCall => {
        made += 1;
        return {
          id: below(3) === 0 ? `x:${made}` : `c${made}`,
          name: 'look_up',
          arguments: below(3) === 0 ? '[]' : '{"a":1}',
        };
      });
      return { role: 'assistant', text: text(), toolCalls };
    }
    const callId = below(3) === 0 ? `x:${1 + below(made + 1)}` : `c${1 + below(made + 1)}`;
    return { role: 'tool', callId, name: 'look_up', text: text(), failed: below(2) === 0 };
  });
}
