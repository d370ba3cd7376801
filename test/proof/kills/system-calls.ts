/**
 * Kills from outside: strace counts the system calls of a process, and sends it SIGKILL as it enters the n-th of a
 * kind.
 *
 * What a process starts is not traced (`-b execve`), so nothing but the process itself is killed. strace counts for
 * each thread.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Kinds of calls at which a process leaves a trace in the world: files, the disk, sockets, processes, names. */
export const kinds: Readonly<Record<string, readonly string[]>> = {
  pwrite: ['pwrite64'],
  sync: ['fdatasync', 'fsync'],
  send: ['sendto', 'sendmsg', 'write', 'writev'],
  connect: ['connect'],
  spawn: ['clone', 'clone3', 'fork', 'vfork'],
  rename: ['rename', 'renameat', 'renameat2'],
  unlink: ['unlink', 'unlinkat'],
};

/** Why nothing can be traced here; undefined: it can. */
export function whyNotTraced(): string | undefined {
  const { status, error } = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']);
  if (error) return 'strace is not installed';
  return status === 0 ? undefined : 'ptrace is not allowed here';
}

const follow = ['-f', '-b', 'execve', '-qq'] as const;

/** What stands before a command so that its calls are written to `log`. */
export function countingArguments(log: string): readonly string[] {
  return ['strace', ...follow, '-o', log, '-e', `trace=${Object.values(kinds).flat().join(',')}`, '-e', 'signal=none'];
}

/** What stands before a command so that it is killed as one of its threads enters the `nth` call of a kind. */
export function killingArguments(kind: string, nth: number): readonly string[] {
  const calls = (kinds[kind] ?? []).join(',');
  const inject = `inject=${calls}:signal=SIGKILL:when=${nth}`;
  return ['strace', ...follow, '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject];
}

/** How often the busiest thread made the calls of each kind. */
export function countedCalls(log: string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (call === undefined) continue;
    const key = `${thread} ${call}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const most = (calls: readonly string[]) =>
    Math.max(0, ...[...counts].filter(([key]) => calls.includes(key.split(' ')[1] ?? '')).map(([, count]) => count));
  return Object.fromEntries(Object.entries(kinds).map(([kind, calls]) => [kind, most(calls)]));
}
