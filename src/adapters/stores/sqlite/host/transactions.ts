/** Transactions and savepoints. What was undone may have taken rows with it, so numbers of rows are forgotten then. */
import type { TransactionStore } from '../../../../ports/store.ts';
import type { SqliteDatabase } from '../database.ts';
import type { ActorNumbers } from './actor-numbers.ts';

export function transactions(database: SqliteDatabase, numbers: ActorNumbers): TransactionStore {
  /** A transaction, or a part of the one that is open. */
  function undoable<Result>(work: () => Result): Result {
    try {
      return database.transaction(work).immediate();
    } catch (error) {
      numbers.forgetAll();
      throw error;
    }
  }

  return {
    transaction: undoable,
    isOpen: () => database.inTransaction,
    savepoint(work) {
      if (!database.inTransaction) throw new Error('a savepoint was asked for outside a transaction');
      return undoable(work);
    },
  };
}
