import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { inWords, readReply, untilBlock } from '../../../src/actors/conversation/worded-tools.ts';
import type { ToolSpec } from '../../../src/domain/tools/tool.ts';

const tool = (name: string): ToolSpec => ({ name, description: `Does ${name}.`, parameters: { type: 'object' } });
const tools = [tool('save'), tool('look_up')];
const block = (body: string, fence = 'tool') => `\`\`\`${fence}\n${body}\n\`\`\``;

suite('the blocks of a reply', () => {
  for (const [what, text, words, calls] of [
    ['no block', 'Hello.', 'Hello.', []],
    [
      'a sentence',
      `Let me.\n\n${block('save: the owner likes tea')}`,
      'Let me.',
      [{ name: 'save', words: 'the owner likes tea' }],
    ],
    [
      'two calls',
      `${block('save: a')}\n${block('look_up: b: c')}`,
      '',
      [
        { name: 'save', words: 'a' },
        { name: 'look_up', words: 'b: c' },
      ],
    ],
    ['JSON', block('{"name": "save", "arguments": {"a": [1]}}'), '', [{ name: 'save', arguments: '{"a":[1]}' }]],
    ['JSON in a fence of JSON', block('{"name":"save"}', 'json'), '', [{ name: 'save', arguments: '{}' }]],
    ['arguments behind a name', block('save: {"a": 1}'), '', [{ name: 'save', arguments: '{"a": 1}' }]],
    ['a description in JSON', block('{"name":"save","description":"tea"}'), '', [{ name: 'save', words: 'tea' }]],
    ['no end of the block', 'So: ```tool\nsave: tea', 'So:', [{ name: 'save', words: 'tea' }]],
    ['a tool that is none', block('destroy: all'), block('destroy: all'), []],
    ['JSON that is no call', block('{"a": 1}', 'json'), block('{"a": 1}', 'json'), []],
    ['other code', block('print(1)', 'python'), block('print(1)', 'python'), []],
  ] as const)
    test(`given ${what}, when the reply is read, then its words and its calls are apart`, () => {
      const read = readReply({ text, stop: 'end' }, tools);
      assert.deepEqual([read.text, read.calls, read.stop], [words, calls, calls.length > 0 ? 'tools' : 'end']);
    });

  test('given a block that the token limit has cut, when the reply is read, then it is no call', () => {
    assert.deepEqual(readReply({ text: '```tool\nsave: the ow', stop: 'length' }, tools).calls, []);
  });
});

test('given a conversation with calls, when it is put into words, then nothing but text is left, and the roles alternate', () => {
  const {
    system,
    messages,
    tools: left,
  } = inWords(
    {
      system: [
        { text: 'You are.', stable: true },
        { text: 'Now.', stable: false },
      ],
      tools,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        { role: 'assistant', text: 'Let me.', toolCalls: [{ id: '1', name: 'save', arguments: '{"a":1}' }] },
        { role: 'tool', callId: '1', name: 'save', text: '', failed: true },
        { role: 'user', content: [{ type: 'text', text: 'and?' }] },
      ],
    },
    'json',
  );
  assert.deepEqual(left, []);
  assert.deepEqual(
    system.map(({ text }) => text.split('\n', 1)[0]),
    ['You are.', 'You can use tools. To use one, end your answer with a block of exactly this form:', 'Now.'],
  );
  assert.deepEqual(messages, [
    { role: 'user', content: [{ type: 'text', text: 'hi' }] },
    { role: 'assistant', text: 'Let me.\n```tool\n{"name": "save", "arguments": {"a":1}}\n```', toolCalls: [] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Result of save, which failed:\n(no output)' },
        { type: 'text', text: 'and?' },
      ],
    },
  ]);
});

test('given a reply that is written in pieces, when it is shown, then it ends before its first call', () => {
  let shown = '';
  const show = untilBlock(delta => {
    shown += delta;
  });
  for (const piece of ['Let me. `x` ``', '`py', 'thon\n1\n```\n``', '`to', 'ol\nsave: tea\n```']) show(piece);
  assert.equal(shown, 'Let me. `x` ```python\n1\n```\n');
});
