/**
 * A database whose commits go to the redo log, one record each, and to its tables together.
 *
 * One transaction of SQLite is kept open. What callers take for transactions are parts of it: all that reads on this
 * connection sees them at once, and the statements of each are a record of the log, which is on the disk before the
 * caller goes on. Writing out ends the open transaction, so that a page that many commits have changed is written
 * once, and the log begins again. After a crash the statements of the log run once more over the tables.
 *
 * A page that is written out goes to SQLite's own log. From there a thread of its own moves the pages to the file. What
 * was written out meanwhile is moved here: only while no transaction is open can SQLite begin its log again.
 *
 * Which log belongs to the tables is said by the salt in the table `redo`. It changes in the transaction that
 * writes them out: a log that is in the tables already fits them no more.
 */
import type Database from 'better-sqlite3';
import { fault, toFailure } from '../../../../domain/supervision/failure.ts';
import type { Checkpointer } from './checkpointer.ts';
import { type RecordWriter, recordWriter, type Write, writesIn } from './records.ts';
import type { RedoLog } from './redo-log.ts';
import { drawSalt, saltOf } from './salt.ts';

/**
 * So many pages are written out at a time, in about 8 ms: more would hold everything else for longer, and fewer would
 * write a page that many commits touch more often. Many sessions at once touch as many pages of each index.
 */
const pagesAtOnce = 1_200;
/** A log of so many bytes is written out soon; where between the two depends on how many pages the last one touched. */
const soonLogBytes = { least: 2 ** 17, most: 3 * 2 ** 20 };
/** A log that is longer is written to the tables at once. */
const mostLogBytes = 4 * 2 ** 20;
/**
 * So many pages of 4 KB stand in the log of SQLite before they go to the file: a page that many commits touch goes
 * once.
 */
const loggedPages = 5_376;
/** Four times as many are moved by SQLite itself within a commit, where nobody calls back. */
const mostLoggedPages = 4 * loggedPages;
/** More than so many are moved by the thread once more, and not here. */
const movedHere = 512;
const mostMoves = 3;

/**
 * Runs the statements that the log holds over the tables, in one transaction. Answers how many commits there were.
 * `onCut`: called where the log ends with a record that is not whole. Throws a fault of the kind `invalid` where the log
 * is damaged, or does not belong to these tables; then nothing was changed.
 */
export function foldRedo(database: Database.Database, log: RedoLog, onCut?: () => void): number {
  const records = log.read(saltOf(database), onCut);
  if (records.length === 0) return 0;
  try {
    database
      .transaction(() => {
        rerun(database, records);
        drawSalt(database);
      })
      .immediate();
  } catch (error) {
    throw fault(
      'invalid',
      `the redo log beside ${database.name} cannot be worked in (${toFailure(error).message}); both files are as they were: put a copy of both back, or move the log away and lose what was written in its last second`,
    );
  }
  return records.length;
}

/**
 * Calls back within a second, to write the tables out: the first commit since the last time was made. `isSoon`: at the
 * next turn of the event loop, since so much waits that writing it all out would hold everything else.
 */
export type WriteOutLater = (writeOut: () => void, isSoon: boolean) => void;

/**
 * The same database, whose commits are written behind. `exec` is the exception: what it runs goes to the tables at once
 * and is no part of a transaction.
 */
export function writeBehind(
  tables: Database.Database,
  log: RedoLog,
  checkpointer: Checkpointer,
  later: WriteOutLater,
): Database.Database {
  const behind: Behind = {
    log,
    checkpointer,
    later,
    tables,
    writer: recordWriter(),
    savepoint: savepointOf(tables),
    writes: undefined,
    commits: 0,
    isDue: false,
    isDueSoon: false,
    isMoveDue: false,
    soonBytes: soonLogBytes.least,
    logged: 0,
  };
  tables.pragma(`wal_autocheckpoint = ${mostLoggedPages}`);
  log.begin(saltOf(tables));
  const method = (value: unknown) => ({ value, writable: true, configurable: true });
  const database: Database.Database = Object.create(tables, {
    inTransaction: { get: () => behind.writes !== undefined && tables.inTransaction },
    prepare: method((sql: string) => watched(behind, tables.prepare(sql))),
    transaction: method((work: (...values: unknown[]) => unknown) => transactionOf(behind, work)),
    exec: method((sql: string) => {
      if (behind.writes) throw new Error('exec cannot be a part of a transaction whose commit is written behind');
      writeOut(behind);
      tables.exec(sql);
      return database;
    }),
    close: method(() => {
      close(behind);
      return database;
    }),
  });
  return database;
}

interface Behind {
  readonly log: RedoLog;
  readonly checkpointer: Checkpointer;
  readonly later: WriteOutLater;
  readonly tables: Database.Database;
  readonly writer: RecordWriter;
  readonly savepoint: Readonly<Record<'begin' | 'end' | 'undo', Database.Statement>>;
  /** What the transaction that is open for a caller has written so far. */
  writes: Write[] | undefined;
  /** How many records the log holds. */
  commits: number;
  /** Will the tables be written out by themselves, and as soon as can be? */
  isDue: boolean;
  isDueSoon: boolean;
  /** Will pages be moved from the log of SQLite to the file? */
  isMoveDue: boolean;
  /** A log of so many bytes is written out soon. */
  soonBytes: number;
  /** Pages in the log of SQLite. */
  logged: number;
}

/** A statement that notes what it has written, and sees all commits, also those that stand in the log alone. */
function watched(behind: Behind, statement: Database.Statement): Database.Statement {
  const { source: sql } = statement;
  const wrapped = (name: 'run' | 'get' | 'all' | 'iterate') => {
    const call = statement[name].bind(statement) as (...values: unknown[]) => unknown;
    if (statement.readonly)
      return (...values: unknown[]) => {
        if (!behind.writes) recover(behind);
        return call(...values);
      };
    const write = (...values: unknown[]) => {
      const result = call(...values);
      behind.writes?.push({ sql, values });
      return result;
    };
    return (...values: unknown[]) => (behind.writes ? write(...values) : commit(behind, () => write(...values)));
  };
  const calls = statement.reader
    ? { get: wrapped('get'), all: wrapped('all'), iterate: wrapped('iterate') }
    : { run: wrapped('run') };
  return Object.assign(statement, calls);
}

/** As better-sqlite3 makes them: a function of its own, and the kinds by which it can be called. */
function transactionOf(behind: Behind, work: (...values: unknown[]) => unknown) {
  const call = (...values: unknown[]) => {
    const inner = () => work(...values);
    return behind.writes ? part(behind, behind.writes, inner) : commit(behind, inner);
  };
  return Object.assign(call, { default: call, deferred: call, immediate: call, exclusive: call });
}

/**
 * Runs a transaction; it is committed once its record is in the log. It has no savepoint of its own, which would cost
 * more than all of its statements: where it fails, the open transaction is undone as a whole, and what was committed
 * in it is made again from the log.
 */
function commit<Result>(behind: Behind, work: () => Result): Result {
  const { tables, log, writer } = behind;
  recover(behind);
  if (!tables.inTransaction) tables.exec('BEGIN IMMEDIATE');
  const writes: Write[] = [];
  behind.writes = writes;
  try {
    const result = work();
    if (writes.length > 0) {
      const { bytes, keep } = writer.record(writes);
      log.append(bytes);
      keep();
      behind.commits += 1;
    }
    return result;
  } catch (error) {
    if (writes.length > 0 && tables.inTransaction) tables.exec('ROLLBACK');
    throw error;
  } finally {
    behind.writes = undefined;
    if (behind.commits > 0 && writes.length > 0) plan(behind);
    else if (behind.commits === 0 && tables.inTransaction) tables.exec('ROLLBACK');
  }
}

/** A part of the open transaction: what it throws undoes it alone. */
function part<Result>({ tables, savepoint }: Behind, writes: Write[], work: () => Result): Result {
  const before = writes.length;
  savepoint.begin.run();
  try {
    const result = work();
    savepoint.end.run();
    return result;
  } catch (error) {
    writes.length = before;
    if (tables.inTransaction) {
      savepoint.undo.run();
      savepoint.end.run();
    }
    throw error;
  }
}

function savepointOf(tables: Database.Database): Behind['savepoint'] {
  const begin = tables.prepare('SAVEPOINT part');
  return { begin, end: tables.prepare('RELEASE part'), undo: tables.prepare('ROLLBACK TO part') };
}

/** Sees to it that the tables are written out: at once where the log is long. */
function plan(behind: Behind): void {
  const isSoon = behind.log.bytes > behind.soonBytes;
  if (!behind.isDue || (isSoon && !behind.isDueSoon)) {
    behind.isDue = true;
    behind.isDueSoon = isSoon;
    behind.later(() => {
      behind.isDue = false;
      behind.isDueSoon = false;
      if (behind.tables.open) writeOut(behind);
    }, isSoon);
  }
  if (behind.log.bytes <= mostLogBytes) return;
  try {
    writeOut(behind);
  } catch {
    // it is tried once more in a moment, and told then
  }
}

/** Ends the open transaction of SQLite. Where that fails, the log stays, and it is tried once more in a moment. */
function writeOut(behind: Behind): void {
  const { tables, log, writer } = behind;
  if (behind.commits === 0) return;
  const { bytes } = log;
  try {
    recover(behind);
    const salt = drawSalt(tables);
    tables.exec('COMMIT');
    behind.commits = 0;
    log.begin(salt);
    writer.begin();
  } catch (error) {
    plan(behind);
    throw error;
  }
  const { pages, unmoved } = walOf(tables);
  const written = pages < behind.logged ? pages : pages - behind.logged;
  behind.logged = pages;
  const fitting = (bytes / Math.max(1, written)) * pagesAtOnce;
  // a short log touches more pages for each of its bytes, which says nothing of a longer one
  if (written > pagesAtOnce || fitting > behind.soonBytes)
    behind.soonBytes = Math.min(Math.max(soonLogBytes.least, fitting), 2 * behind.soonBytes, soonLogBytes.most);
  if (behind.isMoveDue || unmoved < loggedPages) return;
  behind.isMoveDue = true;
  move(behind, mostMoves);
}

/** How many pages SQLite's log holds, and how many of them are not in the file yet; none for a database in memory. */
function walOf(tables: Database.Database): { readonly pages: number; readonly unmoved: number } {
  const [found] = tables.pragma('wal_checkpoint(NOOP)') as readonly { log: number; checkpointed: number }[];
  return { pages: found?.log ?? 0, unmoved: (found?.log ?? 0) - (found?.checkpointed ?? 0) };
}

/** Pages go from the log of SQLite to the file: most in the thread, the rest here. */
function move(behind: Behind, tries: number): void {
  const { tables, later, checkpointer } = behind;
  const finish = () => {
    if (tables.open) finishMove(behind, tries);
  };
  checkpointer.start(() => later(finish, true));
}

/**
 * While a transaction is open, SQLite's log cannot begin again; so what was committed since goes first, which is
 * little.
 */
function finishMove(behind: Behind, tries: number): void {
  const { tables } = behind;
  let isAgain = false;
  try {
    writeOut(behind);
    isAgain = tries > 1 && walOf(tables).unmoved > movedHere;
    if (!isAgain) tables.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // they stay in the log; it is tried again when the tables are written out the next time
  }
  behind.isMoveDue = isAgain;
  if (isAgain) move(behind, tries - 1);
}

/** Where the open transaction was undone, also by SQLite itself, its commits are made again from the log. */
function recover({ tables, log, commits }: Behind): void {
  if (commits === 0 || tables.inTransaction) return;
  try {
    const records = log.read(saltOf(tables));
    if (records.length !== commits) throw new Error(`${records.length} of ${commits} commits can be read`);
    tables.exec('BEGIN IMMEDIATE');
    rerun(tables, records);
  } catch (error) {
    if (tables.inTransaction) tables.exec('ROLLBACK');
    const { message } = toFailure(error);
    throw fault('unavailable', `what was committed last cannot be read back from the redo log: ${message}`);
  }
}

/** What cannot be written out now is folded when the file is opened the next time. */
function close(behind: Behind): void {
  const { tables, log, checkpointer } = behind;
  try {
    writeOut(behind);
  } catch {
    // it stays in the log
  }
  checkpointer.close();
  tables.close();
  log.close(behind.commits === 0);
}

function rerun(tables: Database.Database, records: readonly Uint8Array[]): void {
  const prepared = new Map<string, Database.Statement>();
  for (const { sql, values } of writesIn(records)) {
    const statement = prepared.get(sql) ?? tables.prepare(sql);
    prepared.set(sql, statement);
    if (statement.reader) statement.all(...values);
    else statement.run(...values);
  }
}
