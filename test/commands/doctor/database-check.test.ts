import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { databaseHealth } from '../../../src/adapters/stores/sqlite/database-health.ts';
import { databaseCheck } from '../../../src/commands/doctor/database-check.ts';

function aHome(t: TestContext, name = 'home') {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-database-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, name);
  const [database, backups] = [join(home, 'straylight.db'), join(home, 'backups')];
  mkdirSync(backups, { recursive: true });
  return {
    home,
    database,
    backups,
    open: () => openDatabase({ file: database, synchronous: 'normal', now: () => 1 }),
    look: async (most?: number) =>
      databaseCheck({ home, database, backups }, (file, bytes) => databaseHealth(file, most ?? bytes)).run(
        AbortSignal.timeout(5_000),
      ),
  };
}

const change = (file: string, sql: string) => {
  const database = new Database(file);
  database.exec(sql);
  database.close();
};

function overwrite(path: string, bytes: Buffer, at: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

test('given no database, when the doctor looks, then that is no fault, and none is made', async t => {
  const { database, look } = aHome(t);
  const { verdict, found } = await look();
  assert.equal(verdict, 'ok');
  assert.match(found, /does not exist yet/);
  assert.ok(!existsSync(database));
});

test('given a database that an agent holds open, when the doctor looks, then it is whole, and Straylight goes on writing', async t => {
  const { open, look } = aHome(t);
  const agent = open();
  t.after(() => agent.close());
  agent.exec('BEGIN IMMEDIATE; CREATE TABLE later (a)');
  const { verdict, found } = await look();
  agent.exec('COMMIT');
  assert.equal(verdict, 'ok', found);
  assert.match(found, /: \d+ KB, intact, schema \d+$/);
});

test('given a database that is larger than what is read through, when the doctor looks, then it says so', async t => {
  const { open, look } = aHome(t);
  open().close();
  assert.match((await look(1_000)).found, /opens; not checked in full because it is larger than 256 MB/);
});

test('given an older and an empty database, when the doctor looks, then nothing is brought up to date', async t => {
  const { database, open, look } = aHome(t);
  open().close();
  change(database, 'DELETE FROM migrations WHERE number > 2');
  const before = readFileSync(database);
  assert.match((await look()).found, /schema 2, which the next start upgrades to \d+$/);
  assert.ok(before.equals(readFileSync(database)));
  for (const name of ['straylight.db', 'straylight.db-wal', 'straylight.db-shm'])
    rmSync(join(database, '..', name), { force: true });
  writeFileSync(database, '');
  assert.match((await look()).found, /schema 0, which/);
  assert.equal(readFileSync(database).length, 0);
});

for (const [what, harm] of [
  ['of other bytes', (file: string) => writeFileSync(file, 'garbage')],
  ['with a zeroed head', (file: string) => overwrite(file, Buffer.alloc(100), 0)],
  ['with a page overwritten', (file: string) => overwrite(file, Buffer.alloc(8_192, 0xa5), 12_288)],
  ['that is a folder', (file: string) => [rmSync(file), mkdirSync(file)]],
] as const)
  test(`given a database ${what}, when the advice is followed without and with a copy, then it can be opened`, async t => {
    const { home, database, backups, open, look } = aHome(t, "the owner's home");
    const agent = open();
    const copy = join(backups, 'schema-1-1.db');
    agent.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`);
    agent.close();

    harm(database);
    const withCopy = await look();
    assert.equal(withCopy.verdict, 'fail');
    assert.ok(withCopy.found.startsWith(`${database} is damaged: `), withCopy.found);
    execFileSync('sh', ['-c', commandIn(withCopy.advice)]);
    assert.match((await look()).found, /intact/);

    rmSync(copy);
    writeFileSync(join(backups, 'no-database.db'), 'garbage');
    rmSync(join(home, 'broken'), { recursive: true });
    harm(database);
    const withNone = await look();
    assert.match(withNone.advice ?? '', /there is no copy in .*creates an empty database/);
    execFileSync('sh', ['-c', commandIn(withNone.advice)]);
    assert.deepEqual(readdirSync(home).sort(), ['backups', 'broken']);
    open().close();
  });

test('given a database of a newer version, or with another migration, when the doctor looks, then it says which and what to do', async t => {
  const { database, open, look } = aHome(t);
  open().close();
  change(database, "INSERT INTO migrations VALUES (999, '999-later.sql', 'x', 1)");
  const newer = await look();
  assert.equal(newer.verdict, 'fail');
  assert.match(newer.found, /newer version of Straylight: it has schema 999, this version supports up to \d+$/);
  assert.match(newer.advice ?? '', /^use that version/);
  change(database, "DELETE FROM migrations WHERE number = 999; UPDATE migrations SET checksum = 'x' WHERE number = 1");
  const changed = await look();
  assert.equal(changed.verdict, 'fail');
  assert.match(changed.found, /migration 0*1\S* differs/);
});

/** The command at the end of an advice, as an owner would copy it. */
function commandIn(advice = ''): string {
  return advice.slice(advice.indexOf('mkdir -p'));
}
