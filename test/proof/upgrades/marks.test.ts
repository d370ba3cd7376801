/** Marks of text from outside that an earlier version has set are none the lower after its database was brought up to date. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { restored } from './dump.ts';
import { keptDatabases, newestSchema } from './upgrade.ts';

const folder = join(import.meta.dirname, '../../fixtures/upgrades');
const tables = ['messages', 'memories'];

type Marks = Readonly<Record<string, unknown>>;

/** The mark of each row of these tables, and of each conversation. */
function marksIn(database: Database.Database): Marks {
  const rows = tables.flatMap(table => database.prepare(`SELECT '${table} ' || id AS id, taint FROM ${table}`).all());
  const sessions = database
    .prepare("SELECT address AS id, state ->> '$.context.taint' AS taint FROM actors WHERE machine = 'session'")
    .all();
  return Object.fromEntries(
    ([...rows, ...sessions] as { id: string; taint: unknown }[]).map(one => [one.id, one.taint]),
  );
}

/** From this schema on newer commits stand in a log beside the tables, and would be put over what is marked here. */
const redoSince = 20;

for (const name of keptDatabases().filter(one => Number(/\d+/.exec(one)?.[0]) < redoSince))
  test(`given ${name} with every other text marked as from outside, when it is brought up to date, then each mark stands`, t => {
    const home = mkdtempSync(join(tmpdir(), 'straylight-marks-'));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    const file = join(home, 'straylight.db');
    restored(readFileSync(join(folder, name), 'utf8'), file);
    const older = new Database(file);
    for (const table of tables) older.exec(`UPDATE ${table} SET taint = 'external' WHERE rowid % 2 = 0`);
    older.exec(
      "UPDATE actors SET state = json_set(state, '$.context.taint', 'external') WHERE machine = 'session' AND json_valid(state)",
    );
    const before = marksIn(older);
    older.close();
    assert.ok(Object.values(before).filter(taint => taint === 'external').length > 2);

    const now = openDatabase({ file, synchronous: 'normal', now: Date.now });
    t.after(() => now.close());
    const schema = now.prepare('SELECT max(number) FROM migrations').pluck().get();
    assert.equal(schema, newestSchema());
    assert.deepEqual(marksIn(now as unknown as Database.Database), before);
  });
