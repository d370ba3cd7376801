/**
 * One process holds a home. The lock is the operating system's own, taken through an SQLite file, so it goes with the
 * process however that ends; `run/lock` beside it names the holder for others to read.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { Fault, fault } from '../../domain/supervision/failure.ts';
import { systemFailure } from '../../domain/supervision/system-fault.ts';

export interface HomeLock {
  release(): void;
}

/** The cause of the refusal where another process holds the home. */
export const heldBy = 'home-held';

/** Takes the lock or throws `unavailable`. `lockFile` gets this process's id. */
export function lockHome(lockFile: string): HomeLock {
  mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 });
  const file = `${lockFile}.db`;
  const database = opened(file);
  try {
    chmodSync(file, 0o600);
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw fault(
        'unavailable',
        'another Straylight is using this home; stop it first, or choose another home with --home',
        {
          cause: heldBy,
        },
      );
    throw inWords(error, file);
  }
  writeFileSync(lockFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      rmSync(lockFile, { force: true });
      database.close();
    },
  };
}

function opened(file: string): Database.Database {
  try {
    return new Database(file, { timeout: 0 });
  } catch (error) {
    throw inWords(error, file);
  }
}

function inWords(error: unknown, file: string): unknown {
  const failure = systemFailure(error, file);
  return failure ? new Fault(failure) : error;
}
