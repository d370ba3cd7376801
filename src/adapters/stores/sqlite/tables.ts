/** The rows of a feature, in SQLite; a statement is prepared when it is first used. */
import type { SqlValue, Tables } from '../../../ports/tables.ts';
import type { SqliteDatabase } from './database.ts';

export function sqliteTables(database: SqliteDatabase): Tables {
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => database.prepare<SqlValue[]>(sql);
  const statement = (sql: string) => {
    const made = prepared.get(sql) ?? prepare(sql);
    prepared.set(sql, made);
    return made;
  };
  return {
    all: <Row extends object>(sql: string, ...values: readonly SqlValue[]) => statement(sql).all(...values) as Row[],
    run: (sql, ...values) => statement(sql).run(...values).changes,
  };
}
