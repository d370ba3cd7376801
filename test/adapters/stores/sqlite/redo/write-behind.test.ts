/** Commits that are in the redo log first and in the tables later, and what is left of them wherever a process ends. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { serialize } from 'node:v8';
import Database from 'better-sqlite3';
import { openDatabase, type SqliteDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { type RedoLog, redoFile, redoLogFile } from '../../../../../src/adapters/stores/sqlite/redo/redo-log.ts';
import { foldRedo } from '../../../../../src/adapters/stores/sqlite/redo/write-behind.ts';

const folder = mkdtempSync(join(tmpdir(), 'straylight-behind-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let homes = 0;

interface Opened {
  readonly file: string;
  readonly database: SqliteDatabase;
  /** Writes the tables out, as if a second had passed. */
  due(): void;
  /** Resolves when something is to be done at the next turn of the event loop. */
  soon(): Promise<void>;
  /** What a reader in another process sees. */
  outside(): readonly string[];
  /** The database as the next process opens it, if this one were killed now. */
  next(): readonly string[];
}

function opened(t: { after(call: () => void): void }, log?: (log: RedoLog) => RedoLog): Opened {
  homes += 1;
  const file = join(folder, `${homes}.db`);
  const calls: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const redo = redoLogFile(redoFile(file), false);
  const database = openDatabase({
    file,
    synchronous: 'normal',
    now: () => 0,
    redo: log?.(redo) ?? redo,
    writeBehind: {
      later(call, isSoon) {
        calls.push(call);
        if (isSoon) for (const resolve of waiting.splice(0)) resolve();
      },
    },
  });
  t.after(() => database.open && database.close());
  return {
    file,
    database,
    due() {
      for (const call of calls.splice(0)) call();
    },
    soon: () => new Promise(resolve => void waiting.push(resolve)),
    outside() {
      const reader = new Database(file, { readonly: true });
      const rows = keysIn(reader);
      reader.close();
      return rows;
    },
    next() {
      const copy = `${file}.next`;
      for (const end of ['', '-wal', '-redo']) {
        rmSync(`${copy}${end}`, { force: true });
        if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${copy}${end}`);
      }
      const next = openDatabase({ file: copy, synchronous: 'normal', now: () => 0 });
      const rows = keysIn(next);
      next.close();
      return rows;
    },
  };
}

/** Are all pages of SQLite's own log in the file? */
function logOf(database: SqliteDatabase): { readonly isMoved: boolean } {
  const [found] = database.pragma('wal_checkpoint(NOOP)') as readonly { log: number; checkpointed: number }[];
  return { isMoved: found !== undefined && found.log === found.checkpointed };
}

function keysIn(database: SqliteDatabase): readonly string[] {
  return database.prepare('SELECT key FROM accepted ORDER BY key').pluck().all() as string[];
}

function add(database: SqliteDatabase, key: string): void {
  database.prepare('INSERT INTO accepted (key, at) VALUES (?, ?)').run(key, 0);
}

test('given commits, when the process is killed, then they stand at the next start, in the tables or not', t => {
  const { database, due, outside, next } = opened(t);
  add(database, 'a');
  database.transaction(() => {
    add(database, 'b');
    add(database, 'c');
  })();
  assert.deepEqual(keysIn(database), ['a', 'b', 'c']);
  assert.deepEqual(outside(), []);
  assert.deepEqual(next(), ['a', 'b', 'c']);
  due();
  assert.deepEqual(outside(), ['a', 'b', 'c']);
  assert.deepEqual(next(), ['a', 'b', 'c']);
  add(database, 'd');
  assert.deepEqual(next(), ['a', 'b', 'c', 'd']);
});

test('given a transaction that throws, or a part of one, then what it wrote is undone, and is in no record', t => {
  const { database, next } = opened(t);
  const fails = () => {
    add(database, 'undone');
    throw new Error('no');
  };
  assert.throws(() => database.transaction(fails)(), /no/);
  database.transaction(() => {
    add(database, 'a');
    assert.ok(database.inTransaction);
    assert.throws(() => database.transaction(fails)(), /no/);
    add(database, 'b');
  })();
  assert.ok(!database.inTransaction);
  assert.deepEqual(keysIn(database), ['a', 'b']);
  assert.deepEqual(next(), ['a', 'b']);
});

test('given a log that cannot be written, when a transaction is made, then it throws, nothing of it stands, and the next does', t => {
  let isFull = false;
  const { database, next } = opened(t, log =>
    Object.create(log, {
      append: {
        value(record: Uint8Array) {
          if (isFull) throw new Error('no space left on device');
          log.append(record);
        },
      },
    }),
  );
  add(database, 'a');
  isFull = true;
  assert.throws(() => add(database, 'b'), /no space left/);
  assert.deepEqual(keysIn(database), ['a']);
  isFull = false;
  add(database, 'c');
  assert.deepEqual(keysIn(database), ['a', 'c']);
  assert.deepEqual(next(), ['a', 'c']);
});

test('given commits in the log, when SQLite undoes its transaction by itself, then they are made once more before anything reads', t => {
  const { database, due, outside, next } = opened(t);
  add(database, 'a');
  const tables = Object.getPrototypeOf(database) as Database.Database;
  const broken = () => {
    add(database, 'undone');
    tables.exec('ROLLBACK');
    assert.ok(!database.inTransaction);
    throw new Error('database or disk is full');
  };
  assert.throws(() => database.transaction(broken)(), /is full/);
  assert.deepEqual(keysIn(database), ['a']);
  add(database, 'b');
  assert.deepEqual(next(), ['a', 'b']);
  due();
  assert.deepEqual(outside(), ['a', 'b']);
});

test('given tables that cannot be written out, then the log stays, and they are written out later', t => {
  const { database, due, outside, next } = opened(t);
  const tables = Object.getPrototypeOf(database) as Database.Database;
  const { exec } = tables;
  add(database, 'a');
  tables.exec = sql => {
    if (sql === 'COMMIT') throw new Error('disk I/O error');
    return exec.call(tables, sql);
  };
  assert.throws(due, /disk I\/O error/);
  add(database, 'b');
  assert.deepEqual(outside(), []);
  assert.deepEqual(next(), ['a', 'b']);
  tables.exec = exec;
  due();
  assert.deepEqual(outside(), ['a', 'b']);
});

test('given many pages, when the tables are written out, then a thread moves them to the file, and the log of SQLite begins again, also where a commit came between', async t => {
  const { file, database, due, soon, next } = opened(t);
  const before = statSync(file).size;
  const keys = Array.from({ length: 5_000 }, (_, at) => `${at}`.padStart(4, '0'));
  database.transaction(() => {
    for (const key of keys) add(database, `${key} ${'x'.repeat(8_000)}`);
  })();
  due();
  add(database, 'z');
  await soon();
  assert.ok(statSync(file).size > before + 32 * 2 ** 20);
  due();
  assert.deepEqual(logOf(database), { isMoved: true });
  assert.equal(next().length, keys.length + 1);
  add(database, 'zz');
  due();
  assert.deepEqual(logOf(database), { isMoved: false }, 'few pages stay where they are');
  assert.equal(next().length, keys.length + 2);
});

test('given a thread that moves pages, when the database is closed, then that is waited for, and all stands in the file', t => {
  const { database, due, outside } = opened(t);
  database.transaction(() => {
    for (let at = 0; at < 5_000; at += 1) add(database, `${at} ${'x'.repeat(8_000)}`);
  })();
  due();
  database.close();
  assert.equal(outside().length, 5_000);
});

test('given tables that were written out, when the process is killed before the log begins again, then nothing is made twice', t => {
  let isKilled = false;
  const { file, database, due, next } = opened(t, log =>
    Object.create(log, { begin: { value: (salt: string) => isKilled || log.begin(salt) } }),
  );
  add(database, 'a');
  isKilled = true;
  due();
  assert.deepEqual(next(), ['a']);
  // a log that does not ask whose it is would be folded twice, and that would show
  const other = redoLogFile(redoFile(file), false);
  const copy = openDatabase({ file: `${file}.next`, synchronous: 'normal', now: () => 0 });
  const { salt } = copy.prepare('SELECT salt FROM redo').get() as { readonly salt: string };
  assert.deepEqual(other.read(salt), []);
  copy.close();
});

test('given a log of an earlier version, whose records are not compressed, when the file is opened, then they are in it', t => {
  const { file, database } = opened(t);
  add(database, 'a');
  database.close();
  const plain = new Database(file);
  const log = redoLogFile(redoFile(file), false);
  log.begin(plain.prepare('SELECT salt FROM redo').pluck().get() as string);
  log.append(serialize([['INSERT INTO accepted (key, at) VALUES (?, ?)'], [[0, 'b', 0]]]));
  log.append(serialize([[], [[0, 'c', 0]]]));
  assert.equal(foldRedo(plain, log), 2);
  assert.deepEqual(keysIn(plain), ['a', 'b', 'c']);
  plain.close();
  log.close(true);
});

test('given a home at rest, when it is closed, then all of it is in its one file', t => {
  const { file, database, outside } = opened(t);
  add(database, 'a');
  database.close();
  assert.ok(!existsSync(redoFile(file)));
  assert.deepEqual(outside(), ['a']);
});

test('given a log of another file, when this one is opened, then nothing of it is folded', t => {
  const [one, other] = [opened(t), opened(t)];
  add(one.database, 'a');
  copyFileSync(redoFile(one.file), redoFile(other.file));
  assert.deepEqual(other.next(), []);
});

test('given a log that speaks of tables that are not there, when it is folded, then that is told and nothing is changed', t => {
  const { file, database } = opened(t);
  add(database, 'a');
  const copy = `${file}.poor`;
  for (const end of ['', '-wal', '-redo']) copyFileSync(`${file}${end}`, `${copy}${end}`);
  const poor = new Database(copy);
  t.after(() => poor.close());
  poor.exec('DROP TABLE accepted');
  assert.throws(
    () => foldRedo(poor, redoLogFile(redoFile(copy), false)),
    /cannot be worked in \(no such table: accepted\); both files are as they were/,
  );
});
