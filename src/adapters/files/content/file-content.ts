/** What an open file is, and its content piece by piece. */
import type { OpenFile } from '../../../ports/files/confined.ts';
import { type FileType, fileType, headBytes } from './file-type.ts';

const pieceBytes = 65_536;

export async function typeOf({ handle, name }: Pick<OpenFile, 'handle' | 'name'>): Promise<FileType> {
  const head = Buffer.alloc(headBytes);
  const { bytesRead } = await handle.read(head, 0, headBytes, 0);
  return fileType(head.subarray(0, bytesRead), name);
}

/** Nothing is read before it is asked for, and no more than there was when it was opened. */
export async function* contentOf(
  { handle, stats: { size } }: Pick<OpenFile, 'handle' | 'stats'>,
  alive?: () => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const room = Math.min(pieceBytes, size - at);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(room), 0, room, at);
    if (bytesRead === 0) return;
    alive?.();
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
