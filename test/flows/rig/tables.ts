/** What stands in the tables of a home, read beside the process that writes them. */
import { openLastCommit } from '../../../src/adapters/stores/sqlite/redo/last-commit.ts';

export type Row = Readonly<Record<string, string | number | null>>;

export interface Tables {
  /** Rows of one SELECT, as the last commit left them. */
  rows(sql: string, ...values: readonly (string | number)[]): readonly Row[];
  /** The first column of the first row. */
  value(sql: string, ...values: readonly (string | number)[]): string | number | null | undefined;
}

/** Each read opens the file anew, so that it can come and go with the story. */
export function tablesOf(file: string): Tables {
  const rows: Tables['rows'] = (sql, ...values) => {
    const database = openLastCommit(file);
    try {
      return database.prepare(sql).all(...values) as Row[];
    } finally {
      database.close();
    }
  };
  return { rows, value: (sql, ...values) => Object.values(rows(sql, ...values)[0] ?? {})[0] };
}
