import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { storedText } from '../../../../src/actors/runtime/cleaned.ts';
import { openDatabase } from '../../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../../src/adapters/stores/sqlite/host/host.ts';

const long = (name: string) => `${name} `.repeat(1000);

function fileOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-blobs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'straylight.db');
}

function opened(t: TestContext, file = fileOf(t)) {
  const database = openDatabase({ file, synchronous: 'normal', now: () => 0 });
  t.after(() => database.close());
  const store = sqliteHostStore(database);
  const put = (text: string, at = 1): string => {
    const body = storedText(text, (name, stored) => store.putBlob(name, stored, at));
    return JSON.stringify(body);
  };
  return { file, database, store, put, isKept: (text: string) => store.blob(hash('sha256', text)) !== undefined };
}

suite('texts that are stored apart', () => {
  test('given texts that no row names, when they are pruned, then the old ones go and the young ones stay', t => {
    const { store, put, isKept } = opened(t);
    put(long('old'), 10);
    put(long('young'), 20);
    assert.equal(store.pruneBlobs(20), 1);
    assert.deepEqual([isKept(long('old')), isKept(long('young'))], [false, true]);
    assert.equal(store.pruneBlobs(21), 1);
  });

  test('given a text that is named by a row of any table, in whatever column, then it is never pruned', t => {
    const { database, store, put, isKept } = opened(t);
    const columns = database
      .prepare(
        `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list t, pragma_table_info(t.name) c
         WHERE t.schema = 'main' AND t.type = 'table' AND c.type = 'TEXT'
           AND t.name NOT IN ('blobs', 'sqlite_schema', 'schema_migrations', 'migrations')`,
      )
      .all() as { readonly table: string; readonly column: string }[];
    assert.ok(columns.some(({ table, column }) => table === 'journal' && column === 'event'));
    assert.ok(columns.length > 60);
    database.pragma('foreign_keys = OFF');
    database.pragma('ignore_check_constraints = ON');
    for (const { table, column } of columns) {
      const text = long(`${table}.${column}`);
      insert(database, table, column, `{"deep":[${put(text)}]}`);
      insert(database, table, column, JSON.stringify({ text: put(long(`twice ${table}.${column}`)) }));
    }
    assert.equal(store.pruneBlobs(1_000), 0);
    for (const { table, column } of columns) {
      assert.ok(isKept(long(`${table}.${column}`)), `${table}.${column}`);
      assert.ok(isKept(long(`twice ${table}.${column}`)), `JSON within JSON in ${table}.${column}`);
    }
  });

  test('given an actor that was pruned, when the texts are, then those it alone named are gone', t => {
    const { database, store, put, isKept } = opened(t);
    const row = (address: string, state: string, status: 'done' | 'active') =>
      store.insertActor({
        address,
        machine: 'worker',
        version: '1',
        status,
        leaf: 'idle',
        tags: '[]',
        state,
        children: '{}',
        input: '{}',
        parent: null,
        childId: null,
        seq: 1,
        incarnation: 0,
        hash: '',
        since: 1,
        startedAt: 1,
        lastAt: 1,
        lastEvent: 'word',
        problem: null,
      });
    row('worker:1', `{"context":{"text":${put(long('alone'))},"both":${put(long('both'))}}}`, 'done');
    row('worker:2', `{"context":{"text":${put(long('both'))}}}`, 'active');
    assert.equal(store.pruneBlobs(100), 0);
    store.prune(100);
    assert.equal(store.pruneBlobs(100), 1);
    assert.deepEqual([isKept(long('alone')), isKept(long('both'))], [false, true]);
    assert.equal(database.inTransaction, false);
  });

  test('given a process that is killed while it prunes, then no text that is named is gone, and of the others all or none', async t => {
    const { file, database, put, store } = opened(t);
    const names = Array.from({ length: 4_000 }, (_, n) => `text ${n}`);
    database.transaction(() => {
      for (const [n, name] of names.entries()) {
        const body = put(long(name));
        if (n % 2 === 0) insert(database, 'dead_letters', 'event', body);
      }
    })();
    const victim = spawn(
      process.execPath,
      ['--conditions=development', fileURLToPath(new URL('blobs-victim.ts', import.meta.url)), file, '1000'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    t.after(() => victim.kill('SIGKILL'));
    await once(victim.stdout, 'data');
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    const kept = names.map(name => store.blob(hash('sha256', long(name))) !== undefined);
    assert.ok(kept.every((is, n) => is || n % 2 === 1));
    const left = kept.filter((is, n) => is && n % 2 === 1).length;
    assert.ok(left === 0 || left === 2_000, `${left} of 2000 are left`);
    assert.equal(store.pruneBlobs(1_000), left);
  });
});

/** A row that names something in one column; what else the table wants is made up. */
function insert(database: ReturnType<typeof openDatabase>, table: string, column: string, value: string): void {
  count += 1;
  const all = database.prepare(`SELECT name, type FROM pragma_table_info(?)`).all(table) as {
    readonly name: string;
    readonly type: string;
  }[];
  const madeOf: Readonly<Record<string, unknown>> = { TEXT: `made ${count}`, BLOB: Buffer.of(count % 256) };
  const made = all.map(({ name, type }) => (name === column ? value : (madeOf[type] ?? count)));
  const places = all.map(() => '?').join(', ');
  database
    .prepare(`INSERT INTO "${table}" (${all.map(({ name }) => `"${name}"`).join(', ')}) VALUES (${places})`)
    .run(...made);
}

let count = 1_000_000;
