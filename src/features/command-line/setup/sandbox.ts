/** What the sandbox step of `straylight init` does: tries what runs commands, and has Docker build its image. */

import { mkdirSync } from 'node:fs';
import { ableEngine, buildImage } from '../../../adapters/executors/docker/engine.ts';
import { systemClock } from '../../../adapters/process/clock.ts';
import type { FoundSandbox, SandboxStep } from '../../../commands/home/setup/sandbox-step.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { saidOf, toFailure } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import { networkOf } from '../../network/network.ts';
import { openSandbox } from '../../sandbox/sandbox.ts';
import type { Edge } from '../edge.ts';
import { settingsWith } from './files.ts';

export async function sandboxStep(home: string, edge: Edge): Promise<SandboxStep> {
  const { io, env } = edge;
  const config = await settingsWith(home, edge);
  const { executor, image, runtime, dockerSocket } = config.sandbox;
  const engine = {
    image,
    clock: systemClock,
    ...defined({ runtime, socketPath: dockerSocket }),
  };
  const docker = async (): Promise<FoundSandbox['docker']> => {
    if (executor === 'bubblewrap' || executor === 'direct')
      return { name: image, problem: says`config.toml asks for ${executor}` };
    try {
      return { name: image, isMissing: !(await ableEngine(engine)).hasImage };
    } catch (thrown) {
      return { name: image, problem: saidOf(toFailure(thrown)) };
    }
  };
  return {
    io,
    async look() {
      for (const folder of [config.paths.workspace, config.paths.scripts])
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      const sandbox = await openSandbox(config, networkOf(config, systemClock));
      await sandbox.close();
      return {
        isWalled: sandbox.executor.kind !== 'direct',
        text: says`${sandbox.executor.kind}: ${sandbox.said ?? sandbox.reason}`,
        docker: await docker(),
      };
    },
    makeImage: async name => buildImage(await ableEngine(engine), name, env),
  };
}
