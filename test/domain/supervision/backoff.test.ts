import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from '../../../src/domain/supervision/backoff.ts';

test('given one failure after another, when the wait is asked, then it doubles from a second up to its bound', () => {
  const waits = Array.from({ length: 12 }, (_, index) => backoffMs(index + 1, undefined));
  assert.deepEqual(waits.slice(0, 5), [1000, 2000, 4000, 8000, 16_000]);
  assert.equal(waits.at(-1), 300_000);
  assert.equal(backoffMs(30, undefined, 60_000), 60_000);
  assert.equal(backoffMs(5000, undefined), 300_000, 'also where doubling has left all numbers behind');
});

test('given an attempt below the first, when the wait is asked, then it is that of the first', () => {
  assert.equal(backoffMs(0, undefined), 1000);
  assert.equal(backoffMs(-3, undefined), 1000);
});

test('given a wish of the other side, when the wait is asked, then that is the wait, within an hour', () => {
  assert.equal(backoffMs(1, 7), 7);
  assert.equal(backoffMs(9, 0), 0);
  assert.equal(backoffMs(1, -5), 0);
  assert.equal(backoffMs(1, 86_400_000), 3_600_000);
});

test('given the same failure, when the wait is asked twice, then it is the same: a replay waits as long', () => {
  for (let attempt = 1; attempt < 20; attempt += 1)
    assert.equal(backoffMs(attempt, undefined), backoffMs(attempt, undefined));
});
