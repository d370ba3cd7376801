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
  [
    'Groq for a day that rolls on',
    429,
    {
      error: {
        message:
          'Rate limit reached for model `m` on tokens per day (TPD): Limit 100000, Used 99500, Requested 1200. Please try again in 10m4.8s. Need more tokens? Visit https://console.groq.com/settings/billing',
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    },
    { 'retry-after': '605' },
    'unavailable',
    605_000,
  ],
  [
    'OpenAI for a day, in prose',
    429,
    { error: { message: 'Rate limit reached on requests per day (RPD): Limit 200. Please try again in 7m12s.' } },
    {},
    'unavailable',
    432_000,
  ],
  [
    'Cerebras for a day',
    429,
    { message: 'Tokens per day limit exceeded', code: 'token_quota_exceeded' },
    {},
    'exhausted',
    undefined,
  ],
  [
    'OpenAI, larger than a minute allows',
    429,
    {
      error: {
        message:
          'Request too large for gpt-4o on tokens per min (TPM): Limit 30,000, Requested 40,000. The input or output tokens must be reduced in order to run successfully.',
        code: 'rate_limit_exceeded',
      },
    },
    {},
    'exhausted',
    undefined,
  ],
  [
    'Moonshot without money',
    429,
    { error: { message: 'Your account is suspended', type: 'exceeded_current_quota_error' } },
    {},
    'exhausted',
    undefined,
  ],
  [
    'Z.ai without money',
    429,
    { error: { code: '1113', message: '您的账户已欠费，请充值后重试' } },
    {},
    'exhausted',
    undefined,
  ],
  [
    'DashScope for a minute',
    429,
    { code: 'Throttling.AllocationQuota', message: 'Allocated quota exceeded, please increase your quota limit.' },
    {},
    'unavailable',
    undefined,
  ],
  [
    'Google with a rate under 403',
    403,
    { error: { code: 403, message: 'Rate Limit Exceeded', errors: [{ reason: 'rateLimitExceeded' }] } },
    {},
    'unavailable',
    undefined,
  ],
  [
    'Google with a day under 403',
    403,
    { error: { code: 403, message: 'Daily Limit Exceeded', errors: [{ reason: 'dailyLimitExceeded' }] } },
    {},
    'exhausted',
    undefined,
  ],
  [
    'OpenRouter of what was said',
    403,
    { error: { code: 403, message: 'Your input was flagged', metadata: { reasons: ['violence'] } } },
    {},
    'invalid',
    undefined,
  ],
  [
    'Gemini of a wrong key',
    400,
    [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } }],
    {},
    'denied',
    undefined,
  ],
  [
    'a proxy in words',
    429,
    { error: { message: 'Slow down' } },
    { 'retry-after': '20 seconds' },
    'unavailable',
    20_000,
  ],
  [
    'a plan with a date',
    429,
    { error: { message: 'You have hit your limit, which resets at 2026-11-28 12:10:00 UTC.' } },
    {},
    'unavailable',
    600_000,
  ],
  [
    'a proxy that counts nothing',
    429,
    { error: { message: 'Rate limit reached' } },
    { 'x-ratelimit-reset-requests': '24h0m0s', 'x-ratelimit-reset-tokens': '1m30s' },
    'unavailable',
    90_000,
  ],
  [
    'Groq without room in a tier',
    498,
    { error: { message: 'Flex tier capacity exceeded' } },
    {},
    'unavailable',
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
