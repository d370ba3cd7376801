/**
 * One run of a program of the system in walls of its own, over folders of this machine: how git is asked about files
 * that a worker has written. Whatever those files say, it is done in there.
 */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Command, CommandResult, Executor, Resident } from '../../ports/executor.ts';

export interface SandboxRun extends Pick<Resident, 'workspace' | 'folders'> {
  /** In messages. */
  readonly name: string;
  /** For `sh -c`. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Of its output; what is more is left out. */
  readonly mostBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface RunEnd {
  /** null: a signal ended it. */
  readonly code: number | null;
  readonly ended?: 'timeout' | 'cancelled';
  readonly out: string;
  readonly bytes: number;
  /** The end of what it wrote to its standard error. */
  readonly err: string;
  readonly durationMs: number;
}

// its code comes as the end of its standard error, since a program that lives on has none
const wrapper = 'sh -c "$1"; printf "\\n:%s:" "$?" >&2';

/** Runs it to its end. Throws a `Fault` (`unavailable`) where there are no walls in which a program can be started. */
export async function runInSandbox(executor: Executor, clock: Clock, run: SandboxRun): Promise<RunEnd> {
  const { name, script, env, workspace, folders, stdin = '', mostBytes, timeoutMs, signal } = run;
  const open = openIn(executor);
  signal?.throwIfAborted();
  const from = clock.elapsed();
  const program = await open({ name, argv: ['/bin/sh', '-c', wrapper, 'sh', script], env, workspace, folders });
  let ended: RunEnd['ended'];
  const end = (why: NonNullable<RunEnd['ended']>) => {
    ended ??= why;
    void program.kill();
  };
  const cancel = clock.after(timeoutMs, () => end('timeout'));
  const abort = () => end('cancelled');
  signal?.addEventListener('abort', abort, { once: true });
  const taken: Buffer[] = [];
  let bytes = 0;
  program.output.on('data', (chunk: Buffer) => {
    const room = mostBytes - bytes;
    if (room > 0) taken.push(chunk.subarray(0, room));
    bytes += chunk.length;
  });
  const closed = new Promise<void>(resolve => program.output.once('close', resolve));
  program.input.on('error', () => {});
  program.input.end(stdin);
  try {
    await Promise.all([program.ended, closed]);
  } finally {
    cancel();
    signal?.removeEventListener('abort', abort);
  }
  const complaint = program.complaint();
  const [mark, code] = /\n?:(\d+):$/.exec(complaint) ?? [];
  return {
    code: code === undefined ? null : Number(code),
    ...defined({ ended }),
    out: Buffer.concat(taken).toString('utf8'),
    bytes,
    err: complaint.slice(0, complaint.length - (mark?.length ?? 0)).trim(),
    durationMs: clock.elapsed() - from,
  };
}

/** Where a worker's program and git can be started. Throws where commands run without walls. */
export function openIn(executor: Executor): NonNullable<Executor['open']> {
  if (executor.kind === 'direct' || executor.open === undefined)
    throw fault(
      'unavailable',
      says`a copy of a repository needs a sandbox in which a program can live on, and commands run in ${executor.kind}; set [sandbox] executor = "bubblewrap" in config.toml`,
      { cause: 'unrun' },
    );
  return resident => (executor.open as NonNullable<Executor['open']>)(resident);
}

const mostOfCheck = 64 * 1024;

/** Checks run on what was checked out, and see nothing else of this machine. */
export async function checkedIn(
  executor: Executor,
  clock: Clock,
  checked: string,
  { command, env = {}, timeoutMs, signal }: Command,
): Promise<CommandResult> {
  const { code, out, err, bytes, durationMs, ended } = await runInSandbox(executor, clock, {
    name: 'a check',
    script: `cd "$STRAYLIGHT_CHECKED" && unset STRAYLIGHT_CHECKED && { ${command}\n}`,
    env: { ...env, STRAYLIGHT_CHECKED: checked },
    workspace: 'none',
    folders: [{ path: checked, isWritable: true }],
    mostBytes: mostOfCheck,
    timeoutMs,
    signal,
  });
  return {
    ...defined({ exitCode: code ?? undefined, ended }),
    stdout: out,
    stderr: err,
    stdoutBytes: bytes,
    stderrBytes: Buffer.byteLength(err),
    durationMs,
  };
}
