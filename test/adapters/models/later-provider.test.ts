/** A provider is loaded by its first question, once; a load that failed is tried again. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { laterProvider } from '../../../src/adapters/models/later-provider.ts';
import { refusalOf } from '../../../src/adapters/models/ollama/service.ts';
import type { ModelProvider } from '../../../src/ports/model.ts';

const { signal } = new AbortController();
const inner = {
  name: 'slow',
  health: async () => ({ ok: true, models: ['a'] }),
  info: async () => ({ contextTokens: 1, takesImages: false, takesTools: true }),
} as unknown as ModelProvider;

test('given a provider that loads later, when it is asked twice at once, then it is loaded once', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    return inner;
  };
  const provider = laterProvider({ name: 'slow', load, can: [] });
  assert.equal(loads, 0);
  await Promise.all([provider.health(signal), provider.info('a', signal)]);
  assert.equal(loads, 1);
  assert.equal(provider.embed, undefined);
});

test('given a load that failed, when it is asked again, then it is loaded again', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 1) throw new Error('no file handle is free');
    return inner;
  };
  const provider = laterProvider({ name: 'slow', load, can: ['embed'] });
  await assert.rejects(provider.info('a', signal), /no file handle is free/);
  assert.equal((await provider.info('a', signal)).takesTools, true);
});

test('given a port, when nothing listens there, then the refusal says what to do; when something does, there is none', async () => {
  const server = createServer(socket => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const host = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  assert.equal(await refusalOf(host, signal), undefined);
  await new Promise(resolve => server.close(resolve));
  assert.match(String((await refusalOf(host, signal))?.message), /ECONNREFUSED.*ollama serve/);
});
