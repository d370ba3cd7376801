/** The database as its last commit left it, for a reader beside the process that writes it, or after one that died. */
import Database from 'better-sqlite3';
import { withOwnFunctions } from '../own-functions.ts';
import { redoFile, redoLogFile } from './redo-log.ts';
import { saltOf } from './salt.ts';
import { foldRedo } from './write-behind.ts';

/** A larger database is read as its tables were written last, which is a second ago at most. */
const mostBytes = 512 * 2 ** 20;

/**
 * Opens the file for reading alone. What its tables lack is folded from the redo log over a copy in memory; the files
 * stay as they are. Throws what SQLite says.
 */
export function openLastCommit(file: string): Database.Database {
  const log = redoLogFile(redoFile(file), false);
  for (;;) {
    const tables = withOwnFunctions(new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 }));
    const salt = saltOf(tables);
    const isKnown = salt === '' || sizeOf(tables) > mostBytes;
    try {
      // with nothing in the log and the tables not written meanwhile, they are all there is
      if (isKnown || (log.read(salt).length === 0 && saltOf(tables) === salt)) return tables;
      const copy = inMemory(tables);
      if (foldRedo(copy, log) > 0) {
        tables.close();
        return copy;
      }
      copy.close(); // the log has gone on from other tables
    } catch (error) {
      // what looks like damage may be a log that was begun again while it was read
      if (saltOf(tables) === salt) {
        tables.close();
        throw error;
      }
    }
    tables.close();
  }
}

function sizeOf(tables: Database.Database): number {
  return Number(tables.pragma('page_count', { simple: true })) * Number(tables.pragma('page_size', { simple: true }));
}

function inMemory(tables: Database.Database): Database.Database {
  const image = tables.serialize();
  image.fill(1, 18, 20); // what lies in memory has no write-ahead log
  return withOwnFunctions(new Database(image));
}
