/** What the service step of `straylight init` does: writes the unit of this home, and asks systemd to run it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { homePaths } from '../../../../config/home.ts';
import { startChild } from '../../../adapters/process/child-process.ts';
import { type ServiceStep, serviceUnit } from '../../../commands/home/setup/service-step.ts';
import { holder } from '../../../commands/reach.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Edge } from '../edge.ts';

const unit = 'straylight.service';

export function serviceStep(home: string, { io, env }: Edge): ServiceStep {
  const paths = homePaths(home);
  const folder = join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'systemd', 'user');
  const runtime = env['XDG_RUNTIME_DIR'];
  // the manager of this user's services has its socket there
  const hasSystemd = runtime !== undefined && existsSync(join(runtime, 'systemd', 'private'));
  const file = join(folder, unit);
  const [, program = ''] = process.argv;
  return {
    ...{ io, file: hasSystemd ? file : undefined, isThere: existsSync(file) },
    isRunning: () => holder(paths.lockFile, paths.portFile) !== undefined,
    write() {
      mkdirSync(folder, { recursive: true });
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
