import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import {
  type DatabaseOptions,
  emptyLogs,
  migrations,
  openDatabase,
  type SqliteDatabase,
} from '../../../../src/adapters/stores/sqlite/database.ts';
import { redoFile, redoLogFile } from '../../../../src/adapters/stores/sqlite/redo/redo-log.ts';
import { Fault } from '../../../../src/domain/supervision/failure.ts';
import { olderFile } from './older-file.ts';

function home(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-db-'));
  const file = join(folder, 'home', 'straylight.db');
  const opened: SqliteDatabase[] = [];
  t.after(() => {
    for (const database of opened) database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = (more: Partial<DatabaseOptions> = {}) => {
    const database = openDatabase({ file, synchronous: 'full', now: () => 77, ...more });
    opened.push(database);
    return database;
  };
  /** The file as another program would change it. */
  const tamper = (work: (database: SqliteDatabase) => void) => {
    for (const database of opened.splice(0)) database.close();
    const database = new Database(file);
    work(database);
    database.close();
  };
  return { folder, file, open, tamper };
}
const applied = (database: SqliteDatabase) =>
  database.prepare('SELECT number, name, at FROM migrations ORDER BY number').all();
const invalid = (message: RegExp) => (error: unknown) =>
  error instanceof Fault && error.failure.kind === 'invalid' && message.test(error.message);

suite('opening', () => {
  test('given no file, when it is opened, then it has every migration, in a folder for the owner alone', t => {
    const { folder, open } = home(t);
    const database = open();
    assert.deepEqual(
      applied(database),
      migrations().map(({ number, name }) => ({ number, name, at: 77 })),
    );
    assert.equal(statSync(join(folder, 'home')).mode & 0o777, 0o700);
  });

  for (const [synchronous, level] of [
    ['full', 2],
    ['normal', 1],
  ] as const)
    test(`given synchronous ${synchronous}, when it is opened, then the file is kept so, with a log and its references held`, t => {
      const database = home(t).open({ synchronous });
      assert.equal(database.pragma('journal_mode', { simple: true }), 'wal');
      assert.equal(database.pragma('synchronous', { simple: true }), level);
      assert.equal(database.pragma('foreign_keys', { simple: true }), 1);
      assert.equal(database.pragma('integrity_check', { simple: true }), 'ok');
    });

  test('given a file of this version, when it is opened again, then nothing is changed and nobody is asked for a copy', t => {
    const { open } = home(t);
    const before = applied(open());
    const copies: number[] = [];
    const again = open({ now: () => 99, beforeMigration: (_, from) => copies.push(from) });
    assert.deepEqual([applied(again), copies], [before, []]);
  });
});

suite('migrating', () => {
  test('given the migrations, when they are listed, then their numbers rise from 1, each once', () => {
    const numbers = migrations().map(({ number }) => number);
    assert.equal(numbers[0], 1);
    assert.ok(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number)));
  });

  test('given an older file, when it is opened, then a copy can be made first, and only what is missing is applied', t => {
    const { file, open } = home(t);
    const last = migrations().at(-1) ?? assert.fail();
    olderFile(file, migrations().length - 1);
    const seen: unknown[] = [];
    const database = open({
      now: () => 99,
      beforeMigration: (older, from) => seen.push([from, applied(older).length]),
    });
    const before = migrations().at(-2) ?? assert.fail();
    assert.deepEqual(seen, [[before.number, migrations().length - 1]]);
    assert.deepEqual(applied(database).at(-1), { number: last.number, name: last.name, at: 99 });
    assert.equal(applied(database).length, migrations().length);
  });

  test('given a copy that cannot be made, when an older file is opened, then it is left as it was', t => {
    const { open, tamper } = home(t);
    open();
    const last = migrations().at(-1) ?? assert.fail();
    tamper(database => database.prepare('DELETE FROM migrations WHERE number = ?').run(last.number));
    const full = () => {
      throw new Error('no space left');
    };
    assert.throws(() => open({ beforeMigration: full }), /no space left/);
    tamper(database => assert.equal(applied(database).length, migrations().length - 1));
  });

  test('given a migration that fails half way, when the file is opened, then nothing of it is applied', t => {
    const { open, tamper } = home(t);
    open();
    // its tables or columns are there already, so it cannot be applied a second time
    const last = lastThatFailsTwice(/CREATE TABLE|ADD COLUMN/) ?? assert.fail();
    tamper(database => database.prepare('DELETE FROM migrations WHERE number = ?').run(last.number));
    assert.throws(
      () => open(),
      invalid(/failed \(.*(already exists|duplicate column name: \w+)\); the file is as it was/),
    );
    tamper(database => assert.equal(applied(database).length, migrations().length - 1));
  });

  test('given a later one of several migrations that fails, when the file is opened, then the earlier ones are not applied either', t => {
    const { open, tamper } = home(t);
    open();
    const [first] = migrations();
    const last = lastThatFailsTwice(/CREATE TABLE/) ?? assert.fail();
    const [, standing] = /CREATE TABLE (\w+)/.exec(last.sql) ?? [];
    const tables = (database: SqliteDatabase) =>
      database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all().length;
    let before = 0;
    tamper(database => {
      const own = database
        .prepare(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations' AND name NOT LIKE 'sqlite_%'",
        )
        .pluck();
      database.pragma('foreign_keys = OFF');
      for (const name of own.all()) if (!String(name).includes('_fts_')) database.exec(`DROP TABLE "${name}"`);
      database.exec(`DELETE FROM migrations WHERE number > 1; ${first?.sql}; CREATE TABLE ${standing} (one INTEGER)`);
      before = tables(database);
    });
    assert.throws(() => open(), invalid(/failed \(.*already exists\); the file is as it was/));
    tamper(database => assert.deepEqual([applied(database).length, tables(database)], [1, before]));
  });
});

suite('files that are refused', () => {
  test('given a file of a newer program, when it is opened, then it is left alone and the owner reads what to do', t => {
    const { open, tamper } = home(t);
    open();
    tamper(database => database.prepare("INSERT INTO migrations VALUES (999, '999-future.sql', 'x', 1)").run());
    assert.throws(() => open(), invalid(/newer version of Straylight \(schema 999\)/));
  });

  test('given an applied migration that was changed afterwards, when the file is opened, then it is refused', t => {
    const { open, tamper } = home(t);
    open();
    tamper(database => database.prepare("UPDATE migrations SET checksum = 'x' WHERE number = 1").run());
    assert.throws(() => open(), invalid(/migration 001-host\.sql differs/));
  });

  for (const [what, content] of [
    ['a text', 'this is no database, and long enough to be looked at as one '.repeat(40)],
    ['a database with a broken page', undefined],
  ] as const)
    test(`given ${what}, when it is opened, then it is refused, and it is still what it was`, t => {
      const { file, open, tamper } = home(t);
      open();
      tamper(() => {});
      const bytes = content === undefined ? readFileSync(file) : Buffer.from(content);
      if (content === undefined) bytes.fill(0xff, 100, 2000);
      writeFileSync(file, bytes);
      assert.throws(() => open(), invalid(/"straylight doctor" says what to do/));
      assert.deepEqual(readFileSync(file), bytes);
      assert.equal(existsSync(`${file}-journal`), false);
    });
});

suite('features', () => {
  const first = { number: 1, name: 'parcels', sql: 'CREATE TABLE parcels (number TEXT) STRICT' };
  const second = { number: 2, name: 'places', sql: 'ALTER TABLE parcels ADD COLUMN place TEXT' };
  const rows = (database: SqliteDatabase) =>
    database.prepare('SELECT feature, number, name, at FROM feature_migrations ORDER BY feature, number').all();

  test('given no feature with tables, when the file is opened, then it has no table for them', t => {
    const database = home(t).open({ features: { plain: [] } });
    assert.equal(
      database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'feature_migrations'").get()?.[
        'n' as never
      ],
      0,
    );
  });

  test('given a feature, when it is given again with one more, then only that one is applied, after a copy', t => {
    const { open } = home(t);
    const copies: unknown[] = [];
    const beforeMigration = (_: SqliteDatabase, from: number, schema: string) => void copies.push([schema, from]);
    assert.deepEqual(rows(open({ features: { parcels: [first] }, beforeMigration })), [
      { feature: 'parcels', number: 1, name: 'parcels', at: 77 },
    ]);
    assert.deepEqual(copies, []);
    const again = open({ features: { parcels: [first, second] }, now: () => 99, beforeMigration });
    assert.deepEqual(rows(again).at(-1), { feature: 'parcels', number: 2, name: 'places', at: 99 });
    assert.deepEqual(copies, [['parcels', 1]]);
  });

  test('given tables of a feature, when the file is opened without it, then they stay as they are', t => {
    const { open } = home(t);
    open({ features: { parcels: [first] } }).exec("INSERT INTO parcels VALUES ('A1')");
    assert.deepEqual(open().prepare('SELECT number FROM parcels').all(), [{ number: 'A1' }]);
  });

  test('given a step that fails, when a feature is applied, then nothing of it is kept', t => {
    const { open } = home(t);
    const broken = { ...second, sql: 'CREATE TABLE places (x TEXT); SELECT nonsense' };
    assert.throws(
      () => open({ features: { parcels: [first, broken] } }),
      invalid(/migration 2 \(places\) of the feature parcels/),
    );
    const database = open({ features: { parcels: [first, second] } });
    assert.equal(rows(database).length, 2);
  });

  for (const [name, features, message] of [
    ['of a newer version', [first], /newer version of the feature parcels \(2\)/],
    ['changed afterwards', [first, { ...second, sql: 'SELECT 1' }], /migration 2 of the feature parcels differs/],
    ['numbered with a gap', [first, { ...second, number: 3 }], /not numbered 1, 2, 3/],
  ] as const)
    test(`given tables of a feature ${name}, when the file is opened, then it is refused and untouched`, t => {
      const { open } = home(t);
      open({ features: { parcels: [first, second] } });
      assert.throws(() => open({ features: { parcels: features } }), invalid(message));
      assert.equal(rows(open()).length, 2);
    });
});

suite('emptying the logs', () => {
  test('given a reader in the midst of it, when the logs are to be emptied, then they stay and nobody waits; after it they are empty', t => {
    const { file, open } = home(t);
    const redo = redoLogFile(redoFile(file), true);
    const database = open({ redo, writeBehind: { later: () => {} } });
    database.exec('CREATE TABLE notes (text TEXT)');
    const reader = new Database(file, { readonly: true });
    reader.exec('BEGIN');
    assert.deepEqual(reader.prepare('SELECT text FROM notes').all(), []);
    database.prepare("INSERT INTO notes VALUES ('one')").run();

    assert.equal(emptyLogs(database, redo), false);
    assert.equal(database.pragma('busy_timeout', { simple: true }), 5_000);
    assert.ok(statSync(`${file}-wal`).size > 0);
    reader.close();
    assert.equal(emptyLogs(database, redo), true);
    assert.deepEqual(
      [`${file}-wal`, redoFile(file)].map(log => statSync(log).size),
      [0, 0],
    );
    assert.deepEqual(database.prepare('SELECT text FROM notes').all(), [{ text: 'one' }]);
  });
});

/** A migration with such a statement that fails where its tables are there already; one that replaces a table does not. */
function lastThatFailsTwice(statement: RegExp) {
  return migrations().findLast(({ sql }) => statement.test(sql) && !sql.includes('RENAME TO'));
}
