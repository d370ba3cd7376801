/**
 * Some random kills, by the clock and at system calls; `npm run prove` makes a thousand of each, and says how fast it
 * is back.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areAllRun, test as slow } from '../../slow.ts';
import { flowNamed } from '../flows.ts';
import { draw } from '../part.ts';
import { keptDatabases } from '../upgrades/upgrade.ts';
import { outsideKills } from './outside.ts';
import { randomKills } from './random-kills.ts';
import { whyNotTraced } from './system-calls.ts';
import { upgradeKills } from './upgrade-kills.ts';

const untraced = whyNotTraced();
const skip = untraced === undefined || process.env['CI'] === 'true' ? false : untraced;

test('given an agent under load, when it is killed at random instants, then its file is whole each time, and nothing is lost or doubled', async t => {
  const { kills, messages, acts, broken, findings } = await randomKills({ kills: areAllRun ? 8 : 4, actors: 100 });
  t.diagnostic(`${kills} kills, ${messages} messages, ${acts} acts, ${broken} files not whole`);
  assert.deepEqual(findings.problems, []);
  assert.equal(findings.doubled + findings.failed, 0);
  assert.equal(broken, 0);
  assert.ok(messages >= kills / 2, `only ${messages} messages`);
});

for (const name of ['errand', 'restart'])
  slow(
    `given the flow ${name}, when its process is killed from outside at system calls, then nothing is lost or doubled`,
    {
      skip,
    },
    async t => {
      const { runs, missed, calls } = await outsideKills({ flow: flowNamed(name), kills: 6, draw });
      t.diagnostic(`${runs.length} runs, ${missed} ended before their call; ${JSON.stringify(calls)}`);
      assert.deepEqual(
        runs.flatMap(({ plan, findings }) => findings.problems.map(problem => ({ plan, problem }))),
        [],
      );
      assert.ok(missed < runs.length - 1, 'no process was killed');
      assert.ok((calls['pwrite'] ?? 0) > 0, 'no call was counted');
    },
  );

slow(
  'given a database of an earlier schema, when its upgrade is killed from outside, then the next start finishes it',
  {
    skip,
  },
  async t => {
    const name = keptDatabases()[0] ?? '';
    const { kills, missed, findings } = await upgradeKills(name, 5, draw);
    t.diagnostic(`${kills} upgrades of ${name}, ${missed} ended before their call`);
    assert.deepEqual(
      findings.flatMap(({ problems }) => problems),
      [],
    );
  },
);
