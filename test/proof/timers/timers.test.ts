/** `npm run prove -- --only timers` has a thousand restarts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restartTimers } from './restarts.ts';

test('given 250 restarts with downtimes of up to 30 days and a clock that is set, then every timer fires once, in time, and no approval outlives its own', async t => {
  const { latestMs, latestAfterSetMs, ...report } = await restartTimers(250);
  t.diagnostic(JSON.stringify({ ...report, latestMs, latestAfterSetMs }));
  assert.ok(report.timers > 200 && report.approvals > 40);
  assert.deepEqual(
    { lost: report.lost, doubled: report.doubled, early: report.early, outlived: report.outlived },
    { lost: 0, doubled: 0, early: 0, outlived: 0 },
  );
  assert.ok(latestMs <= 1000, `${latestMs} ms late`);
  // whether its clock was set a process sees within a second
  assert.ok(latestAfterSetMs <= 2000, `${latestAfterSetMs} ms late after the clock was set`);
});

test('given a host that does not arm its timers at boot, then some are lost or late', async () => {
  const { lost, latestMs } = await restartTimers(100, options => ({
    ...options,
    store: { ...options.store, nextDue: () => undefined },
  }));
  assert.ok(lost > 0 || latestMs > 1000);
});
