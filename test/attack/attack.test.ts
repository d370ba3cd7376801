/** A sample of each area; `npm run attack` tries all of them. */
import assert from 'node:assert/strict';
import { draw } from '../proof/part.ts';
import { test } from '../slow.ts';
import { areas } from './areas.ts';
import { dockerEscapes } from './sandbox-escapes.ts';

/** All of it is tried in test/adapters/executors already. */
const others = areas.filter(area => area !== dockerEscapes);

for (const { name, run } of others)
  test(`given the area “${name}”, when a part of its probes is tried, then nothing is achieved`, async t => {
    const { probes, breaches, note = '', skipped } = await run({ share: 0.03, draw });
    if (skipped !== undefined && process.env['CI'] !== 'true') return t.skip(skipped);
    assert.equal(skipped, undefined);
    t.diagnostic(`${probes} probes. ${note}`);
    assert.deepEqual(breaches, []);
    assert.ok(probes > 0);
  });
