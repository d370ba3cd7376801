/**
 * Recorded histories on this version: every journal of test/fixtures/journals leads to the state it was recorded with.
 * A chart that is changed on purpose gets a new version and a migration; while nothing was released, its journals are
 * recorded anew instead (`node --conditions=development test/proof/record-journals.ts`).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corpus } from '../../proof/corpus.ts';
import { machines } from '../../proof/journals.ts';

test('given recorded journals of every chart, when they are replayed or taken over, then none diverges', t => {
  const { actors, older, steps, kinds, problems } = corpus();
  t.diagnostic(`${actors} actors, ${older} of older versions, ${steps} steps, ${problems.length} divergences`);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    [...machines.keys()].filter(kind => !kinds.has(kind)),
    [],
    'no journal of these charts was recorded',
  );
});
