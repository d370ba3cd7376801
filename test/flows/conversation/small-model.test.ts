/**
 * A small model that only writes prose, and a server whose API has no tools: both do a task of several tools. And a first
 * day with models whose servers were started with little context: no request is refused, the running turn is whole, and
 * the owner is notified once of what is left out and where to change it.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelPeer } from '../../peers/model-server.ts';
import { ollamaPeer } from '../../peers/ollama.ts';
import { openaiPeer } from '../../peers/openai.ts';
import type { AnswerTurn, Asked, Turn } from '../../peers/script.ts';
import { test as slow } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const block = (body: string) => ({ text: `I will do it.\n\n\`\`\`tool\n${body}\n\`\`\`` });

/** Its task in three steps, each by one sentence; what it was shown decides which. */
const small: AnswerTurn = ({ body, tools }) => {
  assert.deepEqual(tools, [], 'it is offered nothing but words');
  const shown = JSON.stringify(body['messages']);
  if (!shown.includes('Result of memory_save')) return block('memory_save: keep that my sister’s birthday is 4 May');
  if (!shown.includes('Result of memory_search')) return block('memory_search: look for the birthday of my sister');
  if (!shown.includes('Result of execute_command')) return block('execute_command: run the command echo forty-two');
  return { text: 'Saved, found, and the command said forty-two.' };
};

/** Knows schemas: makes arguments of a sentence, the first time wrong ones. */
const translator = () => {
  let isFirst = true;
  return ({ said }: Asked) => {
    if (isFirst) {
      isFirst = false;
      return { text: '{"text": "no such field"}' };
    }
    if (said.includes('does not fit') || said.includes('The function memory_save'))
      return { text: '{"content": "my sister’s birthday is 4 May"}' };
    if (said.includes('The function memory_search')) return { text: '{"query": "birthday sister"}' };
    return { text: '```json\n{"command": "echo forty-two"}\n```' };
  };
};

describe('models without tools', { concurrency: 2 }, () => {
  test('given a model that writes one sentence for a call, when it has a task of three tools, then the translator makes the calls, and it is done', async () => {
    const [prose, schemas] = await Promise.all([
      openaiPeer({ script: small, models: ['tiny'] }),
      openaiPeer({ script: translator(), models: ['clever'] }),
    ]);
    const config = [
      '[models]',
      'default = "small/tiny"',
      'natural_tools = ["small/tiny"]',
      `[models.providers.small]\npreset = "llamacpp"\nbase_url = "${prose.url}/v1"`,
      `[models.providers.big]\npreset = "vllm"\nbase_url = "${schemas.url}/v1"`,
      '[models.roles]\ntranslator = "big/clever"',
    ].join('\n');
    try {
      await withAgent({ config }, async agent => {
        assert.match(await agent.ask('Keep the date, look it up, and echo.'), /Saved, found, and the command said/);
        assert.deepEqual(agent.tables.rows('SELECT tool, outcome FROM tool_calls ORDER BY at'), [
          { tool: 'memory_save', outcome: 'done' },
          { tool: 'memory_search', outcome: 'done' },
          { tool: 'execute_command', outcome: 'done' },
        ]);
        assert.match(String(agent.tables.value('SELECT content FROM memories')), /birthday is 4 May/);
        // one of the three translations needed its correction
        const calls = schemas.requests.filter(({ path }) => path.endsWith('/completions')).length;
        assert.equal(calls, 4);
        assert.equal(agent.tables.value("SELECT count(*) FROM spend WHERE session = 'translator'"), 4);
      });
    } finally {
      await Promise.all([prose.close(), schemas.close()]);
    }
  });

  test('given a server that says its model has no tools, when it writes a call as JSON in a fence, then the call is made', async () => {
    const peer = await openaiPeer({
      script: ({ body, tools }) => {
        assert.deepEqual(tools, []);
        return JSON.stringify(body['messages']).includes('Result of memory_save')
          ? { text: 'It is saved.' }
          : block('{"name": "memory_save", "arguments": {"content": "I like tea"}}');
      },
      models: ['plain'],
      dialect: { facts: { supported_parameters: ['temperature'], context_length: 65_536 } },
    });
    const config = `[models]\ndefault = "s/plain"\n[models.providers.s]\npreset = "vllm"\nbase_url = "${peer.url}/v1"\n`;
    try {
      await withAgent({ config }, async agent => {
        assert.equal(await agent.ask('remember that I like tea'), 'It is saved.\n');
        assert.match(String(agent.tables.value('SELECT content FROM memories')), /I like tea/);
      });
    } finally {
      await peer.close();
    }
  });
});

/** Each step's tool, by what was said. */
const steps: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
  'Merke dir bitte: Meine Schwester heißt Ada.': [['memory_save', { content: 'My sister is called Ada.' }]],
  'How is my sister called?': [['memory_search', { query: 'sister' }]],
  'make a list': [
    ['write_file', { path: 'list.txt', content: `milk\n${'egg\n'.repeat(4_000)}bread\n` }],
    ['read_file', { path: 'list.txt' }],
    ['execute_command', { command: 'tail -n 1 list.txt' }],
  ],
  'remind me in 3 hours of the bread': [['schedule_job', { schedule: 'in 3 hours', say: 'bread' }]],
  'what is in the folder?': [['list_files', {}]],
};

/** Calls the tools of a step one after the other; a tool that is not offered cannot be called. */
const day: AnswerTurn = ({ said, tools, steps: made }): Turn => {
  const next = steps[said]?.[made];
  if (!next) return { text: `Done: ${said}` };
  const [name, input] = next;
  if (!tools.includes(name)) return { text: `I have no ${name}.` };
  return { toolCalls: [{ name, arguments: JSON.stringify(input) }] };
};

interface Small {
  readonly server: string;
  readonly tokens: number;
  readonly peer: () => Promise<ModelPeer>;
  readonly config: (peer: ModelPeer) => string;
  readonly advice: RegExp;
}

const ofLlama = (tokens: number): Small => ({
  server: 'llama.cpp',
  tokens,
  advice: /start llama-server with a larger -c/,
  peer: () =>
    openaiPeer({
      script: day,
      models: ['m'],
      dialect: {
        facts: { meta: { n_ctx_train: 131_072 } },
        takes: tokens,
        beside: { 'GET /props': { default_generation_settings: { n_ctx: tokens } } },
      },
    }),
  config: ({ url }) => `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${url}/v1"\n`,
});

const ofOllama = (tokens: number): Small => ({
  server: 'Ollama',
  tokens,
  advice: /raise max_context_tokens in \[models\.ollama\]/,
  peer: () =>
    ollamaPeer({
      script: day,
      models: [{ name: 'q:4b', contextTokens: 131_072, capabilities: ['completion', 'tools'] }],
    }),
  config: () => `[models]\ndefault = "ollama/q:4b"\n[models.ollama]\nmax_context_tokens = ${tokens}\n`,
});

describe('a small window', { concurrency: 2 }, () => {
  for (const { server, tokens, peer: open, config, advice } of [
    ...[ofLlama(4_096), ofLlama(8_192), ofOllama(4_096), ofOllama(8_192)],
  ])
    slow(
      `given ${server} with ${tokens} tokens, when a first day is lived, then each tool runs, no request is refused, and what is left out is said once`,
      async () => {
        const peer = await open();
        try {
          await withAgent({ config: config(peer), env: { OLLAMA_HOST: peer.url } }, async agent => {
            const replies: string[] = [];
            for (const words of Object.keys(steps)) replies.push(await agent.ask(words));
            for (const [at, words] of Object.keys(steps).entries())
              assert.ok(replies[at]?.startsWith(`Done: ${words}`), `${words}: ${replies[at]}`);
            assert.deepEqual(
              agent.tables.rows('SELECT tool, outcome FROM tool_calls ORDER BY at').map(Object.values),
              Object.values(steps).flatMap(all => all.map(([name]) => [name, 'done'])),
            );
            const told = replies.filter(reply => reply.includes('tokens at once'));
            assert.equal(told.length, 1, replies.join('\n---\n'));
            assert.match(told[0] ?? '', advice);
            const last = JSON.stringify(asked(peer).at(-5)?.body);
            assert.match(last, /make a list/, 'the words of the running turn are there');
            assert.match(last, /milk.*characters left out here.*bread/, 'and its results, shortened');
            const { value } = await agent.json('models');
            assert.equal(value.models[0].contextTokens, tokens);
          });
        } finally {
          await peer.close();
        }
      },
    );

  slow(
    'given a server that takes less than the shortest request, when a message comes, then one sentence says which setting to change',
    async () => {
      const peer = await openaiPeer({
        script: day,
        models: ['m'],
        dialect: { facts: {}, takes: 500, beside: { 'GET /props': { default_generation_settings: { n_ctx: 512 } } } },
      });
      const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
      try {
        await withAgent({ config }, async agent => {
          const { code, out } = await agent.straylight('ask', 'what is in the folder?');
          assert.notEqual(code, 0);
          assert.match(
            out,
            /Even the shortest request is too long for it\. For more, start llama-server with a larger -c/,
          );
        });
      } finally {
        await peer.close();
      }
    },
  );

  slow(
    'given a server that was started again with less context, when it refuses, then the same turn is answered with less',
    async () => {
      const beside = { 'GET /props': { default_generation_settings: { n_ctx: 65_536 } } };
      const dialect = { facts: {}, takes: 65_536, beside };
      const peer = await openaiPeer({ script: day, models: ['m'], dialect });
      const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
      try {
        await withAgent({ config }, async agent => {
          const running = await agent.start();
          assert.match((await running.say('session:web:main', 'hello')).reply, /^Done: hello/);
          Object.assign(beside, { 'GET /props': { default_generation_settings: { n_ctx: 4_096 } } });
          Object.assign(dialect, { takes: 4_096 });
          const { reply } = await running.say('session:web:main', 'what is in the folder?');
          assert.match(reply, /^Done: what is in the folder\?/);
        });
      } finally {
        await peer.close();
      }
    },
  );
});

function asked(peer: ModelPeer) {
  return peer.requests.filter(({ path }) => path.endsWith('/chat/completions') || path === '/api/chat');
}
