/**
 * Commands in bubblewrap, each with walls of its own, where there is no Python for a warm runner.
 *
 * bubblewrap starts a first process in the new process namespace; when that one dies, the kernel kills every other in
 * it. So KILL goes there, and TERM to its group, where the command is too.
 */

import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Command, Executor } from '../../../ports/executor.ts';
import { commandRunner } from '../command-runner.ts';
import { limitedShell } from '../limits.ts';
import { lazyMasks } from '../masks/lazy-masks.ts';
import { checkArgv, checkWords } from '../masks/mask-check.ts';
import type { MaskPlan } from '../masks/masks.ts';
import type { Program } from '../processes/process-group.ts';
import { killSurvivors, signalTo, untilGone } from '../processes/survivors.ts';
import { bubblewrapDescription } from './bubblewrap.ts';
import { maskArguments } from './mask-arguments.ts';
import { residentsOf } from './residents.ts';
import { type BubblewrapOptions, bubblewrapWalls, type Walls } from './walls.ts';

export function coldBubblewrapExecutor(options: BubblewrapOptions): Executor {
  const { limits, clock } = options;
  const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
  const runner = commandRunner({ clock, maxOutputBytes: limits.maxOutputBytes, workspace: options.workspace });
  let walls: Promise<Walls> | undefined;

  const masks = lazyMasks(options);
  const residents = residentsOf(options, masks);

  function program({ path, args, filter }: Walls, command: Command, { mounts }: MaskPlan, mark: string): Program {
    let status = '';
    const { env = {} } = command;
    // Not on its command line, which everybody on this machine can read.
    const variables = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
    const given = [
      ...(filter ? [filter] : []),
      ...(variables.length > 0 ? [Buffer.from(`${variables.join('\0')}\0`)] : []),
      ...(mounts.length > 0 ? [maskArguments(mounts)] : []),
    ];
    // the descriptors in their order: its status, the filter, the variables, what is mounted last
    const last = 3 + given.length;
    const first = () => Number(/"child-pid"\s*:\s*(\d+)/.exec(status)?.[1]) || undefined;
    return {
      file: path,
      args: [
        ...[
          ...args(mounts.length > 0 ? last : undefined),
          '--json-status-fd',
          '3',
          ...(filter ? ['--seccomp', '4'] : []),
        ],
        ...(variables.length > 0 ? ['--args', String(mounts.length > 0 ? last - 1 : last)] : []),
        ...['--', ...checkArgv(checkWords(mounts), [shell, ...limitedShell(shell, command, limits, true)])],
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
      verdict: (end, errors) => verdictOf(end, errors, status),
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
      const plan = await masks.plan(command.given);
      const result = await runner.run(command, mark => program(built, command, plan, mark));
      return { ...result, hidden: plan.hidden };
    },
    open: residents.open,
    async close() {
      await Promise.all([residents.close(), runner.close()]);
      masks.close();
    },
  };
}

function verdictOf(
  { exitCode, interrupted }: Parameters<Program['verdict']>[0],
  errors: string,
  status: string,
): ReturnType<Program['verdict']> {
  // bubblewrap reports an exit only of a command that it could start.
  if (!interrupted && !status.includes('"exit-code"'))
    throw fault('unavailable', says`the sandbox could not be built: ${errors.trim() || 'bubblewrap gave no reason'}`, {
      cause: 'bubblewrap',
    });
  if (exitCode === null) return { signal: 'SIGKILL' };
  const signal = signalOf(exitCode);
  return signal ? { signal } : { exitCode };
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
