/** What a call of a small tool costs in a warm container, against a plain `docker exec` of the same. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Container } from 'dockerode';
import { dockerExecutor } from '../../../src/adapters/executors/docker/docker.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import type { Command } from '../../../src/ports/executor.ts';
import { testEngine } from '../../peers/engine.ts';
import { type Bench, median } from '../figure.ts';
import { countWords, figuresOf } from './warm-tool.ts';

const execs = 20;

export const warmToolDocker: Bench = {
  name: 'warm-tool-docker',
  title: "A small tool and a shell's true in a warm container",
  async run() {
    const engine = await testEngine();
    if ('skip' in engine) {
      console.log(`  left out: ${engine.skip}`);
      return [];
    }
    const { docker, image, socketPath, stop } = engine;
    const home = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
    const folders = { workspace: join(home, 'workspace'), scripts: join(home, 'scripts') };
    for (const folder of Object.values(folders)) mkdirSync(folder);
    writeFileSync(join(folders.scripts, 'count_words.py'), countWords);
    const label = `straylight.workspace=${folders.workspace}`;
    try {
      return await figuresOf(
        'Docker',
        { ...folders, limits: defaultLimits, clock: systemClock },
        options => dockerExecutor({ ...options, image, socketPath }),
        async (_, command) => {
          const [container] = await docker.listContainers({ filters: { label: [label] } });
          return `docker exec: ${(await execTime(docker.getContainer(container?.Id ?? ''), command)).toFixed(0)} ms`;
        },
      );
    } finally {
      await stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

/** The median of some calls without the runner, in milliseconds. */
async function execTime(container: Container, { command, argv, stdin }: Command): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < execs; round++) {
    const begun = performance.now();
    const exec = await container.exec({
      Cmd: [...(argv ?? ['bash', '-c', command])],
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
    });
    const stream = await exec.start({ hijack: true, stdin: true });
    const ended = new Promise<void>(resolve => stream.once('end', () => resolve()));
    stream.end(stdin);
    stream.resume();
    await ended;
    const { ExitCode } = await exec.inspect();
    times.push(performance.now() - begun);
    if (ExitCode !== 0) throw new Error(`the exit code of docker exec was ${ExitCode}`);
  }
  return median(times);
}
