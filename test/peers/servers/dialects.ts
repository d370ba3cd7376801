/**
 * How servers and gateways of OpenAI's API say the same seven things, a row each, with where it is written down: thoughts
 * under a name of their own or between tags, calls in pieces or whole, the count of tokens in one of many places.
 */
import type { ServerShape } from './chat-completions.ts';
import { chunk, type RawAnswer } from './raw-server.ts';

interface ServerDialect {
  readonly server: string;
  /** Documentation or code that says so. */
  readonly source: string;
  readonly opens: object | undefined;
  /** What it thought, in deltas; undefined: it is not sent. */
  readonly thought: ((text: string) => readonly object[]) | undefined;
  readonly calls: (words: readonly string[]) => readonly object[];
  /** The last chunks, the first of them with this delta. */
  readonly closes: (reason: string, last: object) => readonly object[];
  /** Its words for stop, tool_calls and length, where they differ. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** All calls stand in the last delta. */
  readonly callsLast?: true;
  /** What it adds to each chunk, or to its choice. */
  readonly beside?: object;
  readonly inChoice?: object;
  readonly before?: readonly string[];
  /** How a line begins and ends; the default is a blank behind the colon, and `\n`. */
  readonly frame?: readonly [begin: string, end: string];
}

const usage = { prompt_tokens: 20, completion_tokens: 7, total_tokens: 27 };
const args = (word: string) => JSON.stringify({ word });
const role = { role: 'assistant', content: '' };

const under =
  (name: string, more: object = {}) =>
  (text: string) => [
    { [name]: text.slice(0, 5), ...more },
    { [name]: text.slice(5), ...more },
  ];
const between = (tag: string) => (text: string) => [
  { content: `<${tag}>${text.slice(0, 4)}` },
  { content: `${text.slice(4)}</${tag.slice(0, 2)}` },
  { content: `${tag.slice(2)}>\n\n` },
];

const made = (word: string, at: number, more: object = {}) => ({
  index: at,
  id: `call_${word}`,
  type: 'function',
  function: { name: 'look_up', arguments: args(word) },
  ...more,
});
/** The name first, then the arguments in two pieces. */
const inPieces = (words: readonly string[]) =>
  words.flatMap((word, index) => [
    { tool_calls: [{ ...made(word, index), function: { name: 'look_up', arguments: '' } }] },
    { tool_calls: [{ index, function: { arguments: args(word).slice(0, 4) } }] },
    { tool_calls: [{ index, function: { arguments: args(word).slice(4) } }] },
  ]);
/** As pieces, with everything else null or empty in those that go on. */
const inPiecesWithNulls = (words: readonly string[]) =>
  words.flatMap((word, index) => [
    { role: null, content: null, tool_calls: [{ ...made(word, index), function: { name: 'look_up', arguments: '' } }] },
    {
      role: null,
      content: null,
      tool_calls: [{ index, id: null, type: 'function', function: { name: null, arguments: args(word) } }],
    },
  ]);
const eachWhole = (words: readonly string[]) => words.map((word, index) => ({ tool_calls: [made(word, index)] }));
const eachWholeAtNought = (words: readonly string[]) => words.map(word => ({ tool_calls: [made(word, 0)] }));
const togetherWhole = (words: readonly string[]) => [{ tool_calls: words.map((word, index) => made(word, index)) }];

const withReason = (reason: string, last: object) => [chunk(last, reason, { usage })];
const after = (reason: string, last: object) => [
  chunk(last, reason),
  { id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [], usage },
];

const common = { opens: role, calls: inPieces, closes: after } as const;
const thinking = under('reasoning_content');
const reasoning = under('reasoning');

const dialects: readonly ServerDialect[] = [
  { ...common, server: 'OpenAI', source: 'platform.openai.com/docs/api-reference/chat-streaming', thought: undefined },
  {
    ...common,
    server: 'Azure OpenAI',
    source: 'learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming',
    thought: undefined,
    inChoice: { content_filter_results: { hate: { filtered: false, severity: 'safe' } }, content_filter_offsets: {} },
  },
  {
    ...common,
    server: 'Gemini',
    source: 'ai.google.dev/gemini-api/docs/openai',
    opens: undefined,
    thought: text => [
      { role: 'assistant', content: `<thought>${text}`, extra_content: { google: { thought: true } } },
      { role: 'assistant', content: '</thought>' },
    ],
    calls: eachWholeAtNought,
    closes: withReason,
    reasons: { tool_calls: 'stop' },
  },
  {
    ...common,
    server: 'Mistral',
    source: 'docs.mistral.ai/capabilities/reasoning',
    thought: text => [{ content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }],
    calls: togetherWhole,
    closes: withReason,
  },
  {
    ...common,
    server: 'DeepSeek',
    source: 'api-docs.deepseek.com/guides/thinking_mode',
    opens: { role: 'assistant', content: null, reasoning_content: '' },
    thought: under('reasoning_content', { content: null }),
    closes: withReason,
    before: [': keep-alive\n\n'],
  },
  {
    ...common,
    server: 'Groq',
    source: 'console.groq.com/docs/reasoning',
    thought: under('reasoning', { channel: 'analysis' }),
    calls: togetherWhole,
    closes: (reason, last) => [chunk(last, reason, { x_groq: { id: 'req_1', usage: { ...usage, queue_time: 0.1 } } })],
  },
  {
    ...common,
    server: 'xAI',
    source: 'docs.x.ai/docs/guides/streaming-response',
    thought: thinking,
    calls: eachWhole,
    closes: withReason,
    beside: { usage: { prompt_tokens: 20, completion_tokens: 1, total_tokens: 21 } },
  },
  {
    ...common,
    server: 'Together',
    source: 'docs.together.ai/docs/chat-overview',
    thought: reasoning,
    closes: withReason,
    reasons: { stop: 'eos' },
    inChoice: { text: '', seed: 1, logprobs: null },
  },
  {
    ...common,
    server: 'Fireworks',
    source: 'docs.fireworks.ai/guides/reasoning',
    opens: { role: 'assistant' },
    thought: thinking,
    closes: withReason,
  },
  {
    ...common,
    server: 'OpenRouter',
    source: 'openrouter.ai/docs/api-reference/streaming',
    thought: text => [
      { ...role, reasoning: text, reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }] },
      { ...role, reasoning: '', reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', index: 0 }] },
    ],
    closes: (reason, last) => [chunk(last, reason), chunk(role, null, { usage: { ...usage, cost: 0.1 } })],
    beside: { provider: 'X' },
    inChoice: { native_finish_reason: null, logprobs: null },
    before: [': OPENROUTER PROCESSING\n\n', ': OPENROUTER PROCESSING\n\n'],
  },
  {
    ...common,
    server: 'Cerebras',
    source: 'inference-docs.cerebras.ai/capabilities/reasoning',
    opens: { role: 'assistant' },
    thought: reasoning,
    calls: togetherWhole,
    closes: (reason, last) => [chunk(last, reason, { usage, time_info: { queue_time: 0.1 } })],
  },
  {
    ...common,
    server: 'SambaNova',
    source: 'docs.sambanova.ai/docs/en/features/openai-compatibility',
    thought: between('think'),
    closes: (reason, last) => [
      chunk(last, reason),
      { choices: [], usage: { ...usage, completion_tokens_per_sec: 90.1, is_last_response: true } },
    ],
  },
  {
    ...common,
    server: 'Cohere',
    source: 'docs.cohere.com/docs/compatibility-api',
    thought: under('tool_plan'),
    closes: withReason,
    reasons: { stop: 'COMPLETE', tool_calls: 'TOOL_CALL', length: 'MAX_TOKENS' },
  },
  {
    ...common,
    server: 'Z.ai',
    source: 'docs.z.ai/guides/capabilities/streaming',
    opens: undefined,
    thought: under('reasoning_content', { role: 'assistant' }),
    calls: eachWhole,
    closes: withReason,
  },
  {
    ...common,
    server: 'MiniMax',
    source: 'platform.minimax.io/docs/api-reference/text-openai-api',
    opens: { ...role, name: 'MiniMax AI', audio_content: '' },
    thought: between('think'),
    closes: (reason, last) => [
      chunk(last, reason, { input_sensitive: false, output_sensitive: false, base_resp: { status_code: 0 } }),
      { choices: null, usage: { ...usage, total_characters: 0 } },
    ],
  },
  {
    ...common,
    server: 'MiniMax with reasoning_split',
    source: 'platform.minimax.io/docs/api-reference/text-openai-api',
    thought: text => [
      {
        reasoning_content: text,
        reasoning_details: [{ type: 'reasoning.text', id: 'r', format: 'MiniMax-response-v1', index: 0, text }],
      },
    ],
  },
  {
    ...common,
    server: 'Moonshot',
    source: 'platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
    thought: thinking,
    closes: (reason, last) => [{ choices: [{ index: 0, delta: last, finish_reason: reason, usage }] }],
  },
  {
    ...common,
    server: 'DashScope',
    source: 'help.aliyun.com/zh/model-studio/deep-thinking',
    opens: { role: 'assistant', content: null, reasoning_content: '' },
    thought: under('reasoning_content', { content: null }),
    calls: words =>
      words.flatMap((word, index) => [
        { tool_calls: [{ ...made(word, index), function: { name: 'look_up', arguments: '' } }] },
        { tool_calls: [{ index, id: '', type: 'function', function: { name: '', arguments: args(word) } }] },
      ]),
  },
  {
    ...common,
    server: 'vLLM',
    source: 'github.com/vllm-project/vllm: vllm/entrypoints/openai/engine/protocol.py',
    thought: reasoning,
    inChoice: { stop_reason: null, token_ids: null },
  },
  {
    ...common,
    server: 'vLLM, older',
    source: 'docs.vllm.ai/en/v0.9.2/examples/online_serving/openai_chat_completion_with_reasoning_streaming.html',
    thought: under('reasoning_content', { content: null }),
    beside: { usage: null },
  },
  {
    ...common,
    server: 'vLLM, MiniMax M2',
    source: 'docs.vllm.ai/en/latest/api/vllm/reasoning/minimax_m2_reasoning_parser',
    thought: between('think'),
  },
  {
    ...common,
    server: 'SGLang',
    source: 'github.com/sgl-project/sglang: python/sglang/srt/entrypoints/openai/protocol.py',
    opens: { role: 'assistant', content: '', reasoning_content: null, tool_calls: null },
    thought: under('reasoning_content', { role: null, content: null, tool_calls: null }),
    calls: inPiecesWithNulls,
    inChoice: { matched_stop: 151645, logprobs: null },
  },
  {
    ...common,
    server: 'llama.cpp',
    source: 'github.com/ggml-org/llama.cpp: tools/server/README.md',
    opens: { role: 'assistant', content: null },
    thought: thinking,
    closes: (reason, last) => [
      chunk(last, reason),
      { choices: [], usage, timings: { cache_n: 0, prompt_n: 20, predicted_n: 7, predicted_ms: 1.5 } },
    ],
    beside: { system_fingerprint: 'b5517-1e8659e6' },
  },
  {
    ...common,
    server: 'LM Studio',
    source: 'lmstudio.ai/docs/developer/openai-compat/chat-completions',
    thought: reasoning,
    closes: (reason, last) => [chunk(last, reason, { stats: {} }), { choices: [], usage, stats: {} }],
  },
  {
    ...common,
    server: 'LM Studio without a section for thoughts',
    source: 'lmstudio.ai/docs/developer/openai-compat/tools',
    thought: between('think'),
    calls: words =>
      words.flatMap((word, index) => [
        { tool_calls: [{ ...made(word, index, { id: '1' }), function: { name: 'look_up' } }] },
        { tool_calls: [{ index, type: 'function', function: { arguments: args(word) } }] },
      ]),
  },
  {
    ...common,
    server: 'Ollama /v1',
    source: 'github.com/ollama/ollama: openai/openai.go',
    opens: undefined,
    thought: under('reasoning', role),
    calls: words => eachWhole(words).map(delta => ({ ...role, ...delta })),
    beside: { system_fingerprint: 'fp_ollama' },
  },
  {
    ...common,
    server: 'Ollama /v1, older',
    source: 'github.com/ollama/ollama/issues/7881',
    opens: undefined,
    thought: between('think'),
    calls: words => eachWholeAtNought(words).map(delta => ({ ...role, ...delta })),
    reasons: { tool_calls: 'stop' },
  },
  {
    ...common,
    server: 'LocalAI',
    source: 'github.com/mudler/LocalAI: core/schema/message.go',
    opens: { role: 'assistant', content: null },
    thought: under('reasoning', { content: null }),
    calls: words =>
      words.flatMap((word, index) => [
        { content: null, tool_calls: [{ ...made(word, index), function: { name: 'look_up', arguments: '' } }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ index, id: `call_${word}`, type: 'function', function: { arguments: args(word) } }],
        },
      ]),
    closes: withReason,
  },
  {
    ...common,
    server: 'text-generation-webui',
    source: 'github.com/oobabooga/text-generation-webui: modules/api/completions.py',
    opens: { role: 'assistant', refusal: null, content: '' },
    thought: thinking,
    calls: togetherWhole,
    callsLast: true,
    beside: { system_fingerprint: null, usage: null },
    inChoice: { logprobs: null },
  },
  {
    ...common,
    server: 'TGI',
    source: 'huggingface.co/docs/text-generation-inference/messages_api',
    opens: undefined,
    thought: between('think'),
    calls: words => eachWhole(words).map(delta => ({ role: 'assistant', ...delta })),
    reasons: { stop: 'eos_token', tool_calls: 'stop' },
    frame: ['data:', '\r\n'],
  },
  {
    ...common,
    server: 'KoboldCpp',
    source: 'github.com/LostRuins/koboldcpp: koboldcpp.py',
    thought: between('think'),
    calls: togetherWhole,
    callsLast: true,
    closes: withReason,
  },
  {
    ...common,
    server: 'LMDeploy',
    source: 'github.com/InternLM/lmdeploy: lmdeploy/serve/openai/protocol.py',
    opens: { ...role, reasoning_content: null, gen_tokens: null, tool_calls: [] },
    thought: under('reasoning_content', { content: null, gen_tokens: [5, 6], tool_calls: [] }),
    closes: withReason,
  },
  {
    ...common,
    server: 'mlx-lm',
    source: 'github.com/ml-explore/mlx-lm: mlx_lm/server.py',
    opens: undefined,
    thought: under('reasoning', { role: 'assistant' }),
    calls: togetherWhole,
    callsLast: true,
    before: [': keepalive 512/2048\n\n'],
  },
  {
    ...common,
    server: 'LiteLLM',
    source: 'docs.litellm.ai/docs/reasoning_content',
    thought: text => [
      {
        ...role,
        reasoning_content: text,
        thinking_blocks: [{ type: 'thinking', thinking: text, signature: null }],
        provider_specific_fields: { thinking_blocks: [{ type: 'thinking', thinking: text }] },
      },
      { thinking_blocks: [{ type: 'thinking', thinking: '', signature: 'x' }] },
    ],
    inChoice: { logprobs: null },
  },
  {
    ...common,
    server: 'a gateway to Bedrock',
    source: 'github.com/aws-samples/bedrock-access-gateway: src/api/models/bedrock.py',
    thought: under('reasoning_content', { content: '' }),
    closes: after,
    beside: { system_fingerprint: 'fp' },
  },
];

const hello = 'Good evening.';
const thought = 'They sound tired.';

interface Scene {
  readonly says: string;
  readonly isThought?: true;
  readonly text?: string;
  readonly words?: readonly string[];
  readonly isCut?: true;
}

const scenes: readonly Scene[] = [
  { says: 'text', text: hello },
  { says: 'a thought, then text', isThought: true, text: hello },
  { says: 'a call', words: ['a'] },
  { says: 'two calls', words: ['a', 'b'] },
  { says: 'text, then a call', text: hello, words: ['a'] },
  { says: 'a thought, then two calls', isThought: true, words: ['a', 'b'] },
  { says: 'text that a limit cuts', text: hello, isCut: true },
];

/** Every dialect in every scene that it has. */
export const sceneShapes: readonly ServerShape[] = dialects.flatMap(dialect =>
  scenes
    .filter(({ isThought }) => isThought === undefined || dialect.thought !== undefined)
    .map(scene => ({
      server: dialect.server,
      source: dialect.source,
      shape: scene.says,
      answer: played(dialect, scene),
      text: scene.text ?? '',
      calls: (scene.words ?? []).map(word => `look_up ${args(word)}`),
      stop: scene.isCut ? 'length' : scene.words ? 'tools' : 'end',
      usage: [20, 7] as const,
    })),
);

function played(dialect: ServerDialect, { isThought, text, words = [], isCut }: Scene): RawAnswer {
  const { opens, calls, closes, reasons = {}, callsLast, frame: [begin, end] = ['data: ', '\n'] } = dialect;
  const called = words.length > 0 ? calls(words) : [];
  const deltas = [
    ...(opens ? [opens] : []),
    ...(isThought && dialect.thought ? dialect.thought(thought) : []),
    ...(text === undefined ? [] : [{ content: text.slice(0, 5) }, { content: text.slice(5) }]),
    ...(callsLast ? [] : called),
  ];
  const reason = isCut ? 'length' : words.length > 0 ? 'tool_calls' : 'stop';
  const chunks = [
    ...deltas.map(delta => besideChoice(chunk(delta, null, dialect.beside), dialect)),
    ...closes(reasons[reason] ?? reason, callsLast ? (called[0] ?? {}) : {}),
  ];
  const pieces = [...chunks.map(value => JSON.stringify(value)), '[DONE]'].map(line => `${begin}${line}${end}${end}`);
  return { pieces: [...(dialect.before ?? []), ...pieces] };
}

function besideChoice(made: ReturnType<typeof chunk>, { inChoice = {} }: ServerDialect): object {
  return { ...made, choices: made.choices.map(choice => ({ ...choice, ...inChoice })) };
}
