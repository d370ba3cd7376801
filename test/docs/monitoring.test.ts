/** The metrics that docs/monitoring.md lists are those that are served. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { prometheusMetrics } from '../../src/adapters/telemetry/metrics.ts';
import { root } from '../source-files.ts';

test('given the metrics of the page, when they are read as Prometheus does, then the page lists each, and no other', async () => {
  const census = { actors: () => [], effects: () => [], breakers: () => [] };
  const metrics = prometheusMetrics(census, () => false, '1');
  try {
    const { text } = await metrics.read();
    const served = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
    const page = readFileSync(join(root, 'docs/monitoring.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(straylight_\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(listed.toSorted(), served.toSorted());
  } finally {
    metrics.close();
  }
});
