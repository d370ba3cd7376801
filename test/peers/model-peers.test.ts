/** The scripted model servers, seen by the vendors' own libraries and as processes of their own. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import Anthropic, { BadRequestError } from '@anthropic-ai/sdk';
import { Ollama } from 'ollama/browser';
import { anthropicPeer } from './anthropic.ts';
import { ollamaPeer } from './ollama.ts';

test('given the Anthropic peer, when its own library asks whole and streamed, then both are the same message', async () => {
  const turn = { text: 'Let me look.', thinking: 'Hm.', toolCalls: [{ name: 'look_up', arguments: { word: 'löwe' } }] };
  const peer = await anthropicPeer({ script: () => ({ ...turn, deltas: 5 }) });
  try {
    const client = new Anthropic({ apiKey: 'sk-ant-test', baseURL: peer.url, maxRetries: 0 });
    const request = {
      model: 'claude-sonnet-5',
      max_tokens: 100,
      messages: [{ role: 'user' as const, content: 'Look.' }],
      tools: [{ name: 'look_up', input_schema: { type: 'object' as const } }],
    };
    const whole = await client.messages.create(request);
    const streamed = await client.messages.stream(request).finalMessage();
    const plain = (message: typeof whole): unknown =>
      JSON.parse(JSON.stringify(message.content, (key, value) => (key === 'id' ? 'id' : value)));
    assert.deepEqual(plain(streamed), plain(whole));
    assert.deepEqual(
      whole.content.map(({ type }) => type),
      ['thinking', 'text', 'tool_use'],
    );
    assert.equal(streamed.stop_reason, 'tool_use');
    assert.ok((await client.messages.countTokens(request)).input_tokens > 0);
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    assert.deepEqual(ids, ['claude-sonnet-5', 'claude-haiku-4-5']);
    const broken = [{ role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: 'gone' }] }];
    await assert.rejects(client.messages.create({ ...request, messages: broken }), BadRequestError);
  } finally {
    await peer.close();
  }
});

test('given the Ollama peer, when its own library asks, then chat, generate, embed and the lists answer', async () => {
  const peer = await ollamaPeer();
  try {
    const client = new Ollama({ host: peer.url });
    const messages = [{ role: 'user', content: 'Hello' }];
    const chat = await client.chat({ model: 'qwen3:8b', messages });
    assert.equal(chat.message.content, 'You said: Hello');
    let text = '';
    for await (const part of await client.generate({ model: 'qwen3:8b', prompt: 'Hello', stream: true }))
      text += part.response ?? '';
    assert.equal(text, 'You said: Hello');
    const { embeddings } = await client.embed({
      model: 'nomic-embed-text',
      input: ['my sister was born in May', 'when was my sister born', 'the price of tea'],
    });
    const [fact = [], near = [], far = []] = embeddings;
    const alike = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
    assert.ok(alike(fact, near) > alike(fact, far));
    assert.deepEqual(
      (await client.ps()).models.map(({ name }) => name),
      ['qwen3:8b'],
    );
    assert.match((await client.version()).version, /^\d+\./);
  } finally {
    await peer.close();
  }
});

test('given a peer as a process, then it says where it listens, answers, and ends when told', async () => {
  for (const [file, path] of [
    ['anthropic.ts', '/v1/models'],
    ['ollama.ts', '/api/tags'],
    ['openai.ts', '/v1/models'],
  ] as const) {
    const args = [`${import.meta.dirname}/${file}`, '--key', 'the-key'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    try {
      const [line] = await once(child.stdout, 'data');
      const url = String(line).trim();
      assert.equal((await fetch(url + path)).status, 401);
      assert.equal((await fetch(url + path, { headers: { authorization: 'Bearer the-key' } })).status, 200);
    } finally {
      child.kill('SIGTERM');
    }
    assert.deepEqual(await exited, [0, null]);
  }
});
