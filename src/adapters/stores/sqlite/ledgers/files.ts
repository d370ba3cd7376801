/** Files the agent wrote in a conversation that was trusted, by path and content. */
import type { FileLedger } from '../../../../ports/ledgers/file.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link FileLedger} over one open database that has migration 010. */
export function sqliteFileLedger(database: SqliteDatabase): FileLedger {
  const of = database.prepare('SELECT hash, taint FROM written_files WHERE path = ?');
  const note = database.prepare(
    'INSERT OR REPLACE INTO written_files (path, hash, taint, at) VALUES (@path, @hash, @taint, @at)',
  );
  return { of: path => of.get(path) as ReturnType<FileLedger['of']>, note: row => void note.run(row) };
}
