/**
 * What servers and gateways of OpenAI's API send, a row each, as their documentation and code have it (2026-11): the
 * same few things said in as many shapes.
 */
import { chunk, events, type RawAnswer } from './raw-server.ts';

export interface ServerShape {
  readonly server: string;
  /** Documentation or code that says so; without it, that of the same server in dialects.ts. */
  readonly source?: string;
  /** In what it differs. */
  readonly shape: string;
  readonly answer: RawAnswer;
  readonly text?: string;
  /** `name arguments` of each call. */
  readonly calls?: readonly string[];
  readonly stop?: string;
  /** The tool whose call a limit cut. */
  readonly cutCall?: string;
  /** Tokens of request and reply; undefined: estimated. */
  readonly usage?: readonly [number, number];
}

const hello = 'Good evening.';
const thought = 'They sound tired.';
const look = (word: string) => `look_up {"word":"${word}"}`;
const args = (word: string) => JSON.stringify({ word });
const usage = { prompt_tokens: 20, completion_tokens: 7, total_tokens: 27 };
const call = (word: string, more: object = {}) => ({
  index: 0,
  id: `call_${word}`,
  type: 'function',
  function: { name: 'look_up', arguments: args(word) },
  ...more,
});

export const chatCompletions: readonly ServerShape[] = [
  {
    server: 'OpenAI',
    shape: 'arguments in pieces, two calls by index, usage in a chunk without choices',
    answer: events(
      chunk({
        role: 'assistant',
        content: null,
        tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'look_up', arguments: '' } }],
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"word":' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '"a"}' } }] }),
      chunk({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'look_up', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 1, function: { arguments: args('b') } }] }),
      chunk({}, 'tool_calls'),
      { id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [], usage, obfuscation: 'xyz' },
    ),
    calls: [look('a'), look('b')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'Azure OpenAI',
    shape: 'a first chunk without choices, filter results beside the text',
    answer: events(
      {
        id: '',
        object: '',
        model: '',
        choices: [],
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
      },
      { ...chunk({ role: 'assistant', content: '' }), usage: null },
      {
        choices: [
          {
            index: 0,
            delta: { content: hello },
            finish_reason: null,
            content_filter_results: { hate: { filtered: false, severity: 'safe' } },
          },
        ],
      },
      chunk({}, 'stop'),
      { choices: [], usage },
    ),
    usage: [20, 7],
  },
  {
    server: 'Gemini',
    shape: 'several whole calls under index 0, each with an id, signed',
    answer: events(
      chunk({ role: 'assistant', tool_calls: [call('a', { extra_content: { google: { thought_signature: 's' } } })] }),
      chunk({ role: 'assistant', tool_calls: [call('b')] }),
      chunk({ role: 'assistant' }, 'stop', { usage: { prompt_tokens: 20, completion_tokens: 3, total_tokens: 27 } }),
    ),
    calls: [look('a'), look('b')],
    stop: 'tools',
    // its thoughts stand in the sum alone
    usage: [20, 7],
  },
  {
    server: 'Gemini through proxies',
    source: 'ai.google.dev/gemini-api/docs/openai',
    shape: 'several whole calls under index 0 without ids',
    answer: events(
      chunk({ tool_calls: [call('a', { id: '' })] }),
      chunk({ tool_calls: [call('b', { id: '' })] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a'), look('b')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'Mistral',
    shape: 'text as a list of parts, thoughts among them, references in it',
    answer: events(
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: thought }], closed: true }] }),
      chunk({
        content: [
          { type: 'text', text: 'Good ' },
          { type: 'reference', reference_ids: [1] },
        ],
      }),
      chunk({ content: 'evening.' }),
      chunk({ content: '' }, 'stop', { usage }),
    ),
    usage: [20, 7],
  },
  {
    server: 'Mistral',
    shape: 'calls whole in one chunk with the reason, ids of nine signs, usage beside',
    answer: events(
      chunk({ role: 'assistant', content: '' }),
      chunk(
        { content: '', tool_calls: [call('a', { id: 'D681PevKs' }), call('b', { id: 'D681PevKt', index: 1 })] },
        'tool_calls',
        { usage },
      ),
    ),
    calls: [look('a'), look('b')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'DeepSeek',
    shape: 'thoughts in reasoning_content, null text beside them, usage in the last chunk, comments in between',
    answer: {
      pieces: [
        ': keep-alive\n\n',
        ...events(
          chunk({ role: 'assistant', content: null, reasoning_content: thought }),
          chunk({ content: hello, reasoning_content: null }),
          chunk({ content: '', reasoning_content: null }, 'stop', { usage: { ...usage, prompt_cache_hit_tokens: 0 } }),
        ).pieces,
      ],
    },
    usage: [20, 7],
  },
  {
    server: 'Groq',
    shape: 'thoughts in reasoning, usage under x_groq, a whole call',
    answer: events(
      chunk({ role: 'assistant', content: '' }, null, { x_groq: { id: 'req_1' } }),
      chunk({ reasoning: thought }),
      chunk({ tool_calls: [call('a')] }),
      chunk({}, 'tool_calls', { x_groq: { id: 'req_1', usage: { ...usage, total_time: 0.1 } } }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'Together',
    shape: 'the reason eos, a token id and text beside the delta',
    answer: events(
      {
        choices: [
          {
            index: 0,
            text: 'Good ',
            delta: { role: 'assistant', content: 'Good ', token_id: 5, tool_calls: [] },
            finish_reason: null,
          },
        ],
        usage: null,
      },
      {
        choices: [{ index: 0, text: 'evening.', delta: { content: 'evening.', token_id: 6 }, finish_reason: null }],
        usage: null,
      },
      { choices: [{ index: 0, text: '', delta: { content: '', token_id: 7 }, finish_reason: 'eos', seed: 1 }], usage },
    ),
    usage: [20, 7],
  },
  {
    server: 'Fireworks',
    shape: 'the usage in the chunk of the reason, the call without an index',
    answer: events(
      chunk({ role: 'assistant' }),
      chunk({ tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'look_up', arguments: '' } }] }),
      chunk({ tool_calls: [{ function: { arguments: args('a') } }] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'OpenRouter',
    shape:
      'comments, thoughts under two names, the provider beside, a native reason, the reason after which the usage comes',
    answer: {
      pieces: [
        ': OPENROUTER PROCESSING\n\n',
        ...events(
          {
            ...chunk({
              role: 'assistant',
              content: '',
              reasoning: thought,
              reasoning_details: [{ type: 'reasoning.text', text: thought, index: 0 }],
            }),
            provider: 'X',
          },
          chunk({ role: 'assistant', content: hello }),
          {
            choices: [
              {
                index: 0,
                delta: { role: 'assistant', content: '' },
                finish_reason: 'stop',
                native_finish_reason: 'STOP',
                logprobs: null,
              },
            ],
          },
          {
            choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
            usage: { ...usage, cost: 0.1 },
          },
        ).pieces,
      ],
    },
    usage: [20, 7],
  },
  {
    server: 'Cerebras',
    shape: 'thoughts in reasoning, time_info and usage with the reason',
    answer: events(
      chunk({ role: 'assistant' }),
      chunk({ reasoning: thought }),
      chunk({ content: hello }),
      chunk({}, 'stop', { usage, time_info: { queue_time: 0.1 } }),
    ),
    usage: [20, 7],
  },
  {
    server: 'xAI',
    shape: 'usage in each chunk, growing, thoughts in the sum alone, a whole call',
    answer: events(
      chunk({ role: 'assistant', reasoning_content: thought }, null, {
        usage: { prompt_tokens: 20, completion_tokens: 0, total_tokens: 23 },
      }),
      chunk({ role: 'assistant', content: '', tool_calls: [call('a')] }, null, {
        usage: { prompt_tokens: 20, completion_tokens: 4, total_tokens: 27 },
      }),
      chunk({ role: 'assistant', content: '' }, 'stop', {
        usage: {
          prompt_tokens: 20,
          completion_tokens: 4,
          total_tokens: 27,
          completion_tokens_details: { reasoning_tokens: 3 },
        },
      }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'Cohere',
    shape: 'the plan of its calls as a thought, the reason COMPLETE',
    answer: events(
      chunk({ role: 'assistant', content: null, tool_plan: thought }),
      chunk({ content: { type: 'text', text: hello } }),
      chunk({}, 'COMPLETE', { usage }),
    ),
    usage: [20, 7],
  },
  {
    server: 'Perplexity',
    source: 'docs.perplexity.ai/guides/streaming-responses',
    shape: 'delta and the message so far side by side, sources beside, usage in each chunk',
    answer: events(
      {
        object: 'chat.completion.chunk',
        choices: [
          {
            index: 0,
            delta: { role: 'assistant', content: 'Good ' },
            message: { role: 'assistant', content: 'Good ' },
            finish_reason: null,
          },
        ],
        citations: ['https://example.org'],
        usage: { ...usage, completion_tokens: 2, total_tokens: 22 },
      },
      {
        object: 'chat.completion.done',
        choices: [
          {
            index: 0,
            delta: { role: 'assistant', content: 'evening.' },
            message: { role: 'assistant', content: hello },
            finish_reason: 'stop',
          },
        ],
        search_results: [],
        usage,
      },
    ),
    usage: [20, 7],
  },
  {
    server: 'vLLM',
    shape: 'ids that change with each piece, usage in every chunk, a stop_reason',
    answer: events(
      chunk({ role: 'assistant', content: '' }, null, {
        usage: { prompt_tokens: 20, completion_tokens: 0, total_tokens: 20 },
      }),
      chunk({ tool_calls: [{ index: 0, id: 'chatcmpl-tool-1', type: 'function', function: { name: 'look_up' } }] }),
      chunk({ tool_calls: [{ index: 0, id: 'chatcmpl-tool-2', function: { arguments: '{"word": ' } }] }),
      chunk({ tool_calls: [{ index: 0, id: 'chatcmpl-tool-3', function: { arguments: '"a"}' } }] }),
      { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'tool_calls', stop_reason: null }], usage },
    ),
    calls: ['look_up {"word": "a"}'],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'vLLM',
    shape: 'no parser for thoughts: only their end is marked, the mark cut in two',
    answer: events(
      chunk({ role: 'assistant', content: thought }),
      chunk({ content: '\n</thi' }),
      chunk({ content: `nk>\n\n${hello}` }),
      chunk({}, 'stop', { usage }),
    ),
    usage: [20, 7],
  },
  {
    server: 'llama.cpp',
    shape: 'timings in place of usage, a name in pieces',
    answer: events(
      chunk({ role: 'assistant', content: null }),
      chunk({ tool_calls: [{ index: 0, id: 'x', type: 'function', function: { name: 'look_', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { name: 'up', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: args('a') } }] }),
      chunk({}, 'tool_calls', { timings: { cache_n: 5, prompt_n: 15, predicted_n: 7 } }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [15, 7],
  },
  {
    server: 'LM Studio',
    shape: 'a call that its template wrote into the text, pieces cut within the mark',
    answer: events(
      chunk({ role: 'assistant', content: '<tool_' }),
      chunk({ content: `call>\n{"name": "look_up", "arguments": ${args('a')}}\n</tool` }),
      chunk({ content: '_call>' }),
      chunk({}, 'stop', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'LM Studio',
    shape: 'thoughts between tags, the name of a call repeated with each piece',
    answer: events(
      chunk({ content: `<think>${thought}</think>` }),
      chunk({ tool_calls: [{ index: 0, id: '1', function: { name: 'look_up', arguments: '{"wo' } }] }),
      chunk({ tool_calls: [{ index: 0, id: '1', function: { name: 'look_up', arguments: 'rd":"a"}' } }] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'SGLang',
    shape: 'a matched_stop, a null call list, the reason null in the end but for [DONE]',
    answer: events(
      chunk({ role: 'assistant', content: '', reasoning_content: null, tool_calls: null }),
      {
        choices: [
          {
            index: 0,
            delta: { role: null, content: hello, reasoning_content: thought, tool_calls: null },
            finish_reason: null,
            matched_stop: 2,
          },
        ],
      },
      chunk({ content: null }, '', { usage }),
    ),
    usage: [20, 7],
  },
  {
    server: 'TGI',
    shape: 'no blank behind data:, arguments as an object, the reason eos_token, usage never',
    answer: {
      pieces: [
        `data:${JSON.stringify(chunk({ role: 'assistant', tool_calls: [{ index: 0, id: '0', type: 'function', function: { name: 'look_up', arguments: { word: 'a' } } }] }))}\r\n\r\n`,
        `data:${JSON.stringify(chunk({ content: '' }, 'eos_token'))}\r\n\r\n`,
        'data:[DONE]\r\n\r\n',
      ],
    },
    calls: [look('a')],
    stop: 'tools',
  },
  {
    server: 'LiteLLM',
    shape: 'thinking blocks and provider fields, usage in the first chunk alone',
    answer: events(
      chunk(
        {
          role: 'assistant',
          content: '',
          thinking_blocks: [{ type: 'thinking', thinking: thought, signature: 's' }],
          provider_specific_fields: { a: 'b' },
        },
        null,
        { usage: { prompt_tokens: 20, completion_tokens: 0, total_tokens: 20 } },
      ),
      chunk({ content: hello }),
      chunk({}, 'stop'),
    ),
    usage: [20, 8],
  },
  {
    server: 'Ollama /v1',
    shape: 'calls whole under one index, each in a chunk, thoughts in reasoning',
    answer: events(
      chunk({ role: 'assistant', content: '', reasoning: thought }),
      chunk({ role: 'assistant', content: '', tool_calls: [call('a')] }),
      chunk({ role: 'assistant', content: '', tool_calls: [call('b')] }),
      chunk({ role: 'assistant', content: '' }, 'tool_calls'),
      { choices: [], usage },
    ),
    calls: [look('a'), look('b')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'DashScope',
    shape: 'every piece repeats all arguments so far',
    answer: events(
      chunk({ tool_calls: [{ index: 0, id: '1', function: { name: 'look_up', arguments: '{"wo' } }] }),
      chunk({ tool_calls: [{ index: 0, id: '', function: { arguments: '{"word":' } }] }),
      chunk({ tool_calls: [{ index: 0, id: '', function: { arguments: args('a') } }] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'Moonshot',
    shape: 'usage within the choice',
    answer: events(chunk({ role: 'assistant', content: hello }), {
      choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }],
    }),
    usage: [20, 7],
  },
  {
    server: 'MiniMax',
    shape: 'the whole message once more in the last chunk',
    answer: events(chunk({ role: 'assistant', content: hello }), {
      choices: [{ index: 0, message: { role: 'assistant', content: hello }, finish_reason: 'stop' }],
      usage,
    }),
    usage: [20, 7],
  },
  {
    server: 'a gateway that does not stream',
    shape: 'one JSON value in place of a stream',
    answer: {
      headers: { 'content-type': 'application/json' },
      pieces: [
        JSON.stringify({
          object: 'chat.completion',
          model: 'm',
          choices: [
            {
              index: 0,
              message: {
                role: 'assistant',
                content: [{ type: 'output_text', text: hello }],
                reasoning_content: thought,
              },
              finish_reason: 'stop',
            },
          ],
          usage,
        }),
      ],
    },
    usage: [20, 7],
  },
  {
    server: 'a gateway that counts nothing',
    shape: 'usage of zeros in each chunk',
    answer: events(
      chunk({ role: 'assistant', content: hello }, null, {
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      }),
      chunk({}, 'stop', { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }),
    ),
  },
  {
    server: 'a gateway of older functions',
    shape: 'function_call in place of tool_calls',
    answer: events(
      chunk({ role: 'assistant', function_call: { name: 'look_up', arguments: '{"word"' } }),
      chunk({ function_call: { arguments: ':"a"}' } }),
      chunk({}, 'function_call', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  ...['stop', 'eos', 'end_turn', 'STOP', 'complete', 'eos_token'].map(reason => ({
    server: 'a gateway of its own words',
    shape: `the reason ${reason}`,
    answer: events(chunk({ role: 'assistant', output_text: hello }), chunk({}, reason, { usage })),
    usage: [20, 7] as const,
  })),
  {
    server: 'a gateway that beats',
    shape: 'heartbeats by name, a DONE without brackets, more text and what is no JSON behind it',
    answer: {
      pieces: [
        'event: heartbeat\ndata: 2026-11-28T12:00:00Z\n\n',
        'event: ping\ndata: \n\ndata: : keep-alive\n\n',
        ...[chunk({ content: hello }), chunk({}, 'stop')].map(value => `data: ${JSON.stringify(value)}\n\n`),
        'data: DONE\n\n',
        `data: ${JSON.stringify(chunk({ content: ' And more.' }, null, { usage }))}\n\n`,
        'data: [closed]\n\n',
      ],
    },
    usage: [20, 7],
  },
  ...(
    [
      ['in place of deltas, a piece each', ['Good ', 'evening', '.']],
      ['in place of deltas, all so far each', ['Good ', 'Good evening', 'Good evening.']],
    ] as const
  ).map(([shape, pieces]) => ({
    server: 'a gateway of messages',
    shape: `messages ${shape}`,
    answer: events(
      ...pieces.map(content => ({ choices: [{ index: 0, delta: {}, message: { role: 'assistant', content } }] })),
      { choices: [{ index: 0, message: { content: '' }, finish_reason: 'stop' }], usage },
    ),
    usage: [20, 7] as const,
  })),
  {
    server: 'a gateway of messages',
    shape: 'a message at the end that has more than the deltas: the rest of the words, and a call',
    answer: events(chunk({ role: 'assistant', content: 'Good ' }), {
      choices: [
        {
          index: '0',
          delta: { role: 'assistant' },
          message: { role: 'assistant', content: hello, tool_calls: [call('a')] },
          finish_reason: 'tool_calls',
        },
      ],
      usage,
    }),
    text: hello,
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'a gateway of two forms',
    shape: 'function_call and tool_calls side by side',
    answer: events(
      chunk({ function_call: { name: 'look_up', arguments: args('a') }, tool_calls: [call('a')] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'a gateway of two forms',
    shape: 'calls by their numbers, arguments as input and as parameters',
    answer: events(
      chunk({
        tool_calls: {
          0: { id: 'a', type: 'function', function: { name: 'look_up', input: { word: 'a' } } },
          1: { id: 'b', type: 'function', function: { name: 'look_up', parameters: args('b') } },
        },
      }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a'), look('b')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'a gateway that names last',
    shape: 'the name behind whole arguments',
    answer: events(
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { arguments: args('a') } }] }),
      chunk({ tool_calls: [{ index: 0, function: { name: 'look_up' } }] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'a gateway that names each piece',
    shape: 'another id in each piece, the name beside it',
    answer: events(
      ...['', '{"word":', '"a"}'].map((input, at) =>
        chunk({ tool_calls: [{ index: 0, id: `id${at}`, function: { name: 'look_up', arguments: input } }] }),
      ),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  ...(
    [
      ['an empty object in front', `{}${args('a')}`],
      ['a bracket too many', `${args('a')}}`],
      ['a mark behind', `${args('a')}<|im_end|>`],
      ['the end of a tag behind', `${args('a')}\n</tool_call>`],
    ] as const
  ).map(([shape, input]) => ({
    server: 'a gateway of models of its own',
    shape: `arguments with ${shape}`,
    answer: events(
      chunk({ tool_calls: [call('a', { function: { name: 'look_up', arguments: input } })] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7] as const,
  })),
  ...['[]', [], '""', 'None'].map(input => ({
    server: 'a gateway in PHP or Python',
    shape: `arguments ${JSON.stringify(input)} of a call that has none`,
    answer: events(
      chunk({ tool_calls: [call('a', { function: { name: 'look_up', arguments: input } })] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: ['look_up {}'],
    stop: 'tools',
    usage: [20, 7] as const,
  })),
  {
    server: 'a gateway without empty lines',
    shape: 'one line break between two events, words in place of a comment, and an error behind the end',
    answer: {
      pieces: [
        'data: ping\n\n',
        ...[chunk({ content: 'Good ' }), chunk({ content: 'evening.' }), chunk({}, 'stop', { usage })].map(
          value => `data: ${JSON.stringify(value)}\n`,
        ),
        'data: [DONE]\n\n',
        'data: {"error":{"message":"late"}}\n\n',
      ],
    },
    usage: [20, 7],
  },
  {
    server: 'a gateway to Copilot',
    shape: 'words and calls of one reply as two choices',
    answer: {
      pieces: [
        JSON.stringify({
          choices: [
            { finish_reason: 'tool_calls', message: { role: 'assistant', content: hello } },
            { finish_reason: 'tool_calls', message: { role: 'assistant', tool_calls: [call('a')] } },
          ],
          usage,
        }),
      ],
    },
    text: hello,
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  {
    server: 'a gateway with two choices',
    shape: 'another choice that nobody asked for, and the reason "null" until the end',
    answer: events(
      chunk({ content: hello }, 'null'),
      { choices: [{ index: 1, delta: { content: 'Bye.' }, finish_reason: null }] },
      chunk({}, 'stop', { usage }),
    ),
    usage: [20, 7],
  },
  {
    server: 'a gateway with texts for numbers',
    shape: 'the index as a text, two calls interleaved',
    answer: events(
      chunk({
        tool_calls: ['a', 'b'].map((id, at) => ({
          index: String(at),
          id,
          function: { name: 'look_up', arguments: '' },
        })),
      }),
      ...['0', '1'].map(index => chunk({ tool_calls: [{ index, function: { arguments: '{"word":' } }] })),
      ...['0', '1'].map((index, at) => chunk({ tool_calls: [{ index, function: { arguments: `"${'ab'[at]}"}` } }] })),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a'), look('b')],
    stop: 'tools',
    usage: [20, 7],
  },
  ...(
    [
      ['in a text', { arguments: JSON.stringify(args('a')) }],
      ['in a block of code', { arguments: `\`\`\`json\n${args('a')}\n\`\`\`` }],
      ['twice', { arguments: args('a') + args('a') }],
      ['under a name with a prefix', { name: 'functions.look_up', arguments: args('a') }],
      ['under a name with a number', { name: 'default_api:look_up:0', arguments: args('a') }],
      ['under a name with a mark behind it', { name: 'look_up<|channel|>json', arguments: args('a') }],
    ] as const
  ).map(([shape, made]) => ({
    server: 'a gateway of odd calls',
    shape: `arguments ${shape}, and a place that stays empty`,
    answer: events(
      chunk({ tool_calls: [call('a', { function: { name: 'look_up', ...made } })] }),
      chunk({ tool_calls: [{ index: 1, id: '', function: { name: '', arguments: '' } }] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7] as const,
  })),
  {
    server: 'a gateway of empty objects',
    shape: 'an empty object before the arguments',
    answer: events(
      chunk({ tool_calls: [call('a', { function: { name: 'look_up', arguments: '{}' } })] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: args('a') } }] }),
      chunk({}, 'tool_calls', { usage }),
    ),
    calls: [look('a')],
    stop: 'tools',
    usage: [20, 7],
  },
  ...['content_filter', 'SAFETY', 'content_policy_violation', 'blocked_by_guardrail'].map(reason => ({
    server: 'a gateway of its own words',
    shape: `the reason ${reason}`,
    answer: events(chunk({ role: 'assistant', content: hello }), chunk({}, reason, { usage })),
    stop: 'refusal',
    usage: [20, 7] as const,
  })),
  {
    server: 'a gateway of its own words',
    shape: 'a call that a limit cuts, behind a whole one',
    answer: events(
      chunk({ role: 'assistant', tool_calls: [call('a')] }),
      chunk({
        tool_calls: [{ index: 1, id: 'call_b', type: 'function', function: { name: 'look_up', arguments: '{"wo' } }],
      }),
      chunk({}, 'length', { usage }),
    ),
    calls: [look('a')],
    stop: 'length',
    cutCall: 'look_up',
    usage: [20, 7],
  },
  ...['length', 'max_tokens', 'MAX_TOKENS', 'model_length'].map(reason => ({
    server: 'a gateway of its own words',
    shape: `the reason ${reason}`,
    answer: events(chunk({ role: 'assistant', content: hello }), chunk({}, reason, { usage })),
    stop: 'length',
    usage: [20, 7] as const,
  })),
];
