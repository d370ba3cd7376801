/** A copy of the whole database beside it: whole under its name, or not there. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SqliteDatabase } from './database.ts';

/**
 * Writes the copy as a draft, forces it to the disk and gives it its name. A killed process leaves `….part`, which the
 * next start removes.
 */
export function copyDatabase(database: SqliteDatabase, path: string): void {
  const draft = `${path}.part`;
  rmSync(draft, { force: true });
  database.exec(`VACUUM INTO '${draft.replaceAll("'", "''")}'`);
  forced(draft);
  renameSync(draft, path);
  forced(dirname(path));
}

function forced(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
