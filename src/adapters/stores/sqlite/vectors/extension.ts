/** A database in memory that can compare vectors: SQLite with sqlite-vec. Throws where there is no such extension for this machine. */
import Database from 'better-sqlite3';
import { load } from 'sqlite-vec';

export function vectorDatabase(): Database.Database {
  const database = new Database(':memory:');
  try {
    load(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Its version, as "v0.1.9". */
export function vectorExtension(): string {
  const database = vectorDatabase();
  try {
    return database.prepare<[], string>('SELECT vec_version()').pluck().get() ?? '';
  } finally {
    database.close();
  }
}
