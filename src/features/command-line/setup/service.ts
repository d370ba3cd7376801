/** What the service step of `straylight init` does: writes the unit of this home, and asks systemd to run it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { homePaths } from '../../../../config/home.ts';
import { startChild } from '../../../adapters/process/child-process.ts';
import { type ServiceStep, serviceUnit } from '../../../commands/home/setup/service-step.ts';
import { holder } from '../../../commands/reach.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Edge } from '../edge.ts';
import { unit, unitOf } from './unit.ts';

export function serviceStep(home: string, { io, env }: Edge): ServiceStep {
  const paths = homePaths(home);
  const file = unitOf(env);
  const [, program = ''] = process.argv;
  return {
    io,
    file,
    isThere: file !== undefined && existsSync(file),
    isRunning: () => holder(paths.lockFile, paths.portFile) !== undefined,
    write() {
      if (file === undefined) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, serviceUnit([process.execPath, program, '--home', home, 'start']), { flag: 'wx' });
    },
    async enable(isStarted) {
      await systemctl(['daemon-reload'], env);
      await systemctl(['enable', ...(isStarted ? ['--now'] : []), unit], env);
    },
  };
}

async function systemctl(words: readonly string[], env: Edge['env']): Promise<void> {
  const args = ['--user', ...words];
  const what = 'the service cannot be enabled, since the program “systemctl” could not be started';
  const { child, started } = startChild('systemctl', args, { stdio: 'inherit', env }, what);
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  await started;
  const code = await ended;
  if (code !== 0)
    throw fault('unavailable', `“systemctl ${args.join(' ')}” ended with ${code ?? 'a signal'}; the unit is written`);
}
