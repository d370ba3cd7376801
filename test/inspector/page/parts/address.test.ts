/** What a screen writes into the address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

test('given an address that leads elsewhere by now, when the screen that still stands there names its own, then the address stays', async () => {
  const location = { hash: '#/actor/session%3Aweb%3Amain' };
  const history = { replaceState: (_: unknown, __: string, address: string) => (location.hash = address) };
  const localStorage = { getItem: () => null };
  Object.assign(globalThis, { location, history, localStorage });
  const { nameAddress } = await import(new URL('../../../../inspector/page/view/router.js', import.meta.url).href);

  nameAddress('actor', 'session:web:main', '44');
  assert.equal(location.hash, '#/actor/session%3Aweb%3Amain/44');
  for (const hash of ['#/schedule', '#/actor/supervisor', '#/']) {
    location.hash = hash;
    nameAddress('actor', 'session:web:main');
    assert.equal(location.hash, hash);
  }
});
