/**
 * Storage that fails at a part of the places where it can (test/proof/part.ts); `npm run prove` fails it at
 * all of them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areAllRun } from '../../slow.ts';
import { isClean } from '../check.ts';
import { draw } from '../part.ts';
import { brokenSimulations } from '../simulation/broken.ts';
import { luckOf } from '../simulation/chance.ts';
import { countWrites, faultAt, faultKinds } from './faults.ts';
import { type Flips, flipBits } from './flips.ts';
import { cutEverywhere } from './wal-cuts.ts';

/** So many places of each kind. */
const part = areAllRun ? 20 : 7;
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
  const every = areAllRun ? 8 : 16;
  const first = luck.integer(every);
  const { frames, cuts, commits, goneOn, problems } = await cutEverywhere(frame => frame % every === first);
  t.diagnostic(
    `${cuts} cuts of ${2 * frames}, gone on from ${goneOn} of ${commits} commits, ${problems.length} problems`,
  );
  assert.deepEqual(problems, []);
  assert.ok(frames > 100 && cuts > 20);
});

test('given a bit that is not as it was written, in a log or in the file, then it is refused in words, told, found or harmless', async t => {
  const { log, wal, file } = await flipBits(draw, areAllRun ? 40 : 15);
  const told = ({ refused, told, found, harmless, unseen }: Flips) =>
    `${refused} refused, ${told} told, ${found} found, ${harmless} harmless, ${unseen} unseen`;
  t.diagnostic(`redo log: ${told(log)}; log of SQLite: ${told(wal)}; file: ${told(file)}`);
  assert.deepEqual([...log.problems, ...wal.problems, ...file.problems], []);
  // both logs have checksums; texts in a page of the file have none
  assert.deepEqual([log.unseen, wal.unseen], [0, 0]);
  assert.ok(log.refused > 0 && wal.refused > 0);
});
