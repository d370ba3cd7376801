/**
 * What reads a file of others: a process of its own that is ended at its deadline, with nothing of our environment.
 *
 * Its memory is limited as a whole, not its heap alone: what a file unfolds into lies in buffers beside the heap. Where
 * the system holds no such limit (macOS) the heap's is the only one. It may read this program and nothing else of the
 * disk, start nothing and write nothing.
 */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import { type StartedChild, startChild } from '../process/child-process.ts';

/** More text than any page limit leaves is no text. */
const mostTextBytes = 32 * 2 ** 20;
const mostCpuSeconds = 60;
/** Node sets so much aside for its code and hardly uses it, but the system counts it. */
const reservedMb = 560;

export interface ReaderLimits {
  readonly clock: Clock;
  /** How long the reading may take; 20 000. */
  readonly timeoutMs?: number;
  /** Memory of the reader, all in all; 384. */
  readonly memoryMb?: number;
  /** Hears of each reader. For tests. */
  readonly onReader?: (reader: ChildProcess) => void;
}

/** What a program answered in one line of JSON, `{ text }` or `{ problem }`; throws `invalid` where it did not. */
export async function readInChild(
  { program, what, input }: { readonly program: string; readonly what: string; readonly input: readonly Uint8Array[] },
  { clock, timeoutMs = 20_000, memoryMb = 384, onReader }: ReaderLimits,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const { child: reader, started } = start(program, what, memoryMb);
  onReader?.(reader);
  let [cancel, onAbort] = [() => {}, () => {}];
  try {
    return await new Promise<string>((resolve, reject) => {
      const unreadable = (why: string) => reject(fault('invalid', `${what} cannot be read: ${why}`));
      cancel = clock.after(timeoutMs, () => unreadable(`it takes more than ${timeoutMs / 1_000} s`));
      onAbort = () => reject(fault('cancelled', `the reading of ${what} was cancelled`));
      signal.addEventListener('abort', onAbort, { once: true });
      const said: Buffer[] = [];
      let length = 0;
      reader.stdout?.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > mostTextBytes) unreadable(`it holds more than ${mostTextBytes / 2 ** 20} MB of text`);
        else said.push(chunk);
      });
      started.catch(reject);
      reader.once('close', code => {
        const { text, problem } = answerIn(Buffer.concat(said));
        if (text !== undefined) resolve(text);
        else unreadable(problem ?? (code === 0 ? 'it is broken' : `it takes more than ${memoryMb} MB of memory`));
      });
      // a reader that ends early does not take all of it, and says why by its end
      for (const piece of input) reader.stdin?.write(piece);
      reader.stdin?.end();
    });
  } finally {
    cancel();
    signal.removeEventListener('abort', onAbort);
    reader.kill('SIGKILL');
  }
}

/** This program and its packages, which lie beside it or around it. */
const ownFolders = [
  fileURLToPath(new URL('../../..', import.meta.url)),
  fileURLToPath(import.meta.resolve('unpdf')).replace(/[\\/]unpdf[\\/].*$/, ''),
];

/** The shell lays the limits on itself and becomes Node; one that cannot be set is one that is lower already. */
function start(program: string, what: string, memoryMb: number): StartedChild {
  const limits = `{ ulimit -c 0; ulimit -d ${(reservedMb + memoryMb) * 1_024}; ulimit -t ${mostCpuSeconds}; } 2>/dev/null; exec "$@"`;
  const node = [
    process.execPath,
    `--max-old-space-size=${memoryMb / 2}`,
    '--permission',
    ...ownFolders.map(folder => `--allow-fs-read=${folder}`),
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    program,
  ];
  const options: SpawnOptions = { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] };
  return startChild(
    '/bin/sh',
    ['-c', limits, 'sh', ...node],
    options,
    `${what} cannot be read, since its reader did not start`,
  );
}

function answerIn(line: Buffer): { readonly text?: string; readonly problem?: string } {
  try {
    return JSON.parse(line.toString('utf8')) as { text?: string; problem?: string };
  } catch {
    return {};
  }
}
