/** The host's tables in SQLite, a file a table. Statements are prepared once; rows go in and out as the port names them. */
import type { HostStore } from '../../../../ports/store.ts';
import { blobTable } from '../blobs.ts';
import type { SqliteDatabase } from '../database.ts';
import { statementsOf } from '../statements.ts';
import { actorNumbers } from './actor-numbers.ts';
import { actorTable } from './actors.ts';
import { bootTable } from './boots.ts';
import { deadLetterTable } from './dead-letters.ts';
import { effectTable } from './effects.ts';
import { inboxTable } from './inbox.ts';
import { journalTable } from './journal.ts';
import { pruning } from './pruning.ts';
import { timerTable } from './timers.ts';
import { transactions } from './transactions.ts';

/** {@link HostStore} over one open database. */
export function sqliteHostStore(database: SqliteDatabase): HostStore {
  const statements = statementsOf(database);
  const numbers = actorNumbers(statements);
  return {
    ...transactions(database, numbers),
    ...actorTable(statements, numbers),
    ...inboxTable(statements),
    ...journalTable(statements, numbers),
    ...effectTable(statements),
    ...timerTable(statements),
    ...deadLetterTable(statements),
    ...blobTable(database),
    ...bootTable(statements),
    ...pruning(database, numbers),
  };
}
