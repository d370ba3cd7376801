import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrateJob } from '../../../src/machines/job/migrate.ts';

test('given a job as version 1 kept it, when this version reads it, then nothing of a run is to come, and a question under way is one', () => {
  const context = { address: 'job:water', runs: 3 };
  assert.deepEqual(migrateJob({ value: 'acting', context }, '1'), {
    value: 'acting',
    context: { ...context, isAsking: false, late: [] },
  });
  assert.partialDeepStrictEqual(migrateJob({ value: 'thinking', context }, '1'), { context: { isAsking: true } });
  assert.equal(migrateJob({ value: 'acting', context }, '0'), undefined);
});
