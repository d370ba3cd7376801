/** What the link step of `straylight init` does: looks for the command on the path, and makes a link to this checkout. */
import { lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { LinkStep } from '../../../commands/home/setup/link-step.ts';
import { Fault } from '../../../domain/supervision/failure.ts';
import { systemFailure } from '../../../domain/supervision/system-fault.ts';
import type { Edge } from '../edge.ts';
import { launcher, programHere } from '../program.ts';

export function linkStep({ io, env }: Edge): LinkStep {
  const file = join(env['HOME'] || homedir(), '.local', 'bin', 'straylight');
  const program = launcher();
  return {
    io,
    file,
    program: program ?? '',
    state: stateOf(file, program, env),
    isOnPath: (env['PATH'] ?? '').split(delimiter).includes(dirname(file)),
    make() {
      try {
        mkdirSync(dirname(file), { recursive: true });
        symlinkSync(program ?? '', file);
      } catch (error) {
        const failure = systemFailure(error, file);
        throw failure ? new Fault(failure) : error;
      }
    },
  };
}

function stateOf(file: string, program: string | undefined, env: Edge['env']): LinkStep['state'] {
  if (program === undefined) return 'none';
  if (programHere(env, process.cwd()) === 'straylight') return 'known';
  // also a link that leads nowhere
  return lstatSync(file, { throwIfNoEntry: false }) ? 'taken' : 'free';
}
