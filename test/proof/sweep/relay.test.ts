/** A turn with two tools is killed after every so many crash points, until it comes to its end (relay.ts). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { test as slow } from '../../slow.ts';
import { counts } from '../check.ts';
import { flowNamed } from '../flows.ts';
import { type RelayReport, relay } from './relay.ts';
import { failureLines } from './sweep.ts';

function isClean(report: RelayReport): void {
  assert.deepEqual(report.failures.map(failureLines), []);
  for (const count of counts) assert.equal(report[count], 0, count);
}

test('given a turn with two tools, when each of its lives is killed after so many points, then it comes to its end with nothing lost or doubled', async () => {
  const report = await relay({ flow: flowNamed('errand'), every: 50, firsts: [25], patienceMs: 180_000 });
  isClean(report);
  assert.ok(report.kills > 0);
});

slow(
  'given a plan whose writers work side by side, when each of its lives is killed after so many points, then it comes to its end with nothing lost or doubled',
  async () => {
    const report = await relay({ flow: flowNamed('copies'), every: 60, firsts: [15, 45], patienceMs: 180_000 });
    isClean(report);
    assert.ok(report.kills > 10);
  },
);
