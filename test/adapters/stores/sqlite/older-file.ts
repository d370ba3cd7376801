/** A database as an earlier program left it. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { migrations, type SqliteDatabase } from '../../../../src/adapters/stores/sqlite/database.ts';
import { withOwnFunctions } from '../../../../src/adapters/stores/sqlite/own-functions.ts';

/** Writes a file with the first `count` migrations; `fill` puts rows into it. */
export function olderFile(file: string, count: number, fill: (database: SqliteDatabase) => void = () => {}): void {
  mkdirSync(dirname(file), { recursive: true });
  const database = withOwnFunctions(new Database(file));
  database.exec(
    'CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, at INTEGER NOT NULL) STRICT',
  );
  for (const { number, name, checksum, sql } of migrations().slice(0, count)) {
    database.exec(sql);
    database.prepare('INSERT INTO migrations VALUES (?, ?, ?, 77)').run(number, name, checksum);
  }
  fill(database);
  database.close();
}
