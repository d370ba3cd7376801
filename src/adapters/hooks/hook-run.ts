/** One run of a hook: JSON on its standard input, its exit code and output as the answer. */
import type { ChildProcess } from 'node:child_process';
import type { HookEnd } from '../../domain/hooks/answer.ts';
import type { Hook } from '../../domain/hooks/hook.ts';
import type { Clock } from '../../ports/clock.ts';
import { startChild } from '../process/child-process.ts';

export interface HookRunOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** The owner's own folder. */
  readonly home: string;
  /** The workspace, as it lies on the disk. */
  readonly project: string;
  /** Where programs are looked for. */
  readonly searchPath: readonly string[];
}

const mostOutput = 262_144;

/** Rejects with an `Error` where it gave no answer in time, wrote too much, or could not be started. */
export function runHook(
  { command, timeoutMs }: Pick<Hook, 'command' | 'timeoutMs'>,
  input: object,
  { clock, home, project, searchPath }: HookRunOptions,
  signal: AbortSignal,
): Promise<HookEnd> {
  return new Promise((resolve, reject) => {
    const path = searchPath.length > 0 ? searchPath.join(':') : '/usr/local/bin:/usr/bin:/bin';
    const env = { PATH: path, HOME: home, LANG: 'C.UTF-8', CLAUDE_PROJECT_DIR: project };
    const { child, started } = startChild('/bin/sh', ['-c', command], {
      cwd: project,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let size = 0;
    const end = (why: string) => {
      killGroup(child);
      reject(new Error(why));
    };
    const cancel = clock.after(timeoutMs, () => end(`it gave no answer within ${timeoutMs} ms`));
    const abort = () => end('it was stopped');
    signal.addEventListener('abort', abort, { once: true });
    const keep = (chunks: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutput) end(`it wrote more than ${mostOutput} bytes`);
      else chunks.push(chunk);
    };
    child.stdout?.on('data', keep(stdout));
    child.stderr?.on('data', keep(stderr));
    // one that reads nothing may be gone before all is written
    child.stdin?.end(JSON.stringify(input));
    started.catch((error: unknown) => end((error as Error).message));
    child.once('close', code => {
      cancel();
      signal.removeEventListener('abort', abort);
      killGroup(child); // whatever it has left behind
      const said = { stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') };
      resolve(code === null ? said : { ...said, code });
    });
    if (signal.aborted) abort();
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // it is gone
  }
}
