import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFault, connectionFault, type Service } from '../../../src/adapters/models/http-fault.ts';

const service: Service = {
  name: 'The server',
  keySetting: 'KEY',
  secrets: [],
  unknownModel: 'check it',
  unreachable: 'check it',
};
const now = Date.parse('2026-11-28T12:00:00Z');

const gemini = (quotaId: string) => [
  {
    error: {
      code: 429,
      message: 'You exceeded your current quota, please check your plan and billing details.\nPlease retry in 2.4s.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' },
      ],
    },
  },
];

for (const [what, status, body, headers, kind, waitMs] of [
  ['Gemini for a minute', 429, gemini('GenerateRequestsPerMinutePerProject'), {}, 'unavailable', 2_000],
  ['Gemini for a day', 429, gemini('GenerateRequestsPerDayPerProject'), {}, 'exhausted', 2_000],
  [
    'OpenAI without money',
    429,
    { error: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' } },
    {},
    'exhausted',
    undefined,
  ],
  [
    'OpenAI in prose',
    429,
    {
      error: {
        message: 'Rate limit reached for x on tokens per min (TPM). Please try again in 1m2.5s.',
        code: 'rate_limit_exceeded',
      },
    },
    {},
    'unavailable',
    62_500,
  ],
  [
    'OpenAI in headers',
    429,
    { error: { message: 'Rate limit reached' } },
    {
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-remaining-requests': '9',
      'x-ratelimit-reset-tokens': '6m0s',
      'x-ratelimit-remaining-tokens': '0',
    },
    'unavailable',
    360_000,
  ],
  [
    'Anthropic in headers',
    429,
    { type: 'error', error: { type: 'rate_limit_error', message: 'limit' } },
    { 'anthropic-ratelimit-tokens-reset': '2026-11-28T12:00:09Z', 'anthropic-ratelimit-tokens-remaining': '0' },
    'unavailable',
    9_000,
  ],
  [
    'Anthropic without money',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' },
    },
    {},
    'exhausted',
    undefined,
  ],
  [
    'OpenRouter',
    429,
    {
      error: {
        code: 429,
        message: 'Rate limit exceeded: free-models-per-min.',
        metadata: { headers: { 'X-RateLimit-Reset': String(now + 30_000) } },
      },
    },
    {},
    'unavailable',
    30_000,
  ],
  [
    'a plan with hours to wait',
    429,
    { error: { type: 'usage_limit_reached', message: 'You have hit your usage limit.', resets_in_seconds: 10_800 } },
    {},
    'unavailable',
    10_800_000,
  ],
  [
    'Azure',
    429,
    {
      error: {
        code: '429',
        message:
          'Requests have exceeded token rate limit of your current pricing tier. Please retry after 2 seconds. To raise it visit https://aka.ms/quotaincrease',
      },
    },
    {},
    'unavailable',
    2_000,
  ],
  ['DeepSeek without money', 402, { error: { message: 'Insufficient Balance' } }, {}, 'exhausted', undefined],
  [
    'Groq, larger than a minute allows',
    413,
    { error: { message: 'Request too large for model on tokens per minute', code: 'rate_limit_exceeded' } },
    {},
    'exhausted',
    undefined,
  ],
  [
    'llama.cpp',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
      },
    },
    {},
    'exhausted',
    undefined,
  ],
  ['a busy server of seconds', 503, { detail: 'loading' }, { 'retry-after': '3' }, 'unavailable', 3_000],
  ['a proxy with a page', 502, '<html><title>Bad Gateway</title></html>', {}, 'unavailable', undefined],
  ['a list of faults', 422, { detail: [{ msg: 'field required' }] }, {}, 'invalid', undefined],
] as const)
  test(`given what ${what} answers, then status and wait come before its words`, () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const { failure } = answerFault(service, { status, text, headers: new Headers(headers) }, now);
    assert.deepEqual([failure.kind, failure.retryAfterMs], [kind, waitMs]);
    assert.doesNotMatch(failure.message, /[{<]|no reason given/);
  });

test('given a connection that was refused, when its fault names the code, then it names it once', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
  assert.equal(
    connectionFault(service, refused).failure.message,
    'the connection to The server failed (connect ECONNREFUSED 127.0.0.1:9); check it',
  );
  const reset = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  assert.match(connectionFault(service, reset).failure.message, /\(UND_ERR_SOCKET: other side closed\)/);
});
