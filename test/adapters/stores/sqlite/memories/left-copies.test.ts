/** What was deleted and yet stands in the files is gone from them after a forgetting. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  emptyLogs,
  migrations,
  openDatabase,
  type SqliteDatabase,
} from '../../../../../src/adapters/stores/sqlite/database.ts';
import { sqliteForgettings } from '../../../../../src/adapters/stores/sqlite/memories/forgetting/forgettings.ts';
import { memoryStore } from '../../../../../src/adapters/stores/sqlite/memories/memories.ts';
import { redoFile, redoLogFile } from '../../../../../src/adapters/stores/sqlite/redo/redo-log.ts';
import { olderFile } from '../older-file.ts';

const many = 400;

function scratch(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'left-copies-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A home before migration 028, in which every second memory was deleted, and one message is left. */
function olderHome(t: TestContext): string {
  const file = join(scratch(t), 'older.db');
  olderFile(file, migrations().filter(({ number }) => number < 28).length, database => {
    database.pragma('secure_delete = OFF');
    const save =
      database.prepare(`INSERT INTO memories (id, words, kind, content, source, taint, session, created_at, updated_at)
      VALUES (@id, @id, 'fact', @content, 'owner', 'owner', 's', 1, 1)`);
    database.transaction(() => {
      for (let at = 0; at < many; at += 1)
        save.run({
          id: `memory:${at}`,
          content: at % 2 === 0 ? `the heron number ${at} stays` : `zeppelinhangar ${at}`,
        });
    })();
    database
      .prepare(
        "INSERT INTO messages (id, session, turn, role, body, taint, at) VALUES ('m', 's', 't', 'owner', '\"hi\"', 'owner', 1)",
      )
      .run();
    database.prepare("DELETE FROM memories WHERE content LIKE 'zeppelin%'").run();
  });
  return file;
}

const holds = (file: string) =>
  ['', '-wal', '-redo'].some(end => existsSync(file + end) && readFileSync(file + end).includes('zeppelinhangar'));

function opened(file: string) {
  const redo = redoLogFile(redoFile(file), true);
  const database = openDatabase({
    file,
    redo,
    now: () => 1,
    synchronous: 'normal',
    writeBehind: { later: () => {} },
  });
  const empty = () => emptyLogs(database, redo);
  const forgettings = sqliteForgettings(database, empty);
  return { database, forgettings, store: memoryStore(database), empty };
}

/** Forgets one memory, up to its last commit. */
function forget({ database, forgettings, store }: ReturnType<typeof opened>): void {
  const forgetting = { id: 'f', memories: [], phrases: [], at: 2 };
  database.transaction(() => {
    store.remove('memory:0');
    forgettings.note(forgetting);
    forgettings.sweep(forgetting);
    forgettings.swept('f');
  })();
}

function isSound(database: SqliteDatabase): boolean {
  for (const index of ['memories_fts', 'messages_fts'])
    database.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`).run();
  return database.pragma('integrity_check', { simple: true }) === 'ok';
}

test('given a home of an earlier version with deleted texts in its free pages, when something is forgotten first, then they are gone from all files, and what stays is found', t => {
  const file = olderHome(t);
  assert.ok(holds(file), 'as earlier versions left it');
  const home = opened(file);
  t.after(() => home.database.close());
  assert.equal(home.forgettings.isDue, false, 'a start alone rewrites nothing');
  forget(home);
  assert.equal(home.forgettings.clean(), true);
  assert.equal(holds(file), false);
  assert.equal(home.forgettings.isDue, false);
  assert.equal(home.store.search('heron number 8', 1)[0]?.id, 'memory:8');
  assert.equal(home.store.counts().active, many / 2 - 1);
  assert.ok(isSound(home.database));
});

test('given a process that ends before the files are clean, when the next one starts, then it is due there, and done once', t => {
  const file = olderHome(t);
  const before = opened(file);
  forget(before);
  before.database.close();
  assert.ok(holds(file));
  const home = opened(file);
  t.after(() => home.database.close());
  assert.equal(home.forgettings.isDue, true);
  assert.equal(home.forgettings.clean(), true);
  assert.equal(holds(file), false);
  assert.equal(home.database.prepare('SELECT count(*) FROM forgettings').pluck().get(), 0);
  assert.ok(isSound(home.database));
});

test('given a home without messages, when it is opened, then there is nothing to write again', t => {
  const { database } = opened(join(scratch(t), 'new.db'));
  t.after(() => database.close());
  assert.equal(database.prepare('SELECT count(*) FROM forgettings').pluck().get(), 0);
});

test('given rows that SQLite has moved to other pages before they were deleted, when something is forgotten, then no copy of them is left', t => {
  const file = join(scratch(t), 'moved.db');
  const home = opened(file);
  t.after(() => home.database.close());
  const { database } = home;
  const keep = database.prepare("INSERT OR REPLACE INTO snapshots VALUES (?, 1, '1', ?, '{}')");
  const state = (at: number, round: number) =>
    JSON.stringify({ said: at % 5 === 0 ? `zeppelinhangar ${at}` : '', more: 'x'.repeat((at * 37 * round) % 700) });
  // of many lengths, so that pages are full, and half of each goes to another one
  database.transaction(() => {
    for (let round = 1; round <= 8; round += 1)
      for (let at = 0; at < many; at += 1) keep.run(`session:${(at * 61) % many}`, state(at, round));
  })();
  database.prepare("DELETE FROM snapshots WHERE state LIKE '%zeppelin%'").run();
  home.empty();
  assert.ok(holds(file), 'SQLite leaves copies');
  forget(home);
  assert.equal(home.forgettings.clean(), true);
  assert.equal(holds(file), false);
  assert.ok(isSound(database));
});
