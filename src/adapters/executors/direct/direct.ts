/**
 * Commands on this machine itself, where nothing better works.
 *
 * No wall: a command can do what the user that runs Straylight can do. What remains is a clean environment, limits, a
 * deadline, and that nothing it starts outlives it.
 */

import { existsSync } from 'node:fs';
import { defined } from '../../../domain/text/json.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Executor } from '../../../ports/executor.ts';
import type { LetInFolder } from '../../../ports/files/confined.ts';
import { commandRunner } from '../command-runner.ts';
import { type Limits, limitedResident, limitedShell } from '../limits.ts';
import { openResidents } from '../processes/open-residents.ts';
import { startResident } from '../processes/resident.ts';
import { killSurvivors, signalTo } from '../processes/survivors.ts';

export interface ExecutorOptions {
  /** Where commands start: an existing folder, absolute. */
  readonly workspace: string;
  /** The agent's own tools: an existing folder, absolute. */
  readonly scripts: string;
  /** Folders that stand in the workspace and lie elsewhere. Without a sandbox there are links to them. */
  readonly letIn?: readonly LetInFolder[];
  readonly limits: Limits;
  readonly clock: Clock;
}

export function directExecutor({ workspace, scripts, limits, clock }: ExecutorOptions): Executor {
  const runner = commandRunner({ clock, maxOutputBytes: limits.maxOutputBytes, workspace });
  const shell = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(path => existsSync(path)) ?? '/bin/sh';
  const signal = (pid: number, mark: string, wanted: 'SIGTERM' | 'SIGKILL') => {
    if (wanted === 'SIGTERM') signalTo(-pid, wanted);
    else void killSurvivors(pid, mark, clock);
  };
  const environment = (mark: string) => ({
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: workspace,
    LANG: 'C.UTF-8',
    STRAYLIGHT_RUN: mark,
  });
  const residents = openResidents(async resident => {
    const { mark, lifeline } = await runner.hold();
    const [word, ...words] = resident.argv;
    const argv = [word === 'node' ? process.execPath : word, ...words];
    const running = await startResident(
      {
        file: shell,
        args: limitedResident(shell, argv, limits, false),
        env: { ...environment(mark), ...resident.env, STRAYLIGHT_RUN: mark },
        cwd: workspace,
        signal: (pid, wanted) => signal(pid, mark, wanted),
        killSurvivors: pid => killSurvivors(pid, mark, clock),
        isCurrent: async () => true,
      },
      resident,
      clock,
    );
    const unwatch = lifeline.watch(running.pid);
    running.ended.then(unwatch, unwatch);
    return running;
  });
  return {
    kind: 'direct',
    description:
      'Commands run directly on this machine with the rights of the user that runs Straylight: its files and the network are within reach.',
    folders: { workspace, scripts },
    execute: command =>
      runner.run(command, mark => ({
        file: shell,
        args: limitedShell(shell, command, limits, false),
        env: { ...command.env, ...environment(mark) },
        cwd: workspace,
        signal: (pid, wanted) => signal(pid, mark, wanted),
        killSurvivors: pid => killSurvivors(pid, mark, clock),
        verdict: ({ exitCode, signal }) => defined({ exitCode: exitCode ?? undefined, signal: signal ?? undefined }),
      })),
    open: residents.open,
    async close() {
      await residents.close();
      await runner.close();
    },
  };
}
