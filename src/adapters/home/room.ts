/**
 * Can anything be kept in this home? Asked before it is opened, since a store that cannot be written fails later and
 * says less.
 */
import { accessSync, constants, statfsSync } from 'node:fs';
import { fault } from '../../domain/supervision/failure.ts';

/** A new database with its log takes half a megabyte; the first turns take the rest. */
const leastBytes = 4 * 2 ** 20;

/** Throws a `Fault` that names what is missing where the folder cannot be written, or its disk is as good as full. */
export function needRoom(home: string): void {
  accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  if (free < leastBytes)
    throw fault(
      'unavailable',
      `expected at least 4 MB of free disk space at ${home}, found ${(free / 2 ** 20).toFixed(1)} MB; free some space, or choose another home with --home`,
      { cause: 'ENOSPC' },
    );
}
