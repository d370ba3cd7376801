/** What one command may use, and the shell words that hold it to that. */
import type { Command } from '../../ports/executor.ts';

export interface Limits {
  /** Private, writable memory of each process. Not its address space: runtimes reserve far more than they use. */
  readonly memoryBytes: number;
  /**
   * Processes and threads in the sandbox. Not held in direct mode (it would count the owner's own); for root the warm
   * runner counts processes.
   */
  readonly processes: number;
  /** The largest file a command may write. */
  readonly fileBytes: number;
  /** Processor time of each process. */
  readonly cpuSeconds: number;
  /** Kept of stdout and of stderr, each. */
  readonly maxOutputBytes: number;
  /** Of the files a command makes; without it the one of this process. */
  readonly umask?: number;
}

export const defaultLimits: Limits = {
  memoryBytes: 4 * 2 ** 30,
  processes: 512,
  fileBytes: 2 ** 30,
  cpuSeconds: 600,
  maxOutputBytes: 64 * 1024,
};

/** `umask 022`, as a shell takes it. */
export function umaskWord(umask: number): string {
  return `umask ${umask.toString(8).padStart(3, '0')}`;
}

/** The same as the warm runner sets it: soft and hard limit by their names. */
export function resourceLimits(limits: Limits): Readonly<Record<string, readonly [number, number]>> {
  const both = (value: number) => [value, value] as const;
  return {
    CORE: both(0),
    DATA: both(limits.memoryBytes),
    FSIZE: both(limits.fileBytes),
    CPU: [limits.cpuSeconds, limits.cpuSeconds + 5],
    NPROC: both(limits.processes),
  };
}

/** The same for a program that lives on: its processor time has no end, since nobody knows how long it is needed. */
export function limitedResident(
  shell: string,
  argv: readonly string[],
  limits: Limits,
  countProcesses: boolean,
): string[] {
  return limitedShell(shell, { command: '', argv }, { ...limits, cpuSeconds: undefined }, countProcesses);
}

/**
 * The arguments with which `shell` takes on the limits and then becomes the program of the command, or a fresh shell
 * that runs it; the command is an argument of its own and never part of another text. No core files: they would hold
 * what the command had in memory.
 */
export function limitedShell(
  shell: string,
  { command, argv }: Pick<Command, 'command' | 'argv'>,
  limits: Omit<Limits, 'cpuSeconds'> & { readonly cpuSeconds: number | undefined },
  countProcesses: boolean,
): string[] {
  const blockBytes = shell.endsWith('bash') ? 1024 : 512;
  const words = [
    'ulimit -c 0',
    `ulimit -d ${Math.floor(limits.memoryBytes / 1024)}`,
    `ulimit -f ${Math.floor(limits.fileBytes / blockBytes)}`,
    ...(limits.cpuSeconds === undefined
      ? []
      : [`ulimit -St ${limits.cpuSeconds}`, `ulimit -Ht ${limits.cpuSeconds + 5}`]),
    ...(countProcesses ? [`ulimit -u ${limits.processes}`] : []),
    ...(limits.umask === undefined ? [] : [umaskWord(limits.umask)]),
  ];
  // A limit that cannot be set is one that is already lower.
  return ['-c', `{ ${words.join('; ')}; } 2>/dev/null; exec "$@"`, shell, ...(argv ?? [shell, '-c', command])];
}
