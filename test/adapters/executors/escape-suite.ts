/** Tries every escape on one kind of executor. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ExecutorOptions } from '../../../src/adapters/executors/direct/direct.ts';
import type { Executor } from '../../../src/ports/executor.ts';
import { escapeProbes } from './escape-probes.ts';
import { type EscapeWorld, escapeWorld } from './escape-world.ts';

/** `skip` is the reason why this kind cannot be tried here. */
export function escapeSuite(
  kind: Executor['kind'],
  open: (options: ExecutorOptions) => Executor,
  skip: string | false = false,
): void {
  const probes = escapeProbes.filter(({ only = kind }) => only === kind);

  describe(`escapes from ${kind}`, { skip }, () => {
    let world: EscapeWorld;
    let executor: Executor;
    before(async () => {
      world = await escapeWorld();
      executor = open(world.options);
    });
    after(async () => {
      await executor.close();
      await world.close();
    });

    it(`given ${probes.length} ways out, when a command tries each, then all are refused`, async t => {
      const achieved: string[] = [];
      for (const [probe, answer] of await world.attemptAll(executor, probes)) {
        if (answer.achieved) achieved.push(`${probe.name}: ${answer.achieved}`);
        if (process.env['ESCAPES']) t.diagnostic(`${probe.name} — ${answer.achieved ?? answer.refusal}`);
      }
      t.diagnostic(`${probes.length - achieved.length} of ${probes.length} refused`);
      assert.deepEqual(achieved, []);
      assert.equal(world.heard(), 0, 'something outside heard of it');
      assert.ok(probes.length >= 40);
    });
  });
}
