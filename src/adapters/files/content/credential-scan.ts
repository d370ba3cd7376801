/**
 * Which kinds of credentials a text file holds: read in pieces that overlap, so that none is cut in two, and others
 * have their turn between.
 */

import { setImmediate } from 'node:timers/promises';
import type { Redactor } from '../../../domain/secrets/redaction.ts';
import { utf16Of } from '../../../domain/text/writing/byte-order.ts';
import { fileType, headBytes } from './file-type.ts';

/** So much of a file is looked through, from its beginning. */
const mostScannedBytes = 8 * 2 ** 20;

const pieceBytes = 2 ** 16;
/** No key in PEM is longer. */
const overlap = 2 ** 14;

/** The kinds in order of their first place, each once; none for what is no text. */
export async function credentialsIn(
  content: AsyncIterable<Uint8Array>,
  name: string,
  redactor: Pick<Redactor, 'find'>,
): Promise<readonly string[]> {
  const kinds = new Set<string>();
  let decoder: TextDecoder | undefined;
  let text = '';
  let scanned = 0;
  for await (const piece of content) {
    decoder ??= decoderFor(piece, name);
    if (decoder === undefined) return [];
    text = text.slice(-overlap) + decoder.decode(piece, { stream: true });
    for (const { type } of redactor.find(text)) kinds.add(type);
    scanned += piece.length;
    if (scanned >= mostScannedBytes) break;
    await setImmediate();
  }
  return [...kinds];
}

/** Bytes in memory, as a file is read. */
export async function* inPieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

function decoderFor(first: Uint8Array, name: string): TextDecoder | undefined {
  const marked = utf16Of(first);
  if (marked) return new TextDecoder(marked);
  return fileType(first.subarray(0, headBytes), name).kind === 'text' ? new TextDecoder() : undefined;
}
