import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { escapeProbes } from './escape-probes.ts';
import { escapeSuite } from './escape-suite.ts';
import { escapeWorld } from './escape-world.ts';

const world = await escapeWorld();
const { executor, reason } = await chooseExecutor(world.options);
await executor.close();
await world.close();

escapeSuite('bubblewrap', bubblewrapExecutor, executor.kind === 'bubblewrap' ? false : reason);

describe('the probes themselves', () => {
  it('given no walls, when those that do no harm are tried, then they succeed: they are real attempts', async t => {
    const open = await escapeWorld();
    const direct = directExecutor(open.options);
    const harmless = escapeProbes.filter(probe => probe.harmless);
    const refused: string[] = [];
    try {
      for (const [probe, { achieved, refusal }] of await open.attemptAll(direct, harmless))
        if (!achieved) refused.push(`${probe.name}: ${refusal}`);
      assert.deepEqual(refused, []);
      assert.ok(open.heard() >= 3);
      t.diagnostic(`${harmless.length} of them succeed where nothing is in the way`);
    } finally {
      await direct.close();
      await open.close();
    }
  });
});
