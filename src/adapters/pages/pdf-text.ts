/** The words of a PDF: a hostile one of a few megabytes keeps pdf.js busy for minutes, or unfolds into gigabytes. */
import { fileURLToPath } from 'node:url';
import { type ReaderLimits, readInChild } from './bounded-child.ts';
import type { PageReaders } from './page-text.ts';

const program = fileURLToPath(new URL('./pdf-worker.ts', import.meta.url));

/** Throws `invalid` for a PDF that cannot be read, or not within time and memory. */
export function pdfText(limits: ReaderLimits): NonNullable<PageReaders['pdf']> {
  return async (bytes, signal) => ({
    text: await readInChild({ program, what: 'the PDF', input: [bytes] }, limits, signal),
  });
}
