/**
 * Commands in bubblewrap: namespaces of their own, no network, no capability, and of the files only the system's (to
 * read), the workspace and the scripts. The recipe is sandbox/bubblewrap.args.
 *
 * bubblewrap starts a first process in the new process namespace; when that one dies, the kernel kills every other in it. So
 * KILL goes there, and TERM to its group, where the command is too.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fault } from '../../machines/domain/failure.ts';
import type { Command, Executor } from '../executor.ts';
import { commandRunner } from './command-runner.ts';
import type { ExecutorOptions } from './direct.ts';
import { limitedShell } from './limits.ts';
import type { Program } from './process-group.ts';
import { isRunning, killSurvivors, signalTo } from './survivors.ts';

const sandbox = fileURLToPath(new URL('../../../sandbox', import.meta.url));

export interface BubblewrapOptions extends ExecutorOptions {
  /** The program; without it the usual places are looked at. */
  readonly path?: string;
  /** False leaves out the lines of the recipe that are marked with `?`, for systems that refuse them. */
  readonly hardened?: boolean;
}

export function bubblewrapExecutor(options: BubblewrapOptions): Executor {
  const { workspace, scripts, limits, clock, hardened = true } = options;
  const path =
    options.path ?? ['/usr/bin/bwrap', '/usr/local/bin/bwrap'].find(file => existsSync(file)) ?? '/usr/bin/bwrap';
  const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
  const runner = commandRunner({ clock, maxOutputBytes: limits.maxOutputBytes });
  let walls: Promise<readonly string[]> | undefined;

  async function build(): Promise<readonly string[]> {
    const recipe = await readFile(`${sandbox}/bubblewrap.args`, 'utf8');
    return bubblewrapArguments(recipe, { sandbox, workspace, scripts }, hardened ? await helpOf(path) : '');
  }

  function program(wall: readonly string[], command: Command, mark: string): Program {
    let status = '';
    const first = () => Number(/"child-pid"\s*:\s*(\d+)/.exec(status)?.[1]) || undefined;
    return {
      file: path,
      args: [...wall, '--json-status-fd', '3', '--', shell, ...limitedShell(shell, command, limits, true)],
      // The environment of bubblewrap itself, whose first process can be looked at from inside. The command gets none of it.
      env: { PATH: '/usr/bin:/bin', STRAYLIGHT_RUN: mark },
      cwd: '/',
      onStatus: text => {
        status += text;
      },
      signal(pid, signal) {
        const init = first();
        if (signal === 'SIGTERM' && init !== undefined && signalTo(-init, signal)) return;
        // Without its own session the command has not begun, so there is nothing that could tidy up.
        if (init !== undefined) signalTo(init, 'SIGKILL');
        signalTo(-pid, 'SIGKILL');
      },
      async bury(pid) {
        const init = first();
        // The kernel ends everything in the namespace before its first process is gone; that takes a moment longer than bwrap.
        for (let round = 0; init !== undefined && round < 2_000 && isRunning(init); round++) {
          signalTo(init, 'SIGKILL');
          await new Promise<void>(resolve => clock.after(1, resolve));
        }
        if (init === undefined) await killSurvivors(pid, mark, clock);
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
    description:
      'Commands run in a bubblewrap sandbox: they can read the system’s programs and write to /workspace and /scripts; they have no network and see nothing else of this machine.',
    folders: { workspace: '/workspace', scripts: '/scripts' },
    async execute(command) {
      walls ??= build();
      const wall = await walls.catch(error => {
        walls = undefined;
        throw error;
      });
      return await runner.run(command, mark => program(wall, command, mark));
    },
    close: runner.close,
  };
}

/**
 * The recipe as arguments: comments gone, `{names}` filled in (so that a folder's name may hold spaces), and the lines
 * marked with `?` only where `help` knows their option.
 */
export function bubblewrapArguments(
  recipe: string,
  folders: { readonly sandbox: string; readonly workspace: string; readonly scripts: string },
  help: string,
): readonly string[] {
  const known = new Set(help.match(/--[a-z0-9-]+/g));
  return recipe
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([first = '']) => first !== '' && !first.startsWith('#'))
    .flatMap(words => (words[0] !== '?' ? words : known.has(words[1] ?? '') ? words.slice(1) : []))
    .map(word => word.replace(/\{(sandbox|workspace|scripts)\}/, (_, name: keyof typeof folders) => folders[name]));
}

/**
 * bubblewrap gives a death by signal as 128 and its number, as shells do. Numbers that programs choose themselves as often
 * stay what they are: 129 (SIGHUP) is git's for a wrong option.
 */
function signalOf(exitCode: number): NodeJS.Signals | undefined {
  if (exitCode <= 129) return undefined;
  const names = Object.entries(constants.signals) as [NodeJS.Signals, number][];
  return names.find(([, number]) => number === exitCode - 128)?.[0];
}

async function helpOf(path: string): Promise<string> {
  try {
    return (await promisify(execFile)(path, ['--help'], { env: {} })).stdout;
  } catch (error) {
    throw fault('unavailable', `bubblewrap is not there or does not start: install it so that ${path} works`, {
      cause: error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error),
    });
  }
}
