/**
 * A turn with two tools is killed at a part of its crash points (test/proof/part.ts). `npm run prove` kills
 * every flow everywhere, and in mid-recovery too.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { areAllRun, test as slow } from '../../slow.ts';
import { counts } from '../check.ts';
import { flowNamed } from '../flows.ts';
import { draw } from '../part.ts';
import { type BrokenHost, type BrokenName, brokenHosts } from './broken-hosts.ts';
import { failureLines, reportLine, sweep, whyNotFound } from './sweep.ts';

/** So many of its points. */
const part = areAllRun ? 10 : 5;

test('given a turn with two tools, when Straylight is killed at any point, then nothing is lost, doubled, stuck or untold', async t => {
  const order = (of: number) => shuffledBy(draw)(of).slice(0, part);
  const report = await sweep({ flow: flowNamed('errand'), order, patienceMs: 180_000 });
  t.diagnostic(reportLine(report));
  assert.deepEqual(report.failures.map(failureLines), []);
  for (const count of counts) assert.equal(report[count], 0, count);
  assert.ok(report.points >= 60, `only ${report.points} points`);
  assert.ok(report.runs - report.missed >= part - 4, reportLine(report));
});

for (const [name, host] of Object.entries<BrokenHost>(brokenHosts)) {
  const { about, flow, at, red } = host;
  slow(`given a host that is broken (${about}), when it is killed, then the sweep finds something ${red}`, async t => {
    const report = await sweep({
      flow: flowNamed(flow),
      broken: name as BrokenName,
      only: point => at.test(point),
    });
    t.diagnostic(reportLine(report));
    assert.equal(
      whyNotFound(report, host),
      undefined,
      [reportLine(report), ...report.failures.map(failureLines)].join('\n'),
    );
  });
}

/** The same order for the same seed, another one for another. */
function shuffledBy(seed: string): (of: number) => readonly number[] {
  const rank = (index: number): string => createHash('sha256').update(`${seed}:${index}`).digest('hex');
  return of =>
    Array.from({ length: of }, (_, index) => ({ index, rank: rank(index) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ index }) => index);
}
