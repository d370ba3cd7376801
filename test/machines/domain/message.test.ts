import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUsage, noUsage, type Usage } from '../../../src/machines/domain/message.ts';

const one: Usage = { inputTokens: 1, outputTokens: 20, cacheReadTokens: 300, cacheWriteTokens: 4000 };
const two: Usage = { inputTokens: 5, outputTokens: 60, cacheReadTokens: 700, cacheWriteTokens: 8000 };

test('given two usages, when they are added, then each kind is, and neither is changed', () => {
  assert.deepEqual(addUsage(one, two), {
    inputTokens: 6,
    outputTokens: 80,
    cacheReadTokens: 1000,
    cacheWriteTokens: 12_000,
  });
  assert.equal(one.inputTokens, 1);
});

test('given no usage, when it is added, then nothing changes, whichever side it stands on', () => {
  assert.deepEqual(addUsage(one, noUsage), one);
  assert.deepEqual(addUsage(noUsage, one), one);
  assert.deepEqual(addUsage(one, two), addUsage(two, one));
});
