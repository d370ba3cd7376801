/** What commits write: the records of the redo log. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Counts what this process writes at a place of a file, as the redo log alone does; the anchor of the audit is text. */
export function redoBytes(): () => number {
  let bytes = 0;
  const { writeSync } = fs;
  fs.writeSync = ((file: number, content: Uint8Array, ...place: number[]) => {
    const written = writeSync(file, content, ...place);
    if (typeof content !== 'string') bytes += written;
    return written;
  }) as typeof writeSync;
  syncBuiltinESMExports();
  return () => bytes;
}
