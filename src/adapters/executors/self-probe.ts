/**
 * The walls of an executor, tried from the inside before it is used (sandbox/probe.sh).
 *
 * What holds is not taken on trust: the probe attempts what no command may be able to do, and one success is enough for
 * the executor not to be used.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Executor } from '../../ports/executor.ts';
import { startOf } from './processes/survivors.ts';

/** One side of the sandbox; `probe` stands for a probe that did not come to its end. */
export type Wall =
  | 'network'
  | 'names'
  | 'files'
  | 'folders'
  | 'writes'
  | 'engine'
  | 'environment'
  | 'rights'
  | 'filter'
  | 'processes'
  | 'runner'
  | 'kernel'
  | 'devices'
  | 'probe';

export interface FailedWall {
  readonly wall: Wall;
  /** What was possible, in a few words. */
  readonly detail: string;
}

const script = fileURLToPath(new URL('../../../sandbox/probe.sh', import.meta.url));

/** Runs it. Empty: every wall holds. Never throws. */
export async function selfProbe(
  executor: Executor,
  {
    hidden,
    writable,
  }: {
    /** Paths of this machine that must not be seen from inside: database, secrets, settings. */
    readonly hidden: readonly string[];
    /**
     * Where a command may write, as the sandbox sees it. Whatever else is mounted writable is a wall that does not hold.
     */
    readonly writable: readonly string[];
  },
): Promise<readonly FailedWall[]> {
  let received = 0;
  const listener = createServer(socket => {
    received += 1;
    socket.destroy();
  });
  listener.on('error', () => {});
  try {
    const port = await listening(listener);
    const start = `${process.pid} ${startOf(process.pid)}`;
    const text = await readFile(script, 'utf8');
    const { stdout, stderr, ended } = await executor.execute({
      command: 'self-probe',
      argv: ['/bin/sh', '-c', text, 'probe', String(port), start, writable.join(' '), ...hidden],
      timeoutMs: 20_000,
      signal: new AbortController().signal,
    });
    const lines = stdout.trim().split('\n');
    const found = lines.slice(0, -1).map(failedWall);
    if (lines.at(-1) !== 'done')
      found.push({
        wall: 'probe',
        detail: ended ? 'it did not end in time' : stderr.trim().split('\n')[0] || 'it did not come to its end',
      });
    if (received > 0 && !found.some(({ wall }) => wall === 'network'))
      found.push({ wall: 'network', detail: 'a connection came out of it' });
    return found;
  } catch (error) {
    return [{ wall: 'probe', detail: toFailure(error).message }];
  } finally {
    listener.close();
  }
}

/** `network (there is a route over eth0)`, one after the other, each wall once. */
export function namedWalls(failed: readonly FailedWall[]): string {
  const first = failed.filter(({ wall }, index) => failed.findIndex(other => other.wall === wall) === index);
  return first.map(({ wall, detail }) => (wall === 'probe' ? detail : `${wall} (${detail})`)).join(', ');
}

function failedWall(line: string): FailedWall {
  const [wall = '', ...words] = line.split(' ');
  return { wall: wall as Wall, detail: words.join(' ').slice(0, 200) };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
