/** Instants of jobs over kills, restarts, downtimes and clocks that are set: none without a row, none in two. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { test as slow } from '../../slow.ts';
import { draw } from '../part.ts';
import { jobLives } from './lives.ts';
import { realJobs } from './real.ts';

test('given jobs and a seed that kills, stops and sets the clock, when 1 000 instants have come, then each stands in one row and none ran late', async t => {
  let [slots, lives] = [0, 0];
  for (let seed = 1; slots < 1_000; seed += 1) {
    const found = await jobLives(seed, 350);
    assert.deepEqual(found.problems, [], `seed ${seed}`);
    slots += found.slots;
    lives += found.lives;
  }
  t.diagnostic(`${slots} instants, ${lives} lives`);
  assert.ok(lives > 10, `${lives} lives`);
});

slow(
  'given jobs each second, when the process is killed at random instants, then each instant stands in one row, and no command runs twice',
  async t => {
    const { slots, kills, commands, p95Ms, latestMs, problems } = await realJobs({ slots: 60, draw });
    t.diagnostic(
      `${slots} instants, ${kills} kills, ${commands} commands; late by ${p95Ms} ms (p95), ${latestMs} ms at most`,
    );
    assert.deepEqual(problems, []);
  },
);
