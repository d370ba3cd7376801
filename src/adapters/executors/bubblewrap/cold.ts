/**
 * Commands in bubblewrap, each with walls of its own, where there is no Python for a warm runner.
 *
 * bubblewrap starts a first process in the new process namespace; when that one dies, the kernel kills every other in
 * it. So KILL goes there, and TERM to its group, where the command is too.
 */
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Command, Executor } from '../../../ports/executor.ts';
import { commandRunner } from '../command-runner.ts';
import { limitedShell } from '../limits.ts';
import type { Program } from '../processes/process-group.ts';
import { killSurvivors, signalTo, untilGone } from '../processes/survivors.ts';
import { bubblewrapDescription } from './bubblewrap.ts';
import { type BubblewrapOptions, bubblewrapWalls, type Walls } from './walls.ts';

export function coldBubblewrapExecutor(options: BubblewrapOptions): Executor {
  const { limits, clock } = options;
  const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
  const runner = commandRunner({ clock, maxOutputBytes: limits.maxOutputBytes, workspace: options.workspace });
  let walls: Promise<Walls> | undefined;

  function program({ path, args, filter }: Walls, command: Command, mark: string): Program {
    let status = '';
    const { env = {} } = command;
    // Not on its command line, which everybody on this machine can read.
    const variables = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
    const given = [
      ...(filter ? [filter] : []),
      ...(variables.length > 0 ? [Buffer.from(`${variables.join('\0')}\0`)] : []),
    ];
    const first = () => Number(/"child-pid"\s*:\s*(\d+)/.exec(status)?.[1]) || undefined;
    return {
      file: path,
      args: [
        ...[...args, '--json-status-fd', '3', ...(filter ? ['--seccomp', '4'] : [])],
        ...(variables.length > 0 ? ['--args', String(3 + given.length)] : []),
        ...['--', shell, ...limitedShell(shell, command, limits, true)],
      ],
      // The environment of bubblewrap itself, whose first process can be looked at from inside. The command gets none
      // of it.
      env: { PATH: '/usr/bin:/bin', STRAYLIGHT_RUN: mark },
      cwd: '/',
      onStatus: text => {
        status += text;
      },
      given,
      signal(pid, signal) {
        const init = first();
        if (signal === 'SIGTERM' && init !== undefined && signalTo(-init, signal)) return;
        // Without its own session the command has not begun, so there is nothing that could tidy up.
        if (init !== undefined) signalTo(init, 'SIGKILL');
        signalTo(-pid, 'SIGKILL');
      },
      async killSurvivors(pid) {
        const init = first();
        // The kernel ends everything in the namespace before its first process is gone; that takes a moment longer than
        // bwrap.
        if (init !== undefined) await untilGone(init, clock);
        else await killSurvivors(pid, mark, clock);
      },
      verdict({ exitCode, interrupted }, errors) {
        // bubblewrap reports an exit only of a command that it could start.
        if (!interrupted && !status.includes('"exit-code"'))
          throw fault(
            'unavailable',
            `the sandbox could not be built: ${errors.trim() || 'bubblewrap gave no reason'}`,
            {
              cause: 'bubblewrap',
            },
          );
        if (exitCode === null) return { signal: 'SIGKILL' };
        const signal = signalOf(exitCode);
        return signal ? { signal } : { exitCode };
      },
    };
  }

  return {
    kind: 'bubblewrap',
    description: bubblewrapDescription,
    folders: { workspace: '/workspace', scripts: '/scripts' },
    async execute(command) {
      walls ??= bubblewrapWalls(options);
      const built = await walls.catch(error => {
        walls = undefined;
        throw error;
      });
      return await runner.run(command, mark => program(built, command, mark));
    },
    close: runner.close,
  };
}

/**
 * bubblewrap gives a death by signal as 128 and its number, as shells do. Numbers that programs choose themselves as
 * often stay what they are: 129 (SIGHUP) is git's for a wrong option.
 */
function signalOf(exitCode: number): NodeJS.Signals | undefined {
  if (exitCode <= 129) return undefined;
  const names = Object.entries(constants.signals) as [NodeJS.Signals, number][];
  return names.find(([, number]) => number === exitCode - 128)?.[0];
}
