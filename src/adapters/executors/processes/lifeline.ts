/**
 * A small shell that outlives us for a moment, to end what we started.
 *
 * A process killed by SIGKILL cleans up nothing itself. So every executor keeps one `sh` running whose standard input
 * is a pipe only this process holds: when it closes without a word, the shell kills every command of ours
 * (sandbox/lifeline.sh says how it finds them). One for all commands, so that it costs a command nothing.
 */

import type { SpawnOptions } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../process/child-process.ts';

const script = fileURLToPath(new URL('../../../../sandbox/lifeline.sh', import.meta.url));

export interface Lifeline {
  /**
   * Commands carry `STRAYLIGHT_RUN=<mark>…` in their environment, so that they are found whatever group they moved to.
   */
  readonly mark: string;
  /** A private directory, removed with the lifeline. */
  readonly directory: string;
  /** False once the shell is gone; a new lifeline is needed then. */
  readonly alive: boolean;
  /** Tells the shell of a process group (and session) led by `pid`; call the answer when the group has ended. */
  watch(pid: number): () => void;
  close(): Promise<void>;
}

/** Starts one. `mark` must be unique on this machine. Throws `Fault` (`unavailable`) where there is no `sh`. */
export async function openLifeline(mark: string): Promise<Lifeline> {
  const directory = await mkdtemp(join(tmpdir(), 'straylight-'));
  // A session of its own: a Ctrl-C in our terminal must not reach it. PATH alone: it needs grep, rm and sleep.
  const options: SpawnOptions = {
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  };
  const { child: shell, started } = startChild(
    '/bin/sh',
    [script, mark, directory],
    options,
    'commands cannot be supervised',
  );
  let alive = true;
  const ended = new Promise<void>(resolve => shell.once('exit', () => resolve()));
  void ended.then(() => {
    alive = false;
  });
  await started.catch(async (error: unknown) => {
    await rm(directory, { recursive: true, force: true });
    throw error;
  });
  // Its death shows as EPIPE here; `alive` already says so.
  const input = shell.stdin as Writable;
  // It must not keep this process alive: when we end by ourselves the pipe closes and it follows.
  shell.unref();
  (input as unknown as { unref(): void }).unref();

  return {
    mark,
    directory,
    get alive() {
      return alive;
    },
    watch(pid) {
      input.write(`+ ${pid}\n`);
      return () => void input.write(`- ${pid}\n`);
    },
    async close() {
      if (alive) {
        shell.ref();
        input.end('bye\n');
        await ended;
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}
