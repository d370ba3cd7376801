/** A small model that only writes prose, and a server whose API has no tools: both do a task of several tools. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { AnswerTurn, Asked } from '../../peers/script.ts';
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
      dialect: { facts: { supported_parameters: ['temperature'] } },
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
