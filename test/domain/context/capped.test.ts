import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capWithin, cutPart } from '../../../src/domain/context/capped.ts';

test('given a part that fits, when it is cut, then it is the same', () => {
  assert.equal(cutPart('goals', 'short', 5), 'short');
});

test('given a part that is too long, when it is cut, then whole lines stay, it says how much is gone, and it fits', () => {
  const lines = Array.from({ length: 50 }, (_, at) => `${at + 1}. goal number ${at + 1}`);
  const text = lines.join('\n');
  const cut = cutPart('goals', text, 400);
  assert.ok(cut.length <= 400, `${cut.length}`);
  const [note, ...kept] = cut.split('\n').toReversed();
  assert.deepEqual(kept.toReversed(), lines.slice(0, kept.length));
  assert.ok(kept.length > 10);
  const gone = text.length - kept.join('\n').length;
  assert.equal(note, `[${gone} more characters are left out here, for want of room; goals tells more.]`);
});

test('given any text and length, when it is cut, then it is never longer than it may be', () => {
  for (const text of ['a'.repeat(5_000), '😀'.repeat(3_000), 'one; two; three; '.repeat(300), '\n'.repeat(4_000)])
    for (const most of [200, 333, 1_000]) {
      const cut = cutPart('personality', text, most);
      assert.ok(cut.length <= most, `${cut.length} of ${most}`);
      assert.ok(cut.isWellFormed());
    }
});

test('given a small window, when a part may be so long, then a fifth of it at most', () => {
  assert.equal(capWithin(12_000, 0), 12_000);
  assert.equal(capWithin(12_000, 200_000), 12_000);
  assert.equal(capWithin(12_000, 4_096), 2_867);
  assert.equal(capWithin(12_000, 100), 400);
});
