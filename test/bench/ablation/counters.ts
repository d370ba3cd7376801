/** Counts what this process does in SQLite: statements, the steps of charts among them, and the bytes of its commits. */
import Database from 'better-sqlite3';
import { redoBytes } from '../redo-bytes.ts';
import type { Counts } from '../turn/turns.ts';

const { prototype } = (new Database(':memory:').prepare('SELECT 1') as object).constructor as {
  readonly prototype: Database.Statement;
};

/** From now on. A step is a row of the journal. */
export function countWrites(): () => Counts {
  const bytes = redoBytes();
  let statements = 0;
  let steps = 0;
  for (const name of ['run', 'get', 'all', 'iterate'] as const) {
    const inner = prototype[name] as (this: Database.Statement, ...values: unknown[]) => never;
    prototype[name] = function (this: Database.Statement, ...values: unknown[]) {
      statements += 1;
      if (isStep(this.source)) steps += 1;
      return inner.apply(this, values);
    };
  }
  return () => ({ statements, steps, bytes: bytes() });
}

function isStep(sql: string): boolean {
  return /^\s*INSERT (?:OR \w+ )?INTO journal\b/i.test(sql);
}
