import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counts, nothingFound } from './check.ts';
import { isProven, table } from './table.ts';

const { problems: _, ...nothing } = nothingFound;
const clean = { ...nothing, test: 'a proof', cases: 3 };

test('given rows that found nothing, then it is proven, and each row is a line under its heads', () => {
  assert.equal(isProven([clean, clean]), true);
  const [, heads = '', line = ''] = table([{ ...clean, note: 'in a second' }]);
  assert.match(heads, /test +cases +lost +doubled +stuck +diverged +else/);
  assert.match(line, /a proof +3 +0 +0 +0 +0 +0 {2}in a second/);
});

for (const count of counts)
  test(`given one row that found something ${count}, then it is not proven`, () => {
    assert.equal(isProven([clean, { ...clean, [count]: 1 }]), false);
  });

test('given a proof that tried nothing, or none at all, then it is not proven', () => {
  assert.equal(isProven([{ ...clean, cases: 0 }]), false);
  assert.equal(isProven([]), false);
});
