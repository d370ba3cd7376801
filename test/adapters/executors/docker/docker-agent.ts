/**
 * What every test of Docker begins with: an engine, two folders and an executor, all gone when the file's tests end.
 */

import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { DockerOptions } from '../../../../src/adapters/executors/docker/docker.ts';
import { defaultLimits } from '../../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { defined } from '../../../../src/domain/text/json.ts';
import type { Command, CommandResult, Executor } from '../../../../src/ports/executor.ts';
import { type TestEngine, testEngine } from '../../../peers/engine.ts';

export interface DockerAgent {
  /** Why none of it can be tried here; false where it can. */
  readonly skip: string | false;
  readonly engine: TestEngine;
  /** A home of Straylight's own with secrets in it, and in that the two folders. */
  readonly home: string;
  readonly options: DockerOptions;
  /** Another home beside it, its folders owned by that user. */
  another(uid?: number): DockerOptions;
}

/** To be called once a file, at its top. */
export async function dockerAgent(): Promise<DockerAgent> {
  const engine = await testEngine();
  const homes: string[] = [];
  after(async () => {
    for (const home of homes) rmSync(home, { recursive: true, force: true });
    if ('stop' in engine) await engine.stop();
  });
  const found = 'stop' in engine ? engine : undefined;

  function another(uid?: number): DockerOptions {
    const home = mkdtempSync(join(tmpdir(), 'straylight-docker-'));
    homes.push(home);
    const folders = { workspace: join(home, 'workspace'), scripts: join(home, 'scripts') };
    for (const folder of Object.values(folders)) {
      mkdirSync(folder);
      if (uid !== undefined) chownSync(folder, uid, uid);
    }
    for (const file of ['.env', 'straylight.db'])
      writeFileSync(join(home, file), 'TOKEN=only-the-agent-knows-this\n', { mode: 0o600 });
    return {
      ...folders,
      limits: defaultLimits,
      clock: systemClock,
      image: found?.image ?? '',
      socketPath: found?.socketPath ?? '',
      ...defined({ owner: uid !== undefined ? { uid, gid: uid } : undefined }),
    };
  }

  const options = another();
  return {
    skip: 'skip' in engine ? engine.skip : false,
    // Nothing asks for it where all is skipped.
    engine: found as TestEngine,
    home: join(options.workspace, '..'),
    options,
    another,
  };
}

/** One command and its result. */
export function inside(executor: Executor, command: string, more: Partial<Command> = {}): Promise<CommandResult> {
  return executor.execute({ command, timeoutMs: 20_000, signal: new AbortController().signal, ...more });
}
