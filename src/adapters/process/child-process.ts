/**
 * The only place that starts another program and keeps its streams: an error of a child process never ends this one.
 *
 * An `error` event that nobody listens to does. So a child from here is one whose own errors, and those
 * of all its streams, are heard from its first moment on; that a stream broke shows by its end.
 */

import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { type Part, says } from '../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import { systemFailure } from '../../domain/supervision/system-fault.ts';

export interface StartedChild {
  readonly child: ChildProcess;
  /**
   * Resolves once it runs; rejects with a `Fault` (`unavailable`) where it could not be started. Its streams may be
   * used after that.
   */
  readonly started: Promise<void>;
}

/**
 * Starts it. `what` could not be done where it does not start, as the beginning of a sentence. Throws a `Fault` as
 * `started` rejects.
 */
export function startChild(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
  what: Part = says`${file} could not be started`,
): StartedChild {
  let child: ChildProcess;
  try {
    // loaded with the first child: a start that needs none is faster by it
    const { spawn } = process.getBuiltinModule('node:child_process');
    child = spawn(file, args, options);
  } catch (error) {
    throw notStarted(what, file, error);
  }
  const started = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.on('error', error => reject(notStarted(what, file, error)));
  });
  started.catch(() => {});
  // without a file handle left there is no child, and there are no streams either
  for (const stream of (child.stdio as ChildProcess['stdio'] | undefined) ?? []) stream?.on('error', () => {});
  return { child, started };
}

function notStarted(what: Part, file: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  const why = systemFailure(error)?.said ?? says`${file} gave ${code ?? toFailure(error).message}`;
  return fault('unavailable', says`${what}: ${why}`, { cause: code ?? toFailure(error).message });
}
