/**
 * A file that was copied is looked through when it is first opened: a copy of a home that was running may have parts of
 * different times, which SQLite takes for one file.
 */
import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { fault } from '../../../domain/supervision/failure.ts';

/**
 * Throws `invalid` where the file is not the one it was when it was opened last, and its parts do not fit each other. Else
 * it is known from now on.
 */
export function checkCopied(database: Database.Database, file: string): void {
  if (file === ':memory:') return;
  const { ino, birthtimeMs } = statSync(file);
  const place = `${ino} ${birthtimeMs}`;
  const known = database.prepare('SELECT place FROM redo').pluck().get() as string | null;
  if (known === place) return;
  const problem = known === null ? undefined : problemOf(database);
  if (problem !== undefined)
    throw fault(
      'invalid',
      `${file} is a copy whose parts are of different times, as that of a home that was running (${problem}); stop Straylight before you copy its home, or put back a copy from backups/`,
    );
  database.prepare('UPDATE redo SET place = ?').run(place);
}

function problemOf(database: Database.Database): string | undefined {
  const found = database.pragma('integrity_check(1)', { simple: true }) as string;
  if (found !== 'ok') return found.replace(/\s+/g, ' ');
  // an actor, and the last of its steps: two tables that each commit writes together
  const apart = database
    .prepare(
      `SELECT a.address FROM actors a
       WHERE EXISTS (SELECT 1 FROM journal j WHERE j.actor = a.n AND j.seq > a.seq)
          OR EXISTS (SELECT 1 FROM journal j WHERE j.actor = a.n AND j.seq = a.seq AND j.hash <> a.hash)
       LIMIT 1`,
    )
    .pluck()
    .get() as string | undefined;
  return apart === undefined ? undefined : `the state of ${apart} and its journal differ`;
}
