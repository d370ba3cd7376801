/**
 * Which log belongs to the tables: the salt in the table `redo`. It is how often the tables were written out, a dash, and
 * what no other log has; of an earlier version, the latter alone.
 */
import type Database from 'better-sqlite3';

const next = `UPDATE redo
  SET salt = (iif(instr(salt, '-') > 0, CAST(salt AS INTEGER), 0) + 1) || '-' || hex(randomblob(8)) RETURNING salt`;

/** Empty for tables without it: of a schema before there was such a log, or lost altogether. */
export function saltOf(tables: Database.Database): string {
  const isKept = tables.prepare("SELECT 1 FROM pragma_table_info('redo') WHERE name = 'salt'").get();
  return isKept ? (tables.prepare('SELECT salt FROM redo').pluck().get() as string) : '';
}

/** Another salt, in the transaction that writes the tables out: what stands in the log before fits them no more. */
export function drawSalt(tables: Database.Database): string {
  return tables.prepare(next).pluck().get() as string;
}
