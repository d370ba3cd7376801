/** Fifteen random kills; `npm run prove` makes a thousand, and says how fast the house is back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomKills } from './kills/random-kills.ts';

test('given a house under load, when it is killed at random instants, then its file is whole each time, and nothing is lost or doubled', async t => {
  const { kills, messages, acts, broken, findings } = await randomKills({ kills: 15, actors: 100 });
  t.diagnostic(`${kills} kills, ${messages} messages, ${acts} acts, ${broken} files not whole`);
  assert.deepEqual(findings.problems, []);
  assert.equal(findings.doubled + findings.failed, 0);
  assert.equal(broken, 0);
  assert.ok(messages >= 8, `only ${messages} messages`);
});
