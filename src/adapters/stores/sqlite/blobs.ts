/** The table `blobs`: long texts by their hashes, until no row names them any more. */
import type { BlobStore } from '../../../ports/store.ts';
import type { SqliteDatabase } from './database.ts';

/** How a row names a text, also within JSON that is itself a string of JSON. */
const named = /blob\\*":\s*\\*"([0-9a-f]{64})/g;

export function blobTable(database: SqliteDatabase): BlobStore {
  const insert = database.prepare('INSERT OR IGNORE INTO blobs (hash, body, at) VALUES (?, ?, ?)');
  const one = database.prepare<[string], { readonly body: string }>('SELECT body FROM blobs WHERE hash = ?');
  return {
    putBlob: (hash, body, at) => void insert.run(hash, body, at),
    blob: hash => one.get(hash)?.body,
    pruneBlobs: (before, among) => pruneBlobs(database, before, among),
  };
}

/**
 * Every text column of every table is looked through, so a table that comes later cannot be forgotten. It is one
 * transaction on one thread: nothing can begin to name a text between the look and the removal, and a process that dies
 * in between has removed nothing.
 */
function pruneBlobs(database: SqliteDatabase, before: number, among?: readonly string[]): number {
  return database.transaction(() => {
    const old = database.prepare('SELECT hash FROM blobs WHERE at < ?').pluck().all(before) as string[];
    const unnamed = among ? new Set(old).intersection(new Set(among)) : new Set(old);
    for (const { table, columns } of textColumns(database)) {
      if (unnamed.size === 0) return 0;
      forgetNamed(database, table, columns, unnamed);
    }
    const remove = database.prepare('DELETE FROM blobs WHERE hash = ?');
    for (const hash of unnamed) remove.run(hash);
    return unnamed.size;
  })();
}

/** Takes out of `unnamed` what the rows of a table name. */
function forgetNamed(database: SqliteDatabase, table: string, columns: readonly string[], unnamed: Set<string>): void {
  const fits = columns.map(column => `instr("${column}", 'blob') > 0`).join(' OR ');
  const rows = database.prepare(
    `SELECT ${columns.map(column => `"${column}"`).join(', ')} FROM "${table}" WHERE ${fits}`,
  );
  for (const row of rows.raw().iterate() as Iterable<unknown[]>)
    for (const value of row)
      if (typeof value === 'string') for (const [, hash = ''] of value.matchAll(named)) unnamed.delete(hash);
}

function textColumns(
  database: SqliteDatabase,
): readonly { readonly table: string; readonly columns: readonly string[] }[] {
  const rows = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list t, pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name <> 'blobs' AND c.type NOT IN ('INTEGER', 'REAL')`,
    )
    .all() as { readonly table: string; readonly column: string }[];
  const columns = Map.groupBy(rows, ({ table }) => table);
  return [...columns].map(([table, of]) => ({ table, columns: of.map(({ column }) => column) }));
}
