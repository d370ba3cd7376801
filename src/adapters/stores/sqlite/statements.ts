/** Statements of one database as functions of their values; each is prepared once, where it is named. */
import type { RunResult } from 'better-sqlite3';
import type { SqliteDatabase } from './database.ts';

export interface Statements {
  /** The first row; undefined: there is none. */
  one<Row>(sql: string): (...values: readonly unknown[]) => Row | undefined;
  all<Row>(sql: string): (...values: readonly unknown[]) => Row[];
  run(sql: string): (...values: readonly unknown[]) => RunResult;
}

export function statementsOf(database: SqliteDatabase): Statements {
  return {
    one<Row>(sql: string) {
      const statement = database.prepare(sql);
      return (...values: readonly unknown[]) => statement.get(...values) as Row | undefined;
    },
    all<Row>(sql: string) {
      const statement = database.prepare(sql);
      return (...values: readonly unknown[]) => statement.all(...values) as Row[];
    },
    run(sql) {
      const statement = database.prepare(sql);
      return (...values) => statement.run(...values);
    },
  };
}
