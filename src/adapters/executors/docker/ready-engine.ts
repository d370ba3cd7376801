/** The engine of Docker, with a home for the sandboxes of this workspace and the walls they are built with. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '../../../domain/text/json.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Limits } from '../limits.ts';
import { type Engine, type EngineOptions, openEngine } from './engine.ts';
import { ensureHome, labelsOf, removeLeftovers } from './home.ts';
import type { sandboxUser } from './user.ts';
import { homeGiver, type SandboxMount, seccompFor, type Walls } from './walls.ts';

export interface DockerEngineOptions extends Omit<EngineOptions, 'clock'> {
  readonly workspace: string;
  readonly scripts: string;
  readonly home: string;
  readonly user: ReturnType<typeof sandboxUser>;
  readonly limits: Limits;
  readonly cpus: number;
  readonly mounts?: readonly SandboxMount[];
  readonly clock: Clock;
}

export interface ReadyEngine {
  readonly engine: Engine;
  readonly walls: Omit<Walls, 'history'>;
}

export interface DockerEngine {
  /** Asks the engine once, and again after a failure. */
  ready(): Promise<ReadyEngine>;
  /** The next `ready` asks the engine again. */
  forget(): void;
}

const sandbox = fileURLToPath(new URL('../../../../sandbox', import.meta.url));

export function dockerEngine(options: DockerEngineOptions): DockerEngine {
  let opening: Promise<ReadyEngine> | undefined;
  return {
    async ready() {
      opening ??= makeReady(options);
      return await opening.catch(error => {
        opening = undefined;
        throw error;
      });
    },
    forget() {
      opening = undefined;
    },
  };
}

async function makeReady(options: DockerEngineOptions): Promise<ReadyEngine> {
  const { workspace, scripts, home, user, limits, clock } = options;
  const engine = await openEngine(options);
  const walls = {
    image: options.image,
    workspace,
    scripts,
    home,
    limits,
    user: `${user.uid}:${user.gid}`,
    sandbox,
    seccomp: seccompFor(user, await readFile(join(sandbox, 'seccomp.json'), 'utf8')),
    mounts: options.mounts ?? [],
    ...defined({ runtime: options.runtime }),
    cpus: Math.min(options.cpus, engine.cpus),
    labels: labelsOf(workspace),
  };
  await removeLeftovers(engine, clock, workspace);
  await ensureHome(engine, clock, home, homeGiver(walls));
  return { engine, walls };
}
