import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelAddress } from '../../../src/domain/models/address.ts';
import { worstFirst } from '../../../src/domain/security/weakness.ts';
import { weakAddresses } from '../../../src/features/models/weak-addresses.ts';

const at = (url: string, ...secrets: readonly string[]) => ({ address: modelAddress(url), secrets, prices: [] });

test('given a key of two servers and an address that can be read on the way, when they are looked at, then both are named', () => {
  const found = worstFirst(
    weakAddresses([
      at('https://a.example/v1', 'BOX_KEY'),
      at('https://b.example/v1', 'BOX_KEY'),
      at('http://10.0.0.7/v1'),
    ]),
  ).map(({ found }) => found);
  assert.match(found.join('\n'), /BOX_KEY to https:\/\/a\.example and https:\/\/b\.example/);
  assert.match(found.join('\n'), /unencrypted to another machine: http:\/\/10\.0\.0\.7$/m);
});

test('given servers with keys of their own, over TLS or on this machine, when they are looked at, then nothing is weak', () => {
  const own = [at('https://a.example/v1', 'A_KEY'), at('https://a.example/v2', 'A_KEY'), at('http://127.0.0.1:1')];
  assert.deepEqual(weakAddresses(own), []);
});
