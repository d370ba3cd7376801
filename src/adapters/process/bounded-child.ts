/** A program of the owner that gives an answer: within its time, within its bytes, and nothing of it left behind. */
import type { ChildProcess } from 'node:child_process';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';

export interface BoundedChild {
  readonly clock: Pick<Clock, 'after'>;
  readonly timeoutMs: number;
  /** Bytes of both streams together; more end it. */
  readonly mostOutput: number;
  readonly signal: AbortSignal;
}

export interface ChildEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Null: a signal ended it. */
  readonly code: number | null;
}

/**
 * Waits for the end of a child that leads a process group of its own (`detached`), and ends that group. Rejects with an
 * `Error` where it gave no answer in time, wrote too much, was stopped, or could not be started.
 */
export function endOf(
  { child, started }: { readonly child: ChildProcess; readonly started: Promise<unknown> },
  { clock, timeoutMs, mostOutput, signal }: BoundedChild,
): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
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
    started.catch((error: unknown) => {
      cancel();
      end(toFailure(error).message);
    });
    child.once('close', code => {
      cancel();
      signal.removeEventListener('abort', abort);
      killGroup(child); // whatever it has left behind
      resolve({ stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8'), code });
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
