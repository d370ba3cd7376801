/** Word and Excel files, tables and JSON: their text, and what a query finds in them; each read in a process of its own. */
import { fileURLToPath } from 'node:url';
import type { DocumentKind } from '../files/content/file-type.ts';
import { type ReaderLimits, readInChild } from './bounded-child.ts';

/** `query`: a JMESPath expression over its rows; without it, its text. Throws `invalid` where it cannot be read. */
export type ReadDocument = (
  kind: DocumentKind,
  bytes: Uint8Array,
  signal: AbortSignal,
  query?: string,
) => Promise<string>;

const program = fileURLToPath(new URL('./document-worker.ts', import.meta.url));

export function documentText(limits: ReaderLimits): ReadDocument {
  return (kind, bytes, signal, query) => {
    const head = Buffer.from(`${JSON.stringify({ kind, query })}\n`);
    return readInChild({ program, what: 'the file', input: [head, bytes] }, limits, signal);
  };
}
