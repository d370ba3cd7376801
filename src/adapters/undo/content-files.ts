/**
 * One kept content as a file: packed by zstd where that saves an eighth, sealed, written and read whole or piece by
 * piece.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type ContentSeal, endBytes, startBytes } from './content-seal.ts';

/** What a content has become on the disk. */
export interface WrittenContent {
  readonly bytes: number;
  readonly isPacked: boolean;
}

/** Above this a file is taken piece by piece and not packed. */
export const wholeBytes = 16 * 2 ** 20;
const pieceBytes = 2 ** 20;
const leastPacked = 128;

/** Writes a content to a new file. */
export function writeWhole(path: string, content: Buffer, seal: ContentSeal): WrittenContent {
  const packed =
    content.length < leastPacked
      ? content
      : zstdCompressSync(content, { params: { [zlib.ZSTD_c_compressionLevel]: 1 } });
  const isPacked = packed.length < content.length * (7 / 8);
  const bytes = seal.seal(isPacked ? packed : content);
  withFile(path, 'wx', out => writeAll(out, bytes));
  return { bytes: bytes.length, isPacked };
}

/** Writes what an open file holds to a new file, `most` bytes of it however the file grows; answers its name too. */
export function writePieces(
  path: string,
  fd: number,
  most: number,
  seal: ContentSeal,
): WrittenContent & { readonly object: string } {
  const sealing = seal.sealing();
  const naming = seal.naming();
  let bytes = startBytes + endBytes;
  withFile(path, 'wx', out => {
    writeAll(out, sealing.start);
    eachPiece(fd, 0, most, piece => {
      bytes += piece.length;
      naming.update(piece);
      writeAll(out, sealing.update(piece));
    });
    writeAll(out, sealing.end());
  });
  return { bytes, isPacked: false, object: naming.name() };
}

/** The whole content. Throws where it is damaged. */
export function readContent(path: string, object: string, isPacked: boolean, seal: ContentSeal): Buffer {
  const opened = seal.open(readFileSync(path));
  const content = isPacked ? zstdDecompressSync(opened, { maxOutputLength: wholeBytes }) : opened;
  if (seal.nameOf(content) !== object) throw damaged(object);
  return content;
}

/** Writes a content that is not packed to an open file. Throws where it is damaged. */
export function copyPieces(path: string, object: string, seal: ContentSeal, to: number): void {
  withFile(path, 'r', from => {
    const { size } = fstatSync(from);
    if (size < startBytes + endBytes) throw damaged(object);
    const [start, end] = [Buffer.alloc(startBytes), Buffer.alloc(endBytes)];
    readSync(from, start, 0, startBytes, 0);
    readSync(from, end, 0, endBytes, size - endBytes);
    const opening = seal.opening(start, end);
    const naming = seal.naming();
    eachPiece(from, startBytes, size - endBytes, piece => {
      const content = opening.update(piece);
      naming.update(content);
      writeAll(to, content);
    });
    opening.end();
    if (naming.name() !== object) throw damaged(object);
  });
}

/** What an open file of about this size holds. */
export function readOpen(fd: number, size: number): Buffer {
  const content = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const read = readSync(fd, content, at, size - at, at);
    if (read === 0) break;
    at += read;
  }
  return content.subarray(0, at);
}

/** Writes all of it to an open file. */
export function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

function eachPiece(fd: number, from: number, to: number, take: (piece: Buffer) => void): void {
  const room = Buffer.allocUnsafe(pieceBytes);
  for (let at = from; at < to; ) {
    const read = readSync(fd, room, 0, Math.min(pieceBytes, to - at), at);
    if (read === 0) return;
    take(room.subarray(0, read));
    at += read;
  }
}

function withFile(path: string, flags: 'r' | 'wx', work: (fd: number) => void): void {
  const fd = openSync(path, flags, 0o600);
  try {
    work(fd);
  } finally {
    closeSync(fd);
  }
}

function damaged(object: string): Error {
  return new Error(`the kept content ${object.slice(0, 12)} is damaged`);
}
