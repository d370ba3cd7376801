/**
 * The words of a PDF.
 *
 * A hostile PDF of a few megabytes keeps pdf.js busy for minutes, or unfolds into gigabytes. So each is read in a
 * process of its own that is ended at the deadline, with nothing of our environment. Its memory is limited as a whole,
 * not its heap alone: what a PDF unfolds into lies in buffers beside the heap. Where the system holds no such limit
 * (macOS) the heap's is the only one.
 */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import { type StartedChild, startChild } from '../process/child-process.ts';
import type { PageReaders, ReadablePage } from './page-text.ts';

/** More text than any page limit leaves is no text. */
const mostTextBytes = 32 * 2 ** 20;
const mostCpuSeconds = 60;
/** Node sets so much aside for its code and hardly uses it, but the system counts it. */
const reservedMb = 560;
const program = fileURLToPath(new URL('./pdf-worker.ts', import.meta.url));

/** Throws `invalid` for a PDF that cannot be read, or not within time and memory. */
export function pdfText(options: {
  readonly clock: Clock;
  /** How long the reading may take; 20 000. */
  readonly timeoutMs?: number;
  /** Memory of the reader, all in all; 384. */
  readonly memoryMb?: number;
  /** Hears of each reader. For tests. */
  readonly onReader?: (reader: ChildProcess) => void;
}): NonNullable<PageReaders['pdf']> {
  const { clock, timeoutMs = 20_000, memoryMb = 384, onReader } = options;
  return async (bytes, signal) => {
    signal.throwIfAborted();
    const { child: reader, started } = start(memoryMb);
    onReader?.(reader);
    let [cancel, onAbort] = [() => {}, () => {}];
    try {
      return await new Promise<ReadablePage>((resolve, reject) => {
        const unreadable = (why: string) => reject(fault('invalid', `the PDF cannot be read: ${why}`));
        cancel = clock.after(timeoutMs, () => unreadable(`it takes more than ${timeoutMs / 1_000} s`));
        onAbort = () => reject(fault('cancelled', 'the reading of the PDF was cancelled'));
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
          if (text !== undefined) resolve({ text });
          else unreadable(problem ?? (code === 0 ? 'it is broken' : `it takes more than ${memoryMb} MB of memory`));
        });
        // a reader that ends early does not take all of it, and says why by its end
        reader.stdin?.end(bytes);
      });
    } finally {
      cancel();
      signal.removeEventListener('abort', onAbort);
      reader.kill('SIGKILL');
    }
  };
}

/** The shell lays the limits on itself and becomes Node; one that cannot be set is one that is lower already. */
function start(memoryMb: number): StartedChild {
  const limits = `{ ulimit -c 0; ulimit -d ${(reservedMb + memoryMb) * 1_024}; ulimit -t ${mostCpuSeconds}; } 2>/dev/null; exec "$@"`;
  const node = [
    process.execPath,
    `--max-old-space-size=${memoryMb / 2}`,
    '--disable-warning=ExperimentalWarning',
    program,
  ];
  const options: SpawnOptions = { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] };
  return startChild(
    '/bin/sh',
    ['-c', limits, 'sh', ...node],
    options,
    'the PDF cannot be read, since its reader did not start',
  );
}

function answerIn(line: Buffer): { readonly text?: string; readonly problem?: string } {
  try {
    return JSON.parse(line.toString('utf8')) as { text?: string; problem?: string };
  } catch {
    return {};
  }
}
