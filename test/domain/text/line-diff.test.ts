import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineDiff } from '../../../src/domain/text/line-diff.ts';

const numbered = (count: number, word = 'line') => Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('');

test('given two texts, when they are compared, then the changed lines stand with two lines around them', () => {
  assert.deepEqual(lineDiff('', '', 10), []);
  assert.deepEqual(lineDiff('a\nb\n', 'a\nb', 10), [], 'a break at the end begins no line');
  assert.deepEqual(lineDiff('a\nb\nc', 'a\nx\nc', 10), [' a', '-b', '+x', ' c']);
  const changed = numbered(20).replace('line 3\n', '').replace('line 15\n', 'other\n');
  assert.deepEqual(lineDiff(numbered(20), changed, 20), [
    ...[' line 1', ' line 2', '-line 3', ' line 4', ' line 5', '@@'],
    ...[' line 13', ' line 14', '-line 15', '+other', ' line 16', ' line 17'],
  ]);
});

test('given more lines than are shown, when texts are compared, then the rest is counted', () => {
  assert.deepEqual(lineDiff('', numbered(5), 3), ['+line 0', '+line 1', '+line 2', '@@ 2 more lines']);
});

test('given texts that differ in too many lines, when they are compared, then there is no answer', () => {
  assert.equal(lineDiff(numbered(600, 'old'), numbered(600, 'new'), 100), undefined);
  assert.equal(lineDiff('', numbered(20_001), 100), undefined);
});
