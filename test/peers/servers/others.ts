/** What servers of Anthropic's and Ollama's API send, and those that speak nearly like them (2026-11). */
import type { ServerShape } from './chat-completions.ts';
import type { RawAnswer } from './raw-server.ts';

const hello = 'Good evening.';
const thought = 'They sound tired.';
const word = { word: 'a' };
const look = 'look_up {"word":"a"}';

/** `isNamed`: each event has its name in front, as Anthropic has it. */
function stream(
  values: readonly { readonly type: string; readonly [field: string]: unknown }[],
  isNamed = true,
): RawAnswer {
  const name = (type: string) => (isNamed ? `event: ${type}\n` : '');
  return { pieces: values.map(value => `${name(value.type)}data: ${JSON.stringify(value)}\n\n`) };
}

const start = (usage: object = { input_tokens: 20, output_tokens: 1 }) => ({
  type: 'message_start',
  message: { model: 'm', content: [], usage },
});
const block = (content_block: object, index = 0) => ({ type: 'content_block_start', index, content_block });
const delta = (made: object, index = 0) => ({ type: 'content_block_delta', index, delta: made });
const end = (stop_reason: unknown, usage: object = { output_tokens: 7 }) => [
  { type: 'message_delta', delta: { stop_reason }, usage },
  { type: 'message_stop' },
];

export const messages: readonly ServerShape[] = [
  {
    server: 'Anthropic',
    shape: 'thoughts in blocks, a call in pieces',
    answer: stream([
      start(),
      block({ type: 'thinking', thinking: '', signature: '' }),
      delta({ type: 'thinking_delta', thinking: thought }),
      delta({ type: 'signature_delta', signature: 's' }),
      block({ type: 'tool_use', id: 'toolu_1', name: 'look_up', input: {} }, 1),
      delta({ type: 'input_json_delta', partial_json: '{"word"' }, 1),
      delta({ type: 'input_json_delta', partial_json: ':"a"}' }, 1),
      ...end('tool_use'),
    ]),
    calls: [look],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'MiniMax, Kimi',
    shape: 'the whole call in the beginning of its block, no input tokens in the last usage',
    answer: stream([
      start(),
      block({ type: 'tool_use', id: 'x', name: 'look_up', input: word }),
      ...end('tool_use', { input_tokens: 0, output_tokens: 7 }),
    ]),
    calls: [look],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'LM Studio',
    shape: 'events without names, thoughts between tags, the usage at the end alone',
    answer: stream(
      [
        start({ input_tokens: 0, output_tokens: 0 }),
        block({ type: 'text', text: '' }),
        delta({ type: 'text_delta', text: `<think>${thought}</thi` }),
        delta({ type: 'text_delta', text: `nk>${hello}` }),
        ...end('end_turn', { input_tokens: 20, output_tokens: 7 }),
      ],
      false,
    ),
    usage: [20, 7],
  },
  {
    server: 'vLLM',
    shape: 'the reason in other words, an end mark of OpenAI behind it',
    answer: {
      pieces: [...stream([start(), block({ type: 'text', text: hello }), ...end('stop')]).pieces, 'data: [DONE]\n\n'],
    },
    usage: [20, 7],
  },
  {
    server: 'Z.ai',
    shape: 'tools of the server itself between the words',
    answer: stream([
      start(),
      block({ type: 'text', text: 'Good' }),
      block({ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }, 1),
      delta({ type: 'input_json_delta', partial_json: '{"query":"x"}' }, 1),
      block({ type: 'web_search_tool_result', tool_use_id: 's', content: [] }, 2),
      block({ type: 'text', text: 'evening.' }, 3),
      ...end('end_turn'),
    ]),
    text: 'Good\n\nevening.',
    usage: [20, 7],
  },
  {
    server: 'a gateway without a last event',
    shape: 'a reason and no end mark, a heartbeat in words',
    answer: {
      pieces: [
        'data: ping\n\n',
        ...stream([start(), block({ type: 'text', text: hello }), ...end('end_turn').slice(0, 1)]).pieces,
      ],
    },
    usage: [20, 7],
  },
  ...(
    [
      ['an empty object in front', ['{}', '{"word":"a"}'], 1],
      ['a bracket too many', ['{"word":"a"}', '}'], 1],
      ['text within text', [JSON.stringify('{"word":"a"}')], 1],
      ['an object in place of text', [{ word: 'a' }], 1],
      ['pieces under another number', ['{"word":', '"a"}'], 0],
    ] as const
  ).map(([shape, pieces, index]) => ({
    server: 'a gateway to other models',
    shape: `arguments with ${shape}, its name dressed up`,
    answer: stream([
      start(),
      block({ type: 'text', text: '' }),
      block({ type: 'tool_use', id: 'x', name: 'functions.look_up:0', input: {} }, 1),
      ...pieces.map(partial_json => delta({ type: 'input_json_delta', partial_json }, index)),
      ...end('tool_use'),
    ]),
    calls: [look],
    stop: 'tools',
    usage: [20, 7] as const,
  })),
  {
    server: 'a gateway without a reason',
    shape: 'an empty reason',
    answer: stream([start(), block({ type: 'text', text: hello }), ...end('')]),
    usage: [20, 7],
  },
  {
    server: 'a gateway that does not stream',
    shape: 'one JSON value in place of a stream',
    answer: {
      headers: { 'content-type': 'application/json' },
      pieces: [
        JSON.stringify(
          {
            type: 'message',
            model: 'm',
            content: [
              { type: 'thinking', thinking: thought, signature: 's' },
              { type: 'text', text: hello },
              { type: 'tool_use', id: 'x', name: 'look_up', input: word },
            ],
            stop_reason: 'tool_use',
            usage: { input_tokens: 20, output_tokens: 7 },
          },
          null,
          2,
        ),
      ],
    },
    text: hello,
    calls: [look],
    stop: 'tools',
    usage: [20, 7],
  },
];

const line = (message: object, more: object = {}) =>
  `${JSON.stringify({ model: 'm', message: { role: 'assistant', ...message }, done: false, ...more })}\n`;
const done = (more: object = {}) =>
  line({ content: '' }, { done: true, done_reason: 'stop', prompt_eval_count: 20, eval_count: 7, ...more });

export const lines: readonly ServerShape[] = [
  {
    server: 'a gateway with a bare end',
    shape: 'a last line without a message',
    answer: { pieces: [line({ content: hello }), '{"model":"m","done":true,"done_reason":"stop"}\n'] },
  },
  {
    server: 'Ollama',
    shape: 'thoughts and calls whole, each in a line',
    answer: {
      pieces: [
        line({ content: '', thinking: thought }),
        line({ content: '', tool_calls: [{ id: 'call_1', function: { index: 0, name: 'look_up', arguments: word } }] }),
        line({
          content: '',
          tool_calls: [{ id: 'call_2', function: { index: 1, name: 'look_up', arguments: { word: 'b' } } }],
        }),
        done(),
      ],
    },
    calls: [look, 'look_up {"word":"b"}'],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'Ollama, older',
    shape: 'thoughts between tags, no reason, nothing counted',
    answer: {
      pieces: [
        line({ content: `<think>${thought}` }),
        line({ content: `</think>\n\n${hello}` }),
        line({ content: '' }, { done: true }),
      ],
    },
  },
  {
    server: 'a proxy',
    shape: 'arguments as text, data: in front, a reason in other words',
    answer: {
      pieces: [
        `data: ${line({ content: '', tool_calls: [{ function: { name: 'look_up', arguments: JSON.stringify(word) } }] })}\n`,
        `data: ${done({ done_reason: 'tool_calls' })}\n`,
        'data: [DONE]\n\n',
      ],
    },
    calls: [look],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'a proxy that does not stream',
    shape: 'one JSON value over several lines',
    answer: {
      pieces: [
        JSON.stringify(
          {
            model: 'm',
            message: { role: 'assistant', content: hello },
            done: true,
            prompt_eval_count: 20,
            eval_count: 7,
          },
          null,
          2,
        ),
      ],
    },
    usage: [20, 7],
  },
];
