/** Files of this computer that are handed over by their paths, to be read at once. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { mostFileBytes } from '../../domain/conversation/files.ts';
import { privateNames } from '../../domain/privacy/private-names.ts';
import { fileType } from './content/file-type.ts';

export interface DroppedFile {
  readonly name: string;
  readonly isPicture: boolean;
  /** At most one byte more than a message may bring along: then it is too large. */
  readonly content: Uint8Array;
}

/**
 * The files of the first reading in which every path is one. Undefined: none is. `isOwn`: the agent reads the file where
 * it lies, so its path stays a path, but for a picture. A private file is never handed over by its path alone.
 */
export function droppedFiles(
  readings: readonly (readonly string[])[],
  isOwn: (path: string) => boolean,
): readonly DroppedFile[] | undefined {
  const names = privateNames();
  const paths = readings.find(all => all.length > 0 && all.every(path => isFile(path) && !names.isPrivate(path)));
  if (!paths) return undefined;
  try {
    const files = paths.map(readAt);
    return files.every(({ isPicture }, at) => isPicture || !isOwn(paths[at] ?? '')) ? files : undefined;
  } catch {
    // it may not be read, or has gone meanwhile: its path is a text like any other
    return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function readAt(path: string): DroppedFile {
  const name = basename(path);
  // a pipe that has taken its place would hold everything up
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const content = Buffer.alloc(Math.min(fstatSync(handle).size, mostFileBytes + 1));
    let at = 0;
    for (let read = 1; read > 0 && at < content.length; at += read)
      read = readSync(handle, content, at, content.length - at, at);
    return { name, isPicture: fileType(content, name).kind === 'image', content: content.subarray(0, at) };
  } finally {
    closeSync(handle);
  }
}
