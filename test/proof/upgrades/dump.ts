/**
 * A database as text: what a program of its time has left in its file, to be read by people and opened by programs to
 * come.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { withOwnFunctions } from '../../../src/adapters/stores/sqlite/own-functions.ts';
import { redoFile } from '../../../src/adapters/stores/sqlite/redo/redo-log.ts';

const anchorMark = '-- audit.anchor ';
const redoMark = '-- redo ';

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/**
 * The whole file as SQL: tables, rows sorted as text, then indexes and triggers. `anchor`: what lay beside it, kept in
 * a comment, as the redo log is, which holds the commits that these tables lack.
 */
export function dumped(file: string, anchor: string): string {
  const database = new Database(file, { readonly: true });
  try {
    const schema = database
      .prepare(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
      )
      .all() as SchemaRow[];
    const search = schema.filter(isSearch).map(({ name }) => name);
    const own = schema.filter(({ name }) => !search.some(table => name.startsWith(`${table}_`)));
    const tables = own.filter(({ type }) => type === 'table');
    const rowsOf = (name: string) => {
      const table = database.prepare(`SELECT * FROM "${name}"`);
      const columns = table.columns().map(({ name: column }) => `"${column}"`);
      return (table.raw().all() as unknown[][])
        .map(row => `INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${row.map(literal).join(', ')});`)
        .toSorted();
    };
    const counted = tables.some(({ sql }) => /AUTOINCREMENT/.test(sql));
    return [
      ...anchor.split('\n').flatMap(line => (line.trim() === '' ? [] : [`${anchorMark}${line.trim()}`])),
      ...(existsSync(redoFile(file)) ? redoLines(readFileSync(redoFile(file))) : []),
      ...tables.map(({ sql }) => `${sql};`),
      ...tables.filter(table => !isSearch(table)).flatMap(({ name }) => rowsOf(name)),
      ...(counted ? ['DELETE FROM sqlite_sequence;', ...rowsOf('sqlite_sequence')] : []),
      // an index may be over a view
      ...own.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
      ...search.map(name => `INSERT INTO "${name}" ("${name}") VALUES ('rebuild');`),
      '',
    ].join('\n');
  } finally {
    database.close();
  }
}

/** What lay beside it: the newest signed head of the audit chain. Empty where there was none. */
export function anchorIn(sql: string): string {
  const lines = sql.split('\n').filter(line => line.startsWith(anchorMark));
  return lines.map(line => `${line.slice(anchorMark.length).padEnd(511)}\n`).join('');
}

/** The file that was dumped, written anew, with its redo log. */
export function restored(sql: string, file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const redo = sql.split('\n').filter(line => line.startsWith(redoMark));
  if (redo.length > 0) {
    const text = redo.map(line => line.slice(redoMark.length)).join('');
    writeFileSync(redoFile(file), gunzipSync(Buffer.from(text, 'base64')), { mode: 0o600 });
  }
  const database = new Database(file);
  try {
    // what its indexes and triggers call
    withOwnFunctions(database);
    database.pragma('journal_mode = WAL');
    database.transaction(() => database.exec(sql))();
  } finally {
    database.close();
  }
}

function redoLines(log: Buffer): readonly string[] {
  const lines =
    gzipSync(log)
      .toString('base64')
      .match(/.{1,110}/g) ?? [];
  return lines.map(line => `${redoMark}${line}`);
}

function isSearch({ sql }: SchemaRow): boolean {
  return /^CREATE VIRTUAL TABLE/i.test(sql);
}

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`a column holds ${typeof value}, which no table of ours does`);
}
