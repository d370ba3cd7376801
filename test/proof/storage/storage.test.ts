/**
 * Storage that fails at a part of the places where it can (test/proof/part.ts); `npm run prove` fails it at
 * all of them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isClean } from '../check.ts';
import { draw } from '../part.ts';
import { brokenSimulations } from '../simulation/broken.ts';
import { luckOf } from '../simulation/chance.ts';
import { countWrites, faultAt, faultKinds } from './faults.ts';
import { cutEverywhere } from './wal-cuts.ts';

/** So many places of each kind. */
const part = 20;
const luck = luckOf(draw);
const faults = {
  write: 'one write fails',
  transaction: 'one write fails and SQLite undoes its transaction',
  outage: 'every write fails for a while',
  full: 'the disk is full for a while',
} as const;

for (const kind of faultKinds)
  test(`given a story, when ${faults[kind]}, then it shows, nothing is lost or doubled, and the story goes on by itself`, async t => {
    const writes = await countWrites();
    const places = luck.shuffled(Array.from({ length: writes }, (_, index) => index + 1)).slice(0, part);
    let hit = 0;
    for (const at of places) {
      const { findings, isSeen, isHit } = await faultAt(kind, at);
      if (isHit) hit += 1;
      assert.deepEqual(findings.problems, [], `at write ${at}`);
      assert.ok(isClean(findings));
      assert.ok(isSeen, `nobody could have seen it at write ${at}`);
    }
    t.diagnostic(`${kind}: ${places.length} of ${writes} places, ${hit} hit`);
    assert.ok(hit >= part / 3, `only ${hit} were hit`);
  });

test('given a host to which a commit that failed counts as one that stood, then the faults find it', async () => {
  const { broken } = brokenSimulations['commit-shrugged'] ?? {};
  for (let at = 40; at < 80; at += 1) if (!isClean((await faultAt('outage', at, broken)).findings)) return;
  assert.fail('no fault has shown it');
});

test('given a log that ends at any frame, then it opens, is whole, is a beginning of the story, and Straylight goes on from it', async t => {
  const every = 8;
  const first = luck.integer(every);
  const { frames, cuts, commits, goneOn, problems } = await cutEverywhere(frame => frame % every === first);
  t.diagnostic(
    `${cuts} cuts of ${2 * frames}, gone on from ${goneOn} of ${commits} commits, ${problems.length} problems`,
  );
  assert.deepEqual(problems, []);
  assert.ok(frames > 100 && cuts > 20);
});
