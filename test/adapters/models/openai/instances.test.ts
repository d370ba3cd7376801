/** What follows from a server's table: where it is, what it costs, and which key it is sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { providerKinds, providersTable } from '../../../../src/adapters/models/openai/instances.ts';
import { presets } from '../../../../src/adapters/models/openai/presets.ts';
import type { ModelKind } from '../../../../src/ports/model-kind.ts';

function kind(name: string, table: object): ModelKind {
  const [made] = providerKinds(providersTable.parse({ [name]: table }));
  assert.ok(made);
  return made;
}

const factsOf = ({ isLocal, prices, secrets }: ModelKind) => [isLocal, prices === 'free', secrets.join()];

test('given servers on this machine, when they have any name and preset, then they are local and free, and others are not', () => {
  const url = 'http://127.0.0.1:8000/v1';
  for (const preset of ['openai', 'groq', 'compatible', 'vllm'])
    assert.deepEqual(factsOf(kind('box', { preset, base_url: url })), [true, true, ''], preset);
  assert.deepEqual(factsOf(kind('box', { base_url: 'unix:/run/llama.sock:/v1' })), [true, true, '']);
  assert.deepEqual(factsOf(kind('box', { base_url: url, remote: true })), [false, false, '']);
  assert.deepEqual(factsOf(kind('vllm', { base_url: 'http://192.168.1.20:8000/v1' })), [false, true, '']);
  assert.deepEqual(factsOf(kind('vllm', { base_url: 'https://gpu.example.com/v1' })), [false, false, '']);
  assert.deepEqual(factsOf(kind('openai', {})), [false, false, 'OPENAI_API_KEY']);
});

test('given a preset with another address, when the table is read, then its key is a fault that says what to write, at its line', () => {
  const faults = (name: string, table: object) =>
    providersTable
      .safeParse({ [name]: table })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const [one = ''] = faults('box', { preset: 'openai', base_url: 'https://gw.example/v1' }) ?? [];
  assert.match(one, /^box\.key: the name of another variable in \.env, with the key of https:\/\/gw\.example alone/);
  assert.match(one, /OPENAI_API_KEY belongs to https:\/\/api\.openai\.com and is sent nowhere else$/);
  assert.match(`${faults('openai', { base_url: 'http://192.168.1.20/v1' })}`, /^openai\.key/);
  assert.match(`${faults('box', { base_url: 'http://192.168.1.20/v1', key: 'BOX_KEY' })}`, /^box\.base_url: an https/);
  assert.equal(faults('box', { preset: 'openai', base_url: 'http://192.168.1.20/v1', key: 'none' }), undefined);
});

test('given each preset with a key, when its own server and another are set, then the key goes to the one and not to the other', () => {
  const keyed = Object.entries(presets).filter(([, { keyVariable }]) => keyVariable !== undefined);
  assert.ok(keyed.length > 0);
  for (const [name, { keyVariable = '', baseUrl = '' }] of keyed) {
    assert.deepEqual(kind(name, {}).secrets, [keyVariable]);
    const { error } = providersTable.safeParse({ [name]: { base_url: 'https://gw.example/v1' } });
    assert.ok(error?.issues[0]?.message.includes(`${keyVariable} belongs to ${new URL(baseUrl).origin} `), name);
  }
});
