/** A request that is longer than a model takes, in the words of those who refuse it, and the length that they name. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { answerFault, contextTokensIn, type Service } from '../../../src/adapters/models/http-fault.ts';
import { isTooLong } from '../../../src/domain/supervision/failure.ts';

const service: Service = {
  name: 'The server',
  keySetting: 'KEY',
  secrets: [],
  unknownModel: 'look',
  unreachable: 'check it',
};

/** Who, the status, the message, its code, and the length in it. */
const refusals: readonly (readonly [string, number, string, string | undefined, number | undefined])[] = [
  ['Anthropic', 400, 'prompt is too long: 215000 tokens > 200000 maximum', 'invalid_request_error', 200_000],
  [
    'Anthropic, with the reply',
    400,
    'input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000, decrease input length or `max_tokens` and try again',
    'invalid_request_error',
    200_000,
  ],
  [
    'OpenAI',
    400,
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9011 tokens.",
    'context_length_exceeded',
    8192,
  ],
  [
    'OpenAI, newer',
    400,
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    'context_length_exceeded',
    undefined,
  ],
  [
    'llama.cpp',
    400,
    'the request exceeds the available context size (4096 tokens), try increasing it',
    'exceed_context_size_error',
    4096,
  ],
  [
    'llama.cpp of 2024',
    500,
    'the request exceeds the available context size. try increasing the context size or enable context shift',
    'server_error',
    undefined,
  ],
  [
    'llama.cpp, its batch',
    500,
    'input is too large to process. increase the physical batch size',
    undefined,
    undefined,
  ],
  ['Ollama', 400, 'prompt too long; exceeded max context length by 512 tokens', undefined, undefined],
  ['Ollama, embedding', 400, 'the input length exceeds the context length', undefined, undefined],
  [
    'vLLM',
    400,
    "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
    'BadRequestError',
    4096,
  ],
  [
    'LM Studio',
    400,
    'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length.',
    undefined,
    undefined,
  ],
  [
    'Gemini',
    400,
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    'INVALID_ARGUMENT',
    1_048_576,
  ],
  [
    'Mistral',
    400,
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    'invalid_request_prompt',
    32_768,
  ],
  [
    'xAI',
    400,
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    undefined,
    131_072,
  ],
  [
    'OpenRouter',
    400,
    "This endpoint's maximum context length is 65536 tokens. However, you requested about 70000 tokens.",
    undefined,
    65_536,
  ],
  ['Bedrock', 400, 'Input is too long for requested model.', 'ValidationException', undefined],
  [
    'TGI',
    422,
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`',
    'validation',
    4096,
  ],
  ['DashScope', 400, 'Range of input length should be [1, 30720]', 'invalid_parameter_error', 30_720],
  ['GLM', 400, 'Prompt exceeds max length', '1261', undefined],
  ['SGLang', 400, 'Input length 5000 exceeds the maximum length 4096.', undefined, 4096],
  ['vLLM, older', 400, 'The prompt (length 5000) exceeds the maximum model length of 4096', undefined, 4096],
  ['TGI, its prompt', 422, 'Input validation error: `inputs` must have less than 4095 tokens', 'validation', 4095],
  [
    'Kimi',
    400,
    'Invalid request: Your request exceeded model token limit: 131072 (requested: 140000)',
    undefined,
    131_072,
  ],
  [
    'Copilot',
    400,
    'prompt token count of 140000 exceeds the limit of 128000',
    'model_max_prompt_tokens_exceeded',
    128_000,
  ],
  ['Groq', 400, 'Please reduce the length of the messages or completion.', undefined, undefined],
  ['Cerebras', 400, 'Current length is 9000 while limit is 8192', undefined, 8192],
  ['a server with commas', 400, "This model's maximum context length is 8,192 tokens", undefined, 8192],
  ['GLM, in Chinese', 400, 'Prompt 超长', '1261', undefined],
  [
    'Gemini, newer',
    400,
    'The input token count exceeds the maximum number of tokens allowed 1048576.',
    'INVALID_ARGUMENT',
    1_048_576,
  ],
  [
    'Vertex',
    400,
    'Unable to submit request because the input token count is 40000 but model only supports up to 32768. Reduce the input token count and try again.',
    'INVALID_ARGUMENT',
    32_768,
  ],
  [
    'Cohere',
    400,
    'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000.',
    undefined,
    4081,
  ],
  [
    'GitHub Models',
    400,
    'Request body too large for gpt-4o model. Max size: 8000 tokens.',
    'tokens_limit_reached',
    8000,
  ],
  [
    'OpenAI, in a minute',
    429,
    'Request too large on tokens per min (TPM): Limit 30000, Requested 40000.',
    'rate_limit_exceeded',
    30_000,
  ],
  ['vLLM without room for a reply', 400, 'max_tokens must be at least 1, got -1234.', 'BadRequestError', undefined],
  ['llama.cpp, on the way', 500, 'context shift is disabled', 'server_error', undefined],
  ['nginx', 413, '413 Request Entity Too Large', undefined, undefined],
  ['Anthropic, its bytes', 413, 'Request exceeds the maximum size', 'request_too_large', undefined],
];

suite('a request that is too long', () => {
  for (const [who, status, message, code, tokens] of refusals)
    test(`given ${who}, when it refuses, then the request is too long, and the length that it names is known`, () => {
      const { failure } = answerFault(service, { status, text: JSON.stringify({ error: { message, code } }) }, 0);
      assert.deepEqual([failure.kind, isTooLong(failure)], ['exhausted', true], failure.message);
      assert.equal(contextTokensIn(failure.message), tokens);
    });

  for (const [what, status, message] of [
    ['a wrong field', 400, 'max_tokens must be an integer'],
    ['a reply that may not be so long', 400, 'max_tokens exceeds the maximum allowed tokens'],
    ['an unknown model', 404, 'The model `m` does not exist'],
    ['a limit of a minute', 429, 'Rate limit reached: 30000 tokens per minute'],
    ['tokens of a while', 500, 'Too many tokens, please wait before trying again.'],
    [
      'the description of a tool',
      400,
      "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024.",
    ],
    ['a filter', 400, 'The response was filtered due to the prompt triggering a content policy'],
  ] as const)
    test(`given ${what}, when it is refused, then it is not too long`, () => {
      const { failure } = answerFault(service, { status, text: JSON.stringify({ error: { message } }) }, 0);
      assert.equal(isTooLong(failure), false);
    });

  for (const [who, message, tokens] of [
    ['Anthropic', 'prompt is too long: 215000 tokens > 200000 maximum', 215_000],
    [
      'Anthropic, with the reply',
      'input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000',
      198_000,
    ],
    [
      'vLLM, older',
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
      4_000,
    ],
    [
      'vLLM',
      "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 8192 tokens and your request has 4331 input tokens (4096 > 8192 - 4331).",
      4_331,
    ],
    [
      'OpenAI, with tools',
      'you requested 9000 tokens (7000 in the messages, 1000 in the functions, and 1000 in the completion)',
      8_000,
    ],
    ['OpenAI', 'maximum context length is 8192 tokens. However, your messages resulted in 9011 tokens.', 9_011],
    [
      'OpenRouter',
      'you requested about 70000 tokens (60000 of text input, 2000 of tool input, 8000 in the output)',
      62_000,
    ],
    ['Gemini', 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1_200_000],
    ['Vertex', 'the input token count is 40000 but model only supports up to 32768.', 40_000],
    [
      'Mistral',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      40_000,
    ],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 537_812],
    [
      'TGI',
      '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3000 `inputs` tokens and 2000 `max_new_tokens`',
      3_000,
    ],
    [
      'SGLang',
      'You requested a total of 9000 tokens: 5000 tokens from the input messages and 4000 tokens for the completion.',
      5_000,
    ],
    ['llama.cpp', 'request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it', 9_000],
    ['llama.cpp, older', 'the request exceeds the available context size (4096 tokens), try increasing it', undefined],
    ['Copilot', 'prompt token count of 140000 exceeds the limit of 128000', 140_000],
    ['Ollama', 'prompt too long; exceeded max context length by 512 tokens', undefined],
    ['DashScope', 'Range of input length should be [1, 30720]', undefined],
    ['OpenAI, in a minute', 'Request too large on tokens per min (TPM): Limit 30000, Requested 40000.', undefined],
  ] as const)
    test(`given ${who}, when it refuses, then it is known how long the request is without the reply, if it says so`, () => {
      const text = JSON.stringify({ error: { message, code: 'context_length_exceeded' } });
      assert.equal(answerFault(service, { status: 400, text }, 0).failure.requestTokens, tokens);
    });
});
