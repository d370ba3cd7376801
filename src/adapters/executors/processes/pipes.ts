/**
 * Real pipes for a command's output.
 *
 * Node connects children by sockets, and a socket cannot be opened by name: `echo oops > /dev/stderr`,
 * `tee /dev/stdout` and `curl -o /dev/stdout` would all fail with "No such device or address". So the commands write
 * into FIFOs, made once for each command that runs at the same time and used again.
 */
import { closeSync, constants, openSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { fault } from '../../../domain/supervision/failure.ts';

export interface OutputPipe {
  /** Our end. It ends when the last writer is gone. */
  readonly reader: Socket;
  /** The command's end; to be closed here once the command has started. */
  readonly writer: number;
}

export interface OutputPipes {
  readonly stdout: OutputPipe;
  readonly stderr: OutputPipe;
  /** Gives the pair back. `clean`: both readers came to their end, so nobody can still write into it. */
  free(clean: boolean): void;
}

/** Pairs of pipes, their names in `directory`. Throws `Fault` (`unavailable`) where none can be made. */
export function pipePool(directory: string): { take(): Promise<OutputPipes> } {
  const free: string[] = [];
  let made = 0;

  async function make(): Promise<string> {
    const name = join(directory, String(made++));
    try {
      // not by an import, which reads all names of `node:util`
      const { promisify } = process.getBuiltinModule('node:util');
      const { execFile } = process.getBuiltinModule('node:child_process');
      await promisify(execFile)('/usr/bin/env', ['mkfifo', '-m', '600', `${name}.out`, `${name}.err`], {
        env: { PATH: '/usr/bin:/bin' },
      });
    } catch (error) {
      throw fault('unavailable', `no pipes for a command's output could be made in ${directory}: is there room?`, {
        cause: error instanceof Error ? error.message : String(error),
      });
    }
    return name;
  }

  return {
    async take() {
      const name = free.pop() ?? (await make());
      const stdout = open(`${name}.out`);
      let stderr: OutputPipe;
      try {
        stderr = open(`${name}.err`);
      } catch (error) {
        stdout.reader.destroy();
        closeSync(stdout.writer);
        free.push(name);
        throw error;
      }
      return {
        stdout,
        stderr,
        free: clean => {
          if (clean) free.push(name);
        },
      };
    },
  };
}

/**
 * A file of that text, open for reading, that has no name any more: unlike a socket it can be opened again as
 * /dev/stdin.
 */
export async function textAsFile(text: string, directory: string, name: string): Promise<number> {
  const path = join(directory, name);
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    return openSync(path, 'r');
  } finally {
    await rm(path, { force: true });
  }
}

/** The reader first and without blocking, else opening either end would wait for the other. */
function open(path: string): OutputPipe {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const writer = openSync(path, constants.O_WRONLY);
    return { reader: new Socket({ fd, readable: true, writable: false }), writer };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
