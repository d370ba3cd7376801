/** Every text column of every table, without what is forgotten; so a table that comes later cannot be left out. */
import type { Traces } from '../../../../../domain/memory/forgetting.ts';
import type { SqliteDatabase } from '../../database.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  /** Its place in the primary key, from 1; 0: it is not in it. */
  readonly pk: number;
  readonly isRowless: 0 | 1;
}

/**
 * Looked through elsewhere (memories, messages, the states of actors), made of what was not said (the audit chain, keys),
 * or the words to look for themselves.
 */
const leftOut: ReadonlySet<string> = new Set([
  ...['memories', 'memory_changes', 'messages', 'actors', 'audit', 'accepted', 'migrations', 'redo', 'forgettings'],
  ...['boots', 'commands', 'turn_keys', 'trusted_domains', 'written_files'],
]);

export function blankColumns(
  database: SqliteDatabase,
  traces: Traces,
): { readonly steps: number; readonly rows: number; readonly isUnderWay: boolean } {
  let [steps, rows] = [0, 0];
  let isUnderWay = false;
  for (const [table, columns] of tables(database)) {
    const changed = blankTable(database, table, columns, traces);
    if (table === 'journal' || table === 'snapshots') steps += table === 'journal' ? changed.length : 0;
    else rows += changed.length;
    if (table === 'inbox' || (table === 'effects' && changed.some(isRunning))) isUnderWay ||= changed.length > 0;
  }
  return { steps, rows, isUnderWay };
}

/** The rows that had something, as they were. */
type Changed = Readonly<Record<string, unknown>>;

function isRunning({ status }: Changed): boolean {
  return status === 'running' || status === 'pending';
}

function blankTable(
  database: SqliteDatabase,
  table: string,
  columns: readonly Column[],
  traces: Traces,
): readonly Changed[] {
  const key = columns[0]?.isRowless === 1 ? columns.filter(({ pk }) => pk > 0) : [];
  const where = key.length > 0 ? key.map(({ column }) => `"${column}" = ?`).join(' AND ') : 'rowid = ?';
  const place = key.length > 0 ? key.map(({ column }) => `"${column}"`).join(', ') : 'rowid';
  const texts = columns.filter(({ pk }) => pk === 0).map(({ column }) => column);
  if (texts.length === 0) return [];
  const names = texts.map(column => `"${column}"`).join(', ');
  const found: { readonly row: readonly unknown[]; readonly clean: ReadonlyMap<string, string> }[] = [];
  const places = Math.max(1, key.length);
  for (const row of database.prepare(`SELECT ${place}, ${names} FROM "${table}"`).raw().iterate() as Iterable<
    unknown[]
  >) {
    const clean = new Map<string, string>();
    for (const [at, column] of texts.entries()) {
      const value = row[at + places];
      const without = typeof value === 'string' ? traces.without(value, column) : undefined;
      if (without !== undefined) clean.set(column, marked(table, column, without));
    }
    if (clean.size > 0) found.push({ row, clean });
  }
  for (const { row, clean } of found) {
    const set = [...clean.keys()].map(column => `"${column}" = ?`).join(', ');
    database.prepare(`UPDATE "${table}" SET ${set} WHERE ${where}`).run(...clean.values(), ...row.slice(0, places));
  }
  return found.map(({ row }) => Object.fromEntries(texts.map((column, at) => [column, row[at + places]])));
}

/** A replay has to know which events and states are not what they were. */
function marked(table: string, column: string, text: string): string {
  const isReplayed = (table === 'journal' && column === 'event') || (table === 'snapshots' && column === 'state');
  return isReplayed ? JSON.stringify({ ...(JSON.parse(text) as object), isForgotten: true }) : text;
}

function tables(database: SqliteDatabase): ReadonlyMap<string, readonly Column[]> {
  const columns = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column", c.pk, t.wr AS isRowless FROM pragma_table_list t, pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type NOT IN ('REAL', 'BLOB')
         AND (c.type <> 'INTEGER' OR c.pk > 0)`,
    )
    .all() as Column[];
  return Map.groupBy(
    columns.filter(({ table }) => !leftOut.has(table)),
    ({ table }) => table,
  );
}
