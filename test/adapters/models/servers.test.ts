import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { anthropicModels } from '../../../src/adapters/models/anthropic/anthropic.ts';
import { lightFetch } from '../../../src/adapters/models/light-fetch.ts';
import { ollamaModels } from '../../../src/adapters/models/ollama/ollama.ts';
import { compatibleDialect } from '../../../src/adapters/models/openai/dialect.ts';
import { openaiModels } from '../../../src/adapters/models/openai/openai.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import type { ModelProvider } from '../../../src/ports/model.ts';
import { asking, completed, failsWith, lookUp } from '../../contracts/model.ts';
import { chatCompletions, type ServerShape } from '../../peers/servers/chat-completions.ts';
import { sceneShapes } from '../../peers/servers/dialects.ts';
import { lines, messages } from '../../peers/servers/others.ts';
import { chunk, events, type RawAnswer, rawServer } from '../../peers/servers/raw-server.ts';

const fetch = lightFetch();
after(() => fetch.close());
const common = { fetch, clock: systemClock, firstByteMs: 20_000, silenceMs: 20_000 };

type Kind = (url: string, ignore?: readonly string[]) => ModelProvider;
const openai: Kind = (url, ignore = []) =>
  openaiModels({
    name: 'x',
    title: 'The server',
    baseUrl: `${url}/v1`,
    apiKey: '',
    addressSetting: 'base_url',
    ignore,
    dialect: compatibleDialect,
    contextTokens: 8_192,
    takesImages: false,
    ...common,
  });
const anthropic: Kind = url => anthropicModels({ apiKey: 'key-of-the-test', baseUrl: url, ...common });
const ollama: Kind = url => ollamaModels({ host: url, ...common });

async function asked(kind: Kind, answer: RawAnswer, ignore: readonly string[] = []) {
  const peer = await rawServer(answer);
  try {
    return await completed(kind(peer.url, ignore), asking('m', 'hello', { tools: [lookUp] }));
  } finally {
    await peer.close();
  }
}

for (const [kind, rows] of [
  [openai, chatCompletions],
  [openai, sceneShapes],
  [anthropic, messages],
  [ollama, lines],
] as readonly (readonly [Kind, readonly ServerShape[]])[])
  for (const { server, shape, answer, text, calls = [], stop = 'end', cutCall, usage } of rows)
    test(`given ${server}, when it sends ${shape}, then nothing is lost, shown or made up`, async () => {
      const { reply, told } = await asked(kind, answer);
      assert.equal(reply.text, text ?? (calls.length > 0 ? '' : 'Good evening.'));
      assert.equal(told.join(''), reply.text);
      assert.deepEqual(
        reply.toolCalls.map(({ name, arguments: input }) => `${name} ${input}`),
        calls,
      );
      assert.equal(new Set(reply.toolCalls.map(({ id }) => id)).size, calls.length);
      assert.equal(reply.stop, stop);
      assert.equal(reply.cutCall, cutCall);
      const { inputTokens, outputTokens, estimated } = reply.usage;
      if (usage) assert.deepEqual([inputTokens, outputTokens], usage);
      else assert.deepEqual([estimated, inputTokens > 0, outputTokens > 0], [true, true, true]);
    });

test('given the tables of what servers send, then there are 200 shapes of thirty servers, and each says where it stands', () => {
  const sources = new Map(sceneShapes.map(({ server, source }) => [server, source]));
  const named = chatCompletions.filter(({ server }) => !server.startsWith('a gateway'));
  assert.deepEqual(
    named.filter(({ server, source }) => (source ?? sources.get(server)) === undefined),
    [],
  );
  assert.ok(sources.size >= 30 && sceneShapes.length >= 200, `${sources.size} servers, ${sceneShapes.length} shapes`);
});

test('given something in a delta that is not understood, then the error names it, unless the owner lets it pass', async () => {
  for (const [delta, name] of [
    [{ images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] }, 'images'],
    [{ content: [{ type: 'hologram', hologram: 'x' }] }, 'hologram'],
    [{ answer_text: 'Good evening.' }, 'answer_text'],
    [{ tool_calls: [{ index: 0, type: 'custom', custom: { name: 'look_up', input: 'a' } }] }, 'tool_calls: custom'],
  ] as const) {
    const answer = events(chunk({ role: 'assistant', content: 'Look:' }), chunk(delta), chunk({}, 'stop'));
    const { message } = await failsWith('invalid', asked(openai, answer));
    assert.match(message, new RegExp(`the reply holds ".*${name}.*"`));
    assert.equal((await asked(openai, answer, [name])).reply.text, 'Look:');
  }
});

test('given a block that is not understood, then the error names it', async () => {
  const pieces = [
    { type: 'message_start', message: { model: 'm', usage: { input_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'hologram' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ].map(value => `data: ${JSON.stringify(value)}\n\n`);
  assert.match((await failsWith('invalid', asked(anthropic, { pieces }))).message, /holds "hologram"/);
});

test('given a call in the text that nobody can read, then the error says which setting to change', async () => {
  const answer = events(chunk({ content: '<tool_call>please look it up</tool_call>' }), chunk({}, 'stop'));
  assert.match((await failsWith('invalid', asked(openai, answer))).message, /natural_tools/);
});

test('given a reply that ends in a breakdown, an error in the stream or a page, then it is none, and the server was reached', async () => {
  for (const [answer, kind, cause] of [
    [events(chunk({ content: 'It began' }), chunk({}, 'network_error')), 'unavailable', /broken off/],
    [
      events(chunk({ content: 'It began' }), chunk({}, 'function_call_filter: MALFORMED_FUNCTION_CALL')),
      'unavailable',
      /broken off/,
    ],
    ...['server_error', 'MALFORMED_RESPONSE', 'user_cancelled'].map(
      reason => [events(chunk({ content: 'It began' }), chunk({}, reason)), 'unavailable', /broken off/] as const,
    ),
    [{ pieces: ['<html><title>Sign in</title></html>'] }, 'unavailable', /broken off/],
    [{ pieces: ['error: {"code":500,"message":"out of memory"}\n\n'] }, 'unavailable', /HTTP 500/],
    [
      { pieces: ['data: {"object":"error","message":"too long: exceeds the context window","code":400}\n\n'] },
      'exhausted',
      /HTTP 400/,
    ],
    [{ pieces: ['data: {"error":"out of memory","error_type":"generation"}\n\n'] }, 'unavailable', /HTTP 500/],
    [{ pieces: ['{"error":{"message":"no","code":401}}'] }, 'denied', /HTTP 401/],
    [{ pieces: ['event: error\ndata: out of memory\n\n'] }, 'unavailable', /HTTP 500/],
    [{ pieces: ['[{"error":{"code":503,"message":"overloaded"}}]'] }, 'unavailable', /HTTP 503/],
    [{ pieces: ['{"base_resp":{"status_code":1002,"status_msg":"slow"}}'] }, 'unavailable', /HTTP 500 1002/],
    [
      events({ choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 502, message: 'gone' } }] }),
      'unavailable',
      /HTTP 502/,
    ],
    [{ pieces: [`data: ${JSON.stringify(chunk({ content: 'It began' }, 'null'))}\n\n`] }, 'unavailable', /broken off/],
    ...[
      'data: {"msg":"out of memory","code":500}\n\n',
      'data: {"error_code":336100,"error_msg":"try again"}\n\n',
      'data: {"object":"","message":"out of memory","usage":null}\n\n',
      'data: "out of memory"\n\n',
      'data: out of memory\n\n',
      'data: <html><title>Bad Gateway</title></html>\n\n',
      '{"error":{"message":"out of memory"}}\n\n',
    ].map(
      error =>
        [
          { pieces: [`data: ${JSON.stringify(chunk({ content: 'It began' }))}\n\n`, error, 'data: [DONE]\n\n'] },
          'unavailable',
          /HTTP 500/,
        ] as const,
    ),
    [{ pieces: ['data: {"error":{"message":"no","type":"insufficient_quota"}}\n\n'] }, 'exhausted', /HTTP 402/],
    [
      { pieces: ['data: {"error":{"message":"no","type":"invalid_request_error","code":"invalid_api_key"}}\n\n'] },
      'denied',
      /HTTP 401/,
    ],
  ] as const)
    assert.match((await failsWith(kind, asked(openai, answer))).cause ?? '', cause);
});

test('given an error in the stream of another wire, in whatever form, then it is told with its status', async () => {
  const begun = [
    { type: 'message_start', message: { model: 'm', usage: { input_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'It began' } },
  ].map(value => `data: ${JSON.stringify(value)}\n\n`);
  const ended = [
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ].map(value => `data: ${JSON.stringify(value)}\n\n`);
  for (const [error, cause] of [
    ['data: {"error":{"message":"gone","code":503}}\n\n', /HTTP 503/],
    ['data: {"detail":"gone"}\n\n', /HTTP 500/],
    ['data: "gone"\n\n', /HTTP 500/],
    ['event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"gone"}}\n\n', /HTTP 529/],
  ] as const)
    assert.match(
      (await failsWith('unavailable', asked(anthropic, { pieces: [...begun, error, ...ended] }))).cause ?? '',
      cause,
    );
  const line = `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: 'It began' }, done: false })}\n`;
  for (const [error, cause] of [
    ['{"error":{"message":"gone","code":429}}\n', /HTTP 429/],
    ['{"StatusCode":429,"error":"gone"}\n', /HTTP 429/],
    ['{"detail":"gone"}\n', /HTTP 500/],
  ] as const) {
    const { message, cause: told } = await failsWith('unavailable', asked(ollama, { pieces: [line, error] }));
    assert.match(`${told} ${message}`, cause);
    assert.match(message, /gone/);
  }
});
