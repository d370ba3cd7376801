/** The walls of bubblewrap: sandbox/bubblewrap.args as arguments, sandbox/denied-syscalls as a filter. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import { letInMounts } from '../../files/let-in/disk-place.ts';
import type { ExecutorOptions } from '../direct/direct.ts';
import type { MaskOptions } from '../masks/masks.ts';
import { syscallFilter } from './syscall-filter.ts';

export interface BubblewrapOptions extends ExecutorOptions, Pick<MaskOptions, 'privateNames' | 'maskFolder'> {
  /** The program; without it the usual places are looked at. */
  readonly path?: string;
  /** Folders in which it is looked for first: those of the owner's PATH. */
  readonly searchPath?: readonly string[];
  /** False leaves out the lines of the recipe that are marked with `?`, for systems that refuse them. */
  readonly hardened?: boolean;
  /** Instead of sandbox/bubblewrap.args. */
  readonly recipe?: string;
  /** False leaves out the filter of system calls. */
  readonly filtered?: boolean;
  /** More of this machine that a command sees, for example the folder of a socket; to read only unless `isWritable`. */
  readonly mounts?: readonly Mount[];
}

interface Mount {
  readonly source: string;
  readonly target: string;
  readonly isWritable?: boolean;
}

export interface Walls {
  readonly path: string;
  /** For the command line, before `--`; more of them, for what is mounted last, are read from the descriptor `more`. */
  args(more?: number): readonly string[];
  /** What `--seccomp` reads; absent where this architecture's system calls are not known. */
  readonly filter?: Uint8Array;
}

const sandbox = fileURLToPath(new URL('../../../../sandbox', import.meta.url));

/** Reads the recipe and asks this bubblewrap what it knows. Throws `Fault` (`unavailable`) where there is none. */
export async function bubblewrapWalls(options: BubblewrapOptions): Promise<Walls> {
  const { workspace, scripts, hardened = true, filtered = true, letIn = [] } = options;
  const mounts = [...letInMounts(letIn), ...(options.mounts ?? [])];
  const folders = [...(options.searchPath ?? []), '/usr/bin', '/usr/local/bin'];
  const path =
    options.path ?? folders.map(folder => `${folder}/bwrap`).find(file => existsSync(file)) ?? '/usr/bin/bwrap';
  const recipe = options.recipe ?? (await readFile(`${sandbox}/bubblewrap.args`, 'utf8'));
  const filter = filtered && syscallFilter(await readFile(`${sandbox}/denied-syscalls`, 'utf8'), process.arch);
  const help = hardened ? await helpOf(path) : '';
  return {
    path,
    args: more => bubblewrapArguments(recipe, { sandbox, workspace, scripts }, help, mounts, more),
    filter: filter || undefined,
  };
}

/**
 * The recipe as arguments: comments gone, `{names}` filled in (so that a folder's name may hold spaces), and the lines
 * marked with `?` only where `help` knows their option. The line `{mounts}` becomes one bind a mount, and what is read
 * from the descriptor `more`.
 */
export function bubblewrapArguments(
  recipe: string,
  folders: { readonly sandbox: string; readonly workspace: string; readonly scripts: string },
  help: string,
  mounts: readonly Mount[] = [],
  more?: number,
): readonly string[] {
  const binds = mounts.flatMap(({ source, target, isWritable = false }) => [
    isWritable ? '--bind' : '--ro-bind',
    source,
    target,
  ]);
  const known = new Set(help.match(/--[a-z0-9-]+/g));
  return recipe
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([first = '']) => first !== '' && !first.startsWith('#'))
    .flatMap(words => (words[0] !== '?' ? words : known.has(words[1] ?? '') ? words.slice(1) : []))
    .map(word => word.replace(/\{(sandbox|workspace|scripts)\}/, (_, name: keyof typeof folders) => folders[name]))
    .flatMap(word =>
      word === '{mounts}' ? [...binds, ...(more === undefined ? [] : ['--args', String(more)])] : [word],
    );
}

async function helpOf(path: string): Promise<string> {
  try {
    return (await promisify(execFile)(path, ['--help'], { env: {} })).stdout;
  } catch (error) {
    throw fault('unavailable', says`bubblewrap is not there or does not start: install it so that ${path} works`, {
      cause: error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error),
    });
  }
}
