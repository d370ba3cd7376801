import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixed, type Taint } from '../../../src/machines/domain/taint.ts';

const all: readonly Taint[] = ['owner', 'auth', 'external'];

test('given two texts, when they are mixed, then the less trusted one decides', () => {
  const table = all.map(a => all.map(b => mixed(a, b)));
  assert.deepEqual(table, [
    ['owner', 'auth', 'external'],
    ['auth', 'auth', 'external'],
    ['external', 'external', 'external'],
  ]);
});

test('given any mixing, when more is added, then trust never comes back and the order does not matter', () => {
  for (const a of all)
    for (const b of all) {
      assert.equal(mixed(a, b), mixed(b, a));
      for (const c of all) {
        assert.equal(mixed(mixed(a, b), c), mixed(a, mixed(b, c)));
        assert.ok(all.indexOf(mixed(mixed(a, b), c)) >= all.indexOf(mixed(a, b)));
      }
    }
});
