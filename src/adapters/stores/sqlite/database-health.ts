/** A look at the SQLite file that changes nothing in it: may this program open it, and is it whole? */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { DatabaseHealth } from '../../../domain/supervision/database-health.ts';
import { toFailure } from '../../../domain/supervision/failure.ts';
import { migrations } from './database.ts';
import { redoFile, redoLogFile } from './redo/redo-log.ts';
import { saltOf } from './redo/salt.ts';

/**
 * Opens the file for reading alone, beside an agent that may be using it, and reads it through where it has at most
 * `checkedBytes`. Makes no database and no table; of a closed one SQLite leaves an empty log beside it, which the next
 * that opens it takes away. Throws what SQLite says where that is not about the contents of the file.
 */
export function databaseHealth(file: string, checkedBytes: number): DatabaseHealth {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined) return { state: 'none' };
  if (!facts.isFile()) return { state: 'damaged', problem: 'it is no file' };
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 });
    const applied = appliedTo(database);
    const known = migrations();
    const [schema, newest] = [last(applied), last(known)];
    const isChecked = facts.size <= checkedBytes;
    const answer = isChecked ? database.pragma('quick_check(1)', { simple: true }) : 'ok';
    if (answer !== 'ok') return { state: 'damaged', problem: String(answer).replace(/^\*\*\*.*\n/, '') };
    const problem = problemOfLog(database, file);
    if (problem !== undefined) return { state: 'damaged', problem };
    if (schema > newest) return { state: 'newer', schema, newest };
    const changed = known.find(({ number, checksum }) =>
      applied.some(row => row.number === number && row.checksum !== checksum),
    );
    if (changed) return { state: 'changed', migration: changed.name };
    return { state: 'sound', schema, newest, bytes: facts.size, isChecked };
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT)/.test(error.code))
      return { state: 'damaged', problem: error.message };
    throw error;
  } finally {
    database?.close();
  }
}

/** What is wrong with the redo log beside the file. An agent that is running may begin it again meanwhile. */
function problemOfLog(database: Database.Database, file: string): string | undefined {
  for (;;) {
    const salt = saltOf(database);
    try {
      redoLogFile(redoFile(file), true).read(salt);
      return undefined;
    } catch (error) {
      if (saltOf(database) === salt) return toFailure(error).message;
    }
  }
}

interface Applied {
  readonly number: number;
  readonly checksum: string;
}

function last(rows: readonly { readonly number: number }[]): number {
  return Math.max(0, ...rows.map(({ number }) => number));
}

/** None where the file is empty still. */
function appliedTo(database: Database.Database): readonly Applied[] {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'").get();
  return isThere === undefined ? [] : database.prepare<[], Applied>('SELECT number, checksum FROM migrations').all();
}
