/**
 * The words of a PDF.
 *
 * A hostile PDF of a few megabytes keeps pdf.js busy for minutes, so each is read in a thread of its own, with a memory limit, which
 * is ended at the deadline.
 */
import { Worker } from 'node:worker_threads';
import { fault } from '../../machines/domain/failure.ts';
import type { Clock } from '../clock.ts';
import type { PageReaders, ReadablePage } from './page-text.ts';

export interface PdfTextOptions {
  readonly clock: Clock;
  /** How long the reading may take; 20 000. */
  readonly timeoutMs?: number;
}

/** Throws `invalid` for a PDF that cannot be read, or not within time and memory. */
export function pdfText({ clock, timeoutMs = 20_000 }: PdfTextOptions): NonNullable<PageReaders['pdf']> {
  return async (bytes, signal) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: bytes,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    let [cancel, onAbort] = [() => {}, () => {}];
    try {
      return await new Promise<ReadablePage>((resolve, reject) => {
        const unreadable = (why: string) => reject(fault('invalid', `the PDF cannot be read: ${why}`));
        cancel = clock.after(timeoutMs, () => unreadable(`it takes more than ${timeoutMs / 1_000} s`));
        onAbort = () => reject(fault('cancelled', 'the reading of the PDF was cancelled'));
        signal.addEventListener('abort', onAbort, { once: true });
        worker.once('message', ({ text, problem }: { text?: string; problem?: string }) =>
          text === undefined ? unreadable(problem ?? 'it is broken') : resolve({ text }),
        );
        worker.once('error', (error: Error & { code?: string }) => unreadable(error.code ?? 'it is broken'));
        worker.once('exit', () => unreadable('the reader ended'));
      });
    } finally {
      cancel();
      signal.removeEventListener('abort', onAbort);
      await worker.terminate();
    }
  };
}
