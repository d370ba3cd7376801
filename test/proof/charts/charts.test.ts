/**
 * Every chart goes its shortest paths in a real host: to each state, and over each transition that an agent can take.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { test as slow } from '../../slow.ts';
import { chartNames, walkOnHost } from './walks.ts';

for (const chart of chartNames)
  slow(
    `given the chart ${chart}, when a real host goes its shortest paths, then each goes as the chart says, over at least 95 % of its transitions`,
    async t => {
      const { problems, share, text, missing } = await walkOnHost(chart);
      t.diagnostic(text);
      assert.deepEqual(problems, []);
      assert.ok(share >= 0.95, `${text}; not taken: ${missing.join('; ')}`);
    },
  );

for (const [about, chart, change] of [
  ['finds no timer due', 'circuit-breaker', { timersDue: () => [] }],
  ['forgets what its effects became', 'channel', { effect: () => undefined }],
] as const)
  test(`given a host that ${about}, when it goes the paths of ${chart}, then the difference is seen`, async () => {
    const { problems, share } = await walkOnHost(chart, store => ({ ...store, ...change }));
    assert.ok(problems.length > 0 && share < 1);
  });
