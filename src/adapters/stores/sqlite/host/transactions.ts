/** Transactions and savepoints. What was undone may have taken rows with it, so numbers of rows are forgotten then. */
import type { TransactionStore } from '../../../../ports/store.ts';
import type { SqliteDatabase } from '../database.ts';
import type { Statements } from '../statements.ts';
import type { ActorNumbers } from './actor-numbers.ts';

export function transactions(database: SqliteDatabase, { run }: Statements, numbers: ActorNumbers): TransactionStore {
  const begin = run('BEGIN IMMEDIATE');
  const commit = run('COMMIT');
  const rollback = run('ROLLBACK');
  const save = run('SAVEPOINT step');
  const release = run('RELEASE step');
  const undo = run('ROLLBACK TO step');

  return {
    transaction(work) {
      begin();
      try {
        const result = work();
        commit();
        return result;
      } catch (error) {
        numbers.forgetAll();
        if (database.inTransaction) rollback();
        throw error;
      }
    },
    isOpen: () => database.inTransaction,
    savepoint(work) {
      if (!database.inTransaction) throw new Error('a savepoint was asked for outside a transaction');
      save();
      try {
        const result = work();
        release();
        return result;
      } catch (error) {
        numbers.forgetAll();
        if (database.inTransaction) {
          undo();
          release();
        }
        throw error;
      }
    },
  };
}
