/** What a slower disk would make of this process. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';

const { prototype } = (new Database(':memory:').prepare('SELECT 1') as object).constructor as {
  readonly prototype: Database.Statement;
};
const { run } = prototype;
const { fdatasyncSync } = fs;
const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * From now on the thread stands still for so long after each commit of this process, as it does while SQLite waits for
 * the disk.
 */
export function slowDisk(ms: number): void {
  prototype.run =
    ms === 0
      ? run
      : function (this: Database.Statement, ...values: unknown[]) {
          const result = run.apply(this, values);
          const isCommitted = !this.database.inTransaction && (this.source === 'COMMIT' || !this.readonly);
          if (isCommitted) Atomics.wait(never, 0, 0, ms);
          return result;
        };
  // a commit of ours is a record of the redo log
  fs.fdatasyncSync = file => {
    fdatasyncSync(file);
    if (ms > 0) Atomics.wait(never, 0, 0, ms);
  };
  syncBuiltinESMExports();
}
