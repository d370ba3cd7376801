/**
 * Simulated lives: a part of the seeds (test/proof/part.ts), and all that ever failed. `npm run prove` runs a thousand;
 * `npm run prove -- --seed N` runs one and tells what happens in it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areAllRun } from '../../slow.ts';
import { isClean } from '../check.ts';
import { draw } from '../part.ts';
import { brokenSimulations } from './broken.ts';
import { seedsOf } from './seeds.ts';
import { type Simulated, simulate } from './simulate.ts';

const part = 60;

test('given whatever a seed has in store, when Straylight is then left in peace, then every invariant holds', async t => {
  const results: Simulated[] = [];
  for (const seed of seedsOf(draw, areAllRun ? part : 20)) results.push(await simulate(seed));
  const failed = results.filter(({ findings }) => !isClean(findings));
  const sum = (count: 'lives' | 'messages' | 'steps') => results.reduce((total, result) => total + result[count], 0);
  t.diagnostic(
    `${results.length} seeds, ${sum('lives')} lives, ${sum('messages')} messages, ${sum('steps')} steps, ${failed.length} seeds with findings`,
  );
  assert.deepEqual(
    failed.map(({ seed, findings }) => ({ seed, problems: findings.problems })),
    [],
  );
  assert.ok(sum('lives') > 2 * results.length, 'too few agents died');
});

test('given the same seed twice, then the same journals are written', async () => {
  for (const seed of seedsOf(draw, 5).slice(-5)) {
    const [first, second] = [await simulate(seed), await simulate(seed)];
    assert.equal(first.print, second.print, `seed ${seed}`);
  }
});

for (const [name, { about, red, broken, isIn = () => true }] of Object.entries(brokenSimulations))
  test(`given a host that is broken (${about}), then some seed of the part finds something ${red}`, async t => {
    for (const [index, seed] of seedsOf(`${draw} ${name}`, part).entries()) {
      if (!isIn(seed)) continue;
      const { findings } = await simulate(seed, { broken });
      if (findings[red] === 0) continue;
      t.diagnostic(`${name}: found by seed ${seed}, the ${index + 1}. of the part`);
      return;
    }
    assert.fail('no seed of the part has found it');
  });
