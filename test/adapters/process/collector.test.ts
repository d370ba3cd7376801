import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectGarbage } from '../../../src/adapters/process/collector.ts';

test('given what nothing holds any more, when it is collected, then it is gone; what is held stays', async () => {
  const held = { body: 'held' };
  const references = [new WeakRef(held), new WeakRef({ body: 'not held' })];
  await nextTurn(); // until then a reference that was just made holds what it names
  collectGarbage();
  assert.deepEqual(
    references.map(reference => reference.deref()?.body),
    ['held', undefined],
  );
  assert.equal(held.body, 'held');
});
