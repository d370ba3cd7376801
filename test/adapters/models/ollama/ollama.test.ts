import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lightFetch } from '../../../../src/adapters/models/light-fetch.ts';
import { type OllamaOptions, ollamaModels } from '../../../../src/adapters/models/ollama/ollama.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { inEnglish } from '../../../../src/domain/policy/sentence.ts';
import { toFailure } from '../../../../src/domain/supervision/failure.ts';
import type { ModelProvider } from '../../../../src/ports/model.ts';
import { asking, completed, failsWith, lookUp, modelContract, userSays } from '../../../contracts/model.ts';
import type { ModelPeer } from '../../../peers/model-server.ts';
import { type OllamaPeerOptions, ollamaPeer } from '../../../peers/ollama.ts';
import { ollamaStage } from '../stages.ts';

modelContract('ollama', ollamaStage);
modelContract('ollama over the global fetch', () => ollamaStage(fetch));

const model = 'qwen3:8b';
const { signal } = new AbortController();

function models(host: string, more: Partial<OllamaOptions> = {}): ModelProvider {
  return ollamaModels({ host, clock: systemClock, firstByteMs: 20_000, silenceMs: 20_000, ...more });
}

async function withPeer(options: OllamaPeerOptions, body: (peer: ModelPeer) => Promise<void>): Promise<void> {
  const peer = await ollamaPeer(options);
  try {
    await body(peer);
  } finally {
    await peer.close();
  }
}

const chatsOf = (peer: ModelPeer): Record<string, unknown>[] =>
  peer.requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body as Record<string, unknown>);

test('given a bound below what the model takes, then the bound is the context, and asked for in every call', async () => {
  await withPeer({}, async peer => {
    const provider = models(peer.url, { contextTokens: 8_000, keepAlive: '30m' });
    assert.equal((await provider.info(model, signal)).contextTokens, 8_000);
    for (const words of ['Hello', 'Hello again'])
      await completed(provider, asking(model, words, { maxOutputTokens: 99 }));
    for (const chat of chatsOf(peer)) {
      assert.deepEqual(chat.options, { num_ctx: 8_000, num_predict: 99 });
      assert.equal(chat.keep_alive, '30m');
    }
    assert.equal(chatsOf(peer).length, 2);
  });
});

test('given a model that takes less than the bound, then its own size is the context', async () => {
  await withPeer({}, async peer => {
    const info = await models(peer.url, { contextTokens: 100_000 }).info('plain:1b', signal);
    assert.deepEqual(info, { contextTokens: 2_048, takesImages: false, takesTools: false, takesEffort: false });
  });
});

test('given the memory of the machine, then the context is what it holds beside the model, also when it is loaded ahead', async () => {
  const bytes = 4_000_000_000;
  // 32 layers, 8 heads of 128 numbers: 131 072 bytes a token
  const known = [{ name: 'llama3.1', contextTokens: 131_072, capabilities: ['completion'], bytes }];
  await withPeer({ models: known, script: () => ({ text: 'ok' }) }, async peer => {
    const provider = models(peer.url, { memoryBytes: 8_000_000_000 });
    await provider.preload?.('llama3.1', signal);
    await completed(provider, asking('llama3.1', 'a'));
    const contexts = peer.requests
      .filter(({ path }) => path === '/api/generate' || path === '/api/chat')
      .map(({ body }) => (body as { options: { num_ctx: number } }).options.num_ctx);
    assert.deepEqual(contexts, [14_336, 14_336]);
  });
});

test('given a model that is not pulled, then the failure names the command that pulls it', async () => {
  await withPeer({}, async peer => {
    const failure = await failsWith('invalid', completed(models(peer.url), asking('llama9', 'a')));
    assert.match(failure.message, /run `ollama pull llama9`, or name another model/);
  });
});

test('given an effort, then a model that thinks is told so, gpt-oss by its levels, and any other nothing', async () => {
  const capabilities = ['completion', 'thinking'];
  const known = [
    { name: 'qwen3:8b', capabilities, contextTokens: 8_000 },
    { name: 'gpt-oss:20b', capabilities, contextTokens: 8_000 },
    { name: 'llama3.2', capabilities: ['completion'], contextTokens: 8_000 },
  ];
  await withPeer({ models: known, script: () => ({ text: 'ok' }) }, async peer => {
    const provider = models(peer.url);
    for (const { name } of known)
      for (const effort of ['none', 'max'] as const) await completed(provider, asking(name, 'a', { effort }));
    assert.deepEqual(
      chatsOf(peer).map(({ think }) => think),
      [false, true, 'low', 'high', undefined, undefined],
    );
  });
});

test('given more text than the context holds, then it throws exhausted instead of losing the beginning', async () => {
  await withPeer({}, async peer => {
    const long = asking('plain:1b', 'word '.repeat(4_000));
    await failsWith('exhausted', completed(models(peer.url), long));
  });
});

test('given tools and a model that has none, then it throws invalid', async () => {
  await withPeer({}, async peer => {
    await failsWith('invalid', completed(models(peer.url), asking('plain:1b', 'Look.', { tools: [lookUp] })));
  });
});

test('given calls without ids, then the same reply to the same request gets the same ids, another place others', async () => {
  const toolCalls = [{ name: 'look_up', arguments: { word: 'a' } }];
  await withPeer({ script: () => ({ toolCalls }) }, async peer => {
    const idOf = async (...words: readonly string[]): Promise<string> => {
      const request = asking(model, words.map(userSays), { tools: [lookUp] });
      return (await completed(models(peer.url), request)).reply.toolCalls[0]?.id ?? '';
    };
    assert.equal(await idOf('Look.'), await idOf('Look.'));
    assert.notEqual(await idOf('Look.'), await idOf('Look.', 'Look.'));
  });
});

test('given calls with ids, then they are kept', async () => {
  const toolCalls = [{ name: 'look_up', arguments: { word: 'a' } }];
  await withPeer({ callIds: true, script: () => ({ toolCalls }) }, async peer => {
    const { reply } = await completed(models(peer.url), asking(model, 'Look.', { tools: [lookUp] }));
    assert.equal(reply.toolCalls[0]?.id, 'call_1');
  });
});

test('given an error page that is not JSON, then the library prints nothing', async context => {
  const printed = (['log', 'warn', 'error'] as const).map(name => context.mock.method(console, name, () => {}));
  await withPeer({ script: [{ fault: { status: 502 } }] }, async peer => {
    const fetchPage: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      return response.ok ? response : new Response('<html>bad gateway</html>', { status: response.status });
    };
    const provider = models(peer.url, { fetch: fetchPage as NonNullable<OllamaOptions['fetch']> });
    const failure = await failsWith('unavailable', completed(provider, asking(model, 'Hello')));
    assert.match(failure.message, /bad gateway/);
  });
  for (const { mock } of printed) assert.equal(mock.callCount(), 0);
});

test('given a server without models, then its health says what to run', async () => {
  await withPeer({ models: [] }, async peer => {
    const health = await models(peer.url).health(signal);
    assert.ok(!health.ok && /ollama pull/.test(inEnglish(health.problem)));
  });
});

test('given a password in the address, then it is sent and never shown', async () => {
  await withPeer({}, async peer => {
    const host = peer.url.replace('http://', 'http://me:geheim-9@');
    const light = lightFetch();
    const provider = models(host, { fetch: light });
    await completed(provider, asking(model, 'Hello'));
    assert.match(String(peer.requests.at(-1)?.headers.authorization), /^Basic /);
    const failure = await failsWith('invalid', completed(provider, asking('no-such-model', 'Hello')));
    await peer.close();
    const health = await provider.health(signal);
    assert.ok(!health.ok);
    assert.ok(!`${JSON.stringify(failure)} ${inEnglish(health.problem)}`.includes('geheim-9'));
    await light.close();
  });
});

test('given an address without an Ollama behind it, then it throws unavailable and its health says so', async () => {
  for (const page of ['<html>welcome</html>', '{"hello":"world"}']) {
    const provider = models('http://127.0.0.1:9', { fetch: async () => new Response(page) });
    const health = await provider.health(signal);
    assert.ok(!health.ok);
    await failsWith('unavailable', completed(provider, asking(model, 'Hello')));
  }
});

test('given an address that is none, then it throws invalid and names the setting', () => {
  assert.throws(
    () => models('http://:::'),
    error => toFailure(error).kind === 'invalid' && /OLLAMA_HOST/.test(toFailure(error).message),
  );
});

test('given only the changing instructions changed, then all before the last words is sent as before', () =>
  withPeer({}, async peer => {
    for (const day of ['Monday', 'Tuesday']) {
      const system = [
        { text: 'Who you are.', stable: true },
        { text: `It is ${day}.`, stable: false },
      ];
      await completed(
        models(peer.url),
        asking(model, [userSays('a'), { role: 'assistant', text: 'b', toolCalls: [] }, userSays('c')], { system }),
      );
    }
    const [monday, tuesday] = peer.requests
      .filter(({ path }) => path === '/api/chat')
      .map(({ body }) => (body as { readonly messages: readonly { readonly content: string }[] }).messages);
    assert.deepEqual(monday?.slice(0, -1), tuesday?.slice(0, -1));
    assert.deepEqual(
      [monday?.at(0)?.content, tuesday?.at(-1)?.content],
      ['Who you are.', 'c\n\n[Straylight] Context of this request, not words of the owner:\n\nIt is Tuesday.'],
    );
  }));

test('given a model that thought before its call, then its next request has the thought, another model’s has not, and no text shows it', async () => {
  const script = [
    { thinking: 'pondering at length', toolCalls: [{ name: 'look_up', arguments: { word: 'x' } }] },
    { text: 'Found.' },
    { text: 'Found too.' },
  ];
  await withPeer({ script }, async peer => {
    const provider = models(peer.url);
    const { reply, told } = await completed(provider, asking(model, 'look it up', { tools: [lookUp] }));
    assert.equal(told.join(''), '');
    const [call] = reply.toolCalls;
    const history = [
      userSays('look it up'),
      { role: 'assistant' as const, ...reply },
      { role: 'tool' as const, callId: call?.id ?? '', name: 'look_up', text: 'found', failed: false },
    ];
    await completed(provider, asking(model, history, { tools: [lookUp] }));
    await completed(provider, asking('plain:1b', history));
    const [, same, other] = chatsOf(peer).map(chat => JSON.stringify(chat['messages']));
    assert.match(same ?? '', /"thinking":"pondering at length"/);
    assert.doesNotMatch(other ?? '', /pondering/);
  });
});
