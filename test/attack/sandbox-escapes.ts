/** Every way out of a sandbox that is known, tried from the inside. */

import { bubblewrapExecutor } from '../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { chooseExecutor } from '../../src/adapters/executors/choose-executor.ts';
import type { ExecutorOptions } from '../../src/adapters/executors/direct/direct.ts';
import { dockerExecutor } from '../../src/adapters/executors/docker/docker.ts';
import type { Executor } from '../../src/ports/executor.ts';
import { escapeProbes } from '../adapters/executors/escape-probes.ts';
import { escapeWorld } from '../adapters/executors/escape-world.ts';
import { random } from '../domain/random.ts';
import { testEngine } from '../peers/engine.ts';
import { type Area, type AreaReport, type AttackOptions, scoped } from './area.ts';
import { seedOf } from './draw.ts';

export const bubblewrapEscapes: Area = {
  name: 'escapes from bubblewrap',
  run: options =>
    scoped(async scope => {
      const world = await escapeWorld();
      scope.after(world.close);
      const { executor, reason } = await chooseExecutor(world.options);
      await executor.close();
      if (executor.kind !== 'bubblewrap') return { probes: 0, breaches: [], skipped: reason };
      return escapes('bubblewrap', bubblewrapExecutor, options);
    }),
};

export const dockerEscapes: Area = {
  name: 'escapes from Docker',
  run: options =>
    scoped(async scope => {
      const engine = await testEngine();
      if ('skip' in engine) return { probes: 0, breaches: [], skipped: engine.skip };
      scope.after(engine.stop);
      const { socketPath, image } = engine;
      return escapes('docker', given => dockerExecutor({ ...given, socketPath, image }), options);
    }),
};

function escapes(
  kind: Executor['kind'],
  open: (options: ExecutorOptions) => Executor,
  { share, draw }: AttackOptions,
): Promise<AreaReport> {
  return scoped(async scope => {
    const world = await escapeWorld();
    scope.after(world.close);
    const executor = open(world.options);
    scope.after(() => executor.close());
    const all = random(seedOf(draw)).shuffled(escapeProbes.filter(({ only = kind }) => only === kind));
    const probes = all.slice(0, Math.ceil(all.length * share));
    const breaches: string[] = [];
    for (const [probe, { achieved }] of await world.attemptAll(executor, probes))
      if (achieved) breaches.push(`${probe.name}: ${achieved}`);
    if (world.heard() > 0) breaches.push(`${world.heard()} connections reached a listener outside`);
    return { probes: probes.length, breaches };
  });
}
