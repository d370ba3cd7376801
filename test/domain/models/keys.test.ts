import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelAddress } from '../../../src/domain/models/address.ts';
import { keyFor } from '../../../src/domain/models/keys.ts';

const maker = { variable: 'OPENAI_API_KEY', isIt: true };
const alike = { variable: 'OPENAI_API_KEY', isIt: false };

function answer(url: string, set?: string, usual?: typeof maker): string | undefined {
  const address = modelAddress(url);
  assert.ok(address);
  const found = keyFor({ address, set, usual });
  return 'fault' in found ? `${found.fault.setting}: ${found.fault.expected}` : found.variable;
}

test('given a maker’s key, when its own server, another and one on this machine are asked, then it goes to its origin, and here to what has its name', () => {
  assert.equal(answer('https://api.openai.com/v2', undefined, maker), 'OPENAI_API_KEY');
  assert.equal(answer('https://api.openai.com', undefined, alike), 'OPENAI_API_KEY');
  assert.equal(answer('http://127.0.0.1:4000', undefined, maker), 'OPENAI_API_KEY');
  assert.equal(answer('http://127.0.0.1:4000', undefined, alike), undefined);
  assert.equal(answer('http://127.0.0.1:4000', 'OPENAI_API_KEY', alike), 'OPENAI_API_KEY');
  for (const url of ['https://gw.example', 'https://api.openai.com:8443', 'https://eu.api.openai.com'])
    for (const usual of [maker, alike])
      assert.match(answer(url, undefined, usual) ?? '', /^key: .*OPENAI_API_KEY belongs to https:\/\/api\.openai\.com/);
  assert.match(answer('https://gw.example', 'GROQ_API_KEY', maker) ?? '', /^key: .*GROQ_API_KEY belongs to/);
  assert.match(answer('http://api.openai.com', undefined, maker) ?? '', /^key: /);
});

test('given a key of the owner’s naming, when the way is open, then it is said which setting to change, and without a key nothing is', () => {
  assert.equal(answer('https://gw.example', 'GW_KEY', maker), 'GW_KEY');
  assert.match(answer('http://192.168.1.20:8000', 'GW_KEY') ?? '', /^base_url: an https:\/\/ address, .*"none"/);
  assert.equal(answer('http://192.168.1.20:8000', 'none', maker), undefined);
  assert.equal(answer('http://192.168.1.20:8000'), undefined);
  assert.equal(answer('unix:/run/x.sock', 'GW_KEY'), 'GW_KEY');
});
