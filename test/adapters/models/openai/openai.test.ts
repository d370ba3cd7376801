import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lightFetch } from '../../../../src/adapters/models/light-fetch.ts';
import {
  compatibleDialect,
  deepseekDialect,
  geminiDialect,
  openaiDialect,
  openrouterDialect,
} from '../../../../src/adapters/models/openai/dialect.ts';
import { type OpenaiOptions, openaiModels } from '../../../../src/adapters/models/openai/openai.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import type { ModelMessage, ModelProvider, ModelReply } from '../../../../src/ports/model.ts';
import { asking, completed, failsWith, modelContract, userSays } from '../../../contracts/model.ts';
import type { ModelPeer } from '../../../peers/model-server.ts';
import { type OpenaiPeerOptions, openaiPeer } from '../../../peers/openai.ts';
import { openaiStage } from '../stages.ts';

modelContract('openai', () => openaiStage(), { refuses: true, countsCache: true });
modelContract('openai over the global fetch', () => openaiStage({}, fetch), { refuses: true, countsCache: true });
modelContract(
  'a server that sends calls whole, without ids, and its usage in the last chunk',
  () => openaiStage({ calls: 'whole', callIds: false, usage: 'last', reasoning: 'reasoning' }),
  { refuses: true, countsCache: true },
);
modelContract(
  'a server that sends arguments as objects and says eos',
  () => openaiStage({ calls: 'object', callIds: false, end: 'eos' }),
  { refuses: true, countsCache: true },
);

const { signal } = new AbortController();

async function withPeer(
  options: OpenaiPeerOptions,
  body: (peer: ModelPeer, models: (more?: Partial<OpenaiOptions>) => ModelProvider) => Promise<void>,
): Promise<void> {
  const peer = await openaiPeer(options);
  const light = lightFetch();
  const models = (more: Partial<OpenaiOptions> = {}) =>
    openaiModels({
      name: 'openai',
      title: 'The server',
      baseUrl: `${peer.url}/v1`,
      apiKey: '',
      addressSetting: 'base_url',
      dialect: compatibleDialect,
      contextTokens: 8_192,
      takesImages: false,
      fetch: light,
      clock: systemClock,
      firstByteMs: 20_000,
      silenceMs: 20_000,
      ...more,
    });
  try {
    await body(peer, models);
  } finally {
    await peer.close();
    await light.close();
  }
}

const lastChat = (peer: ModelPeer) =>
  peer.requests.findLast(({ path }) => path === '/v1/chat/completions')?.body as Record<string, unknown>;

test('given a history with open calls, late results and replies in a row, when it is sent, then no server refuses it', () =>
  withPeer({}, async (peer, models) => {
    const call = (id: string) => ({ id, name: 'look_up', arguments: '{"word":"x"}' });
    const result = (callId: string, text = 'found') =>
      ({ role: 'tool', callId, name: 'look_up', text, failed: false }) as const;
    const says = (text: string, ...toolCalls: ReturnType<typeof call>[]) =>
      ({ role: 'assistant', text, toolCalls }) as const;
    const histories: readonly (readonly ModelMessage[])[] = [
      [userSays('a'), says('', call('1'), call('2')), result('2'), userSays('b')],
      [userSays('a'), says('', call('1')), userSays('b'), says('', call('2')), says('over', call('3'))],
      [result('lost'), says('late'), userSays('b')],
      [userSays('a'), says('', call('1')), result('1'), result('1', 'twice'), userSays('b')],
      [
        userSays('a'),
        says('', { ...call('an id that is far too long for the other side: 0123456789'), arguments: 'no' }),
      ],
      [userSays('a'), says('  '), userSays('')],
    ];
    const provider = models();
    for (const history of histories) await completed(provider, asking('tiny', history));
    assert.equal(peer.requests.length, histories.length);
  }));

test('given a server that counts nothing, then the usage is estimated from the lengths', () =>
  withPeer({ dialect: { usage: 'none' }, script: [{ text: 'x'.repeat(400) }] }, async (_peer, models) => {
    const { reply } = await completed(models(), asking('tiny', 'y'.repeat(4_000)));
    assert.equal(reply.usage.outputTokens, 100);
    assert.equal(reply.usage.estimated, true);
    assert.ok(reply.usage.inputTokens >= 1_000 && reply.usage.inputTokens < 1_100, `${reply.usage.inputTokens}`);
  }));

test('given a server that names cached tokens as DeepSeek does, then they are counted as such', () =>
  withPeer(
    { dialect: { cache: 'deepseek' }, script: [{ text: 'a', usage: { inputTokens: 10, cacheReadTokens: 90 } }] },
    async (_peer, models) => {
      const { reply } = await completed(models(), asking('tiny', 'a'));
      assert.equal(reply.usage.inputTokens, 10);
      assert.equal(reply.usage.cacheReadTokens, 90);
    },
  ));

test('given the facts servers tell of a model, then its context and what it takes are theirs, else the settings', async () => {
  const told: readonly (readonly [Record<string, unknown>, number, boolean, boolean])[] = [
    [{ context_length: 1_000, architecture: { input_modalities: ['text', 'image'] } }, 1_000, true, true],
    [{ context_window: 2_000 }, 2_000, false, true],
    [{ max_model_len: 3_000 }, 3_000, false, true],
    [{ max_context_length: 4_000, supported_parameters: ['temperature'] }, 4_000, false, false],
    [{ meta: { n_ctx_train: 5_000 } }, 5_000, false, true],
    [{}, 8_192, false, true],
  ];
  for (const [facts, contextTokens, takesImages, takesTools] of told)
    await withPeer({ dialect: { facts } }, async (_peer, models) => {
      const { takesEffort, ...info } = await models().info('tiny', signal);
      assert.deepEqual(info, { contextTokens, takesImages, takesTools });
      assert.equal(takesEffort, 'supported_parameters' in facts ? false : undefined);
    });
});

test('given no key, then none is sent, whatever the environment says', async t => {
  process.env['OPENAI_API_KEY'] = 'sk-of-the-environment';
  process.env['OPENAI_ORG_ID'] = 'org-of-the-environment';
  t.after(() => {
    delete process.env['OPENAI_API_KEY'];
    delete process.env['OPENAI_ORG_ID'];
  });
  await withPeer({}, async (peer, models) => {
    await completed(models(), asking('tiny', 'a'));
    assert.equal(peer.requests[0]?.headers.authorization, undefined);
    assert.doesNotMatch(JSON.stringify(peer.requests[0]?.headers), /of-the-environment/);
  });
});

test('given each dialect, then the limit and the format go under the name its server takes', async () => {
  const format = { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'] };
  const request = asking('tiny', 'a', { format, maxOutputTokens: 77 });
  for (const [dialect, refuses, limit, type] of [
    [openaiDialect, 'max_tokens', 'max_completion_tokens', 'json_schema'],
    [compatibleDialect, 'max_completion_tokens', 'max_tokens', 'json_schema'],
    [deepseekDialect, 'json_schema', 'max_tokens', 'json_object'],
  ] as const)
    await withPeer({ dialect: { refuses } }, async (peer, models) => {
      await completed(models({ dialect }), request);
      const body = lastChat(peer);
      assert.equal(body[limit], 77);
      assert.equal((body['response_format'] as { type: string }).type, type);
      if (type === 'json_object') assert.match(JSON.stringify(body['messages']), /JSON Schema.*mood/);
    });
});

test('given an effort, then a server is told it in the levels it knows, and a model of which it says otherwise is not', async () => {
  for (const [dialect, facts, told] of [
    [openaiDialect, {}, 'max'],
    [compatibleDialect, {}, 'high'],
    [compatibleDialect, { supported_parameters: ['tools', 'reasoning'] }, 'high'],
    [compatibleDialect, { supported_parameters: ['tools'] }, undefined],
  ] as const)
    await withPeer({ models: ['tiny'], dialect: { facts } }, async (peer, models) => {
      await completed(models({ dialect }), asking('tiny', 'a', { effort: 'max' }));
      assert.equal(lastChat(peer)['reasoning_effort'], told);
    });
});

test('given a reply that ends with an error as its reason, then it is none', () =>
  withPeer({ dialect: { end: 'error' }, script: [{ text: 'It began well' }] }, async (_peer, models) => {
    const failure = await failsWith('unavailable', completed(models(), asking('tiny', 'a')));
    assert.match(failure.message, /reported an error/);
  }));

test('given only the changing instructions changed, then all before the last words is sent as before', () =>
  withPeer({}, async (peer, models) => {
    for (const day of ['Monday', 'Tuesday']) {
      const system = [
        { text: 'Who you are.', stable: true },
        { text: `It is ${day}.`, stable: false },
      ];
      await completed(
        models(),
        asking('tiny', [userSays('a'), { role: 'assistant', text: 'b', toolCalls: [] }, userSays('c')], { system }),
      );
    }
    const [monday, tuesday] = peer.requests
      .filter(({ path }) => path === '/v1/chat/completions')
      .map(({ body }) => (body as { readonly messages: readonly { readonly content: string }[] }).messages);
    assert.deepEqual(monday?.slice(0, -1), tuesday?.slice(0, -1));
    assert.deepEqual(
      [monday?.at(0)?.content, tuesday?.at(-1)?.content],
      ['Who you are.', 'c\n\n[Straylight] Context of this request, not words of the owner:\n\nIt is Tuesday.'],
    );
  }));

/** A reply that called a tool, with its result, as another model or this one has left it. */
const calledBy = (reply: Partial<ModelReply>): readonly ModelMessage[] => [
  userSays('look it up'),
  { role: 'assistant', text: '', toolCalls: reply.toolCalls ?? [], ...reasoningOf(reply) },
  ...(reply.toolCalls ?? []).map(
    ({ id, name }): ModelMessage => ({ role: 'tool', callId: id, name, text: 'found', failed: false }),
  ),
];
const reasoningOf = ({ reasoning }: Partial<ModelReply>) => (reasoning ? { reasoning } : {});
const tools = [{ name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } }] as const;

for (const [thoughts, dialect] of [
  ['reasoning_content', deepseekDialect],
  ['reasoning_details', openrouterDialect],
  ['extra_content', geminiDialect],
] as const) {
  const calls = [1, 2].map(word => ({ name: 'look_up', arguments: { word } }));

  test(`given a server that wants ${thoughts} back, when a model thought before its calls, then the next requests have it unchanged, and no text shows it`, () =>
    withPeer(
      {
        models: ['gemini-3-pro'],
        dialect: { thoughts },
        script: [{ thinking: 'pondering at length', toolCalls: calls }, { text: 'Found.' }, { text: 'Yes.' }],
      },
      async (peer, models) => {
        const provider = models({ dialect });
        const first = await completed(provider, asking('gemini-3-pro', 'look it up', { tools }));
        assert.equal(first.told.join(''), '');
        const history = calledBy(first.reply);
        await completed(provider, asking('gemini-3-pro', history, { tools }));
        const sent = JSON.stringify(lastChat(peer)['messages']);
        assert.match(sent, thoughts === 'extra_content' ? /"thought_signature":"sig-1"/ : /pondering at length/);
        const later: ModelMessage[] = [
          ...history,
          { role: 'assistant', text: 'Found.', toolCalls: [] },
          userSays('sure?'),
        ];
        await completed(provider, asking('gemini-3-pro', later, { tools }));
        assert.equal(peer.requests.length, 3);
      },
    ));

  test(`given a server that wants ${thoughts} back, when another model made the calls, then they are not refused, and its thoughts go nowhere`, () =>
    withPeer({ models: ['gemini-3-pro'], dialect: { thoughts } }, async (peer, models) => {
      const parts = [{ text: 0, calls: 0, block: { [thoughts]: 'of another' } }];
      const call = { id: 'call_1', name: 'look_up', arguments: '{}' };
      const history = calledBy({ toolCalls: [call], reasoning: { model: 'another', parts } });
      await completed(models({ dialect }), asking('gemini-3-pro', history, { tools }));
      assert.doesNotMatch(JSON.stringify(lastChat(peer)), /of another/);
    }));
}

test('given DeepSeek, when thinking is not wanted, then it is switched off by its own parameter', () =>
  withPeer({}, async (peer, models) => {
    await completed(models({ dialect: deepseekDialect }), asking('tiny', 'a', { effort: 'none' }));
    assert.deepEqual(lastChat(peer)['thinking'], { type: 'disabled' });
    assert.equal(lastChat(peer)['reasoning_effort'], undefined);
  }));
