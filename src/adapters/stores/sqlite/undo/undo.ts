/**
 * What is known of the workspace and of what each turn changed in it: one SQLite file beside the kept contents.
 *
 * A file of its own, since the thread that keeps the workspace writes it, and since whoever deletes the folder `undo`
 * shall lose nothing else.
 */
import Database from 'better-sqlite3';
import { fault } from '../../../../domain/supervision/failure.ts';
import type { Entry } from '../../../undo/entry.ts';
import type { StoredObject } from '../../../undo/object-store.ts';
import type { ChangeRow } from '../../../undo/plan.ts';
import type { CallRow, KeptTurn, NewTurn, UndoIndex } from '../../../undo/undo-index.ts';

const version = 2;

/** `seal` names the key that the contents are sealed with. */
const schema = `
CREATE TABLE seal (id TEXT NOT NULL) STRICT;
CREATE TABLE tree (path TEXT PRIMARY KEY, entry TEXT NOT NULL, object TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE objects (object TEXT PRIMARY KEY, bytes INTEGER NOT NULL, packed INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT, turn TEXT NOT NULL UNIQUE, session TEXT NOT NULL, at INTEGER NOT NULL,
  undoes INTEGER, facts TEXT NOT NULL
) STRICT;
CREATE TABLE calls (call TEXT PRIMARY KEY, turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE) STRICT;
CREATE TABLE changes (
  turn INTEGER NOT NULL REFERENCES turns (id) ON DELETE CASCADE, path TEXT NOT NULL, before TEXT, after TEXT, mixed INTEGER NOT NULL,
  before_object TEXT, after_object TEXT, PRIMARY KEY (turn, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE plans (turn INTEGER PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE, plan TEXT NOT NULL) STRICT;
`;

/**
 * Opens the file. Whatever names contents that this key does not open is dropped: they can never be brought back.
 * Throws `invalid` where a newer version of the program has written the file.
 */
export function sqliteUndoIndex(file: string, seal: string): UndoIndex {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  const found = database.pragma('user_version', { simple: true }) as number;
  if (found > version) {
    database.close();
    throw fault(
      'invalid',
      `${file} was written by a newer version of Straylight; start that version, or remove its folder`,
    );
  }
  if (found < version || sealOf(database) !== seal)
    database.transaction(() => {
      // the tables that refer to others stand last
      for (const name of tablesOf(database).toReversed()) database.exec(`DROP TABLE ${name}`);
      database.exec(schema);
      database.prepare('INSERT INTO seal (id) VALUES (?)').run(seal);
      database.pragma(`user_version = ${version}`);
    })();
  return indexOver(database);
}

function sealOf(database: Database.Database): unknown {
  return database.prepare('SELECT id FROM seal').pluck().get();
}

function tablesOf(database: Database.Database): readonly string[] {
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  return names.pluck().all() as string[];
}

type TurnRow = Omit<KeptTurn, 'undoes' | 'facts'> & { readonly undoes: number | null; readonly facts: string };
type ChangeText = {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly mixed: number;
};

function indexOver(database: Database.Database): UndoIndex {
  const statement = (text: string) => database.prepare(text);
  const setEntry = statement('INSERT OR REPLACE INTO tree (path, entry, object) VALUES (?, ?, ?)');
  const dropEntry = statement('DELETE FROM tree WHERE path = ?');
  const addObject = statement('INSERT OR REPLACE INTO objects (object, bytes, packed) VALUES (?, ?, ?)');
  const dropObject = statement('DELETE FROM objects WHERE object = ?');
  const addTurn = statement('INSERT INTO turns (turn, session, at, undoes, facts) VALUES (?, ?, ?, ?, ?)');
  const setFacts = statement('UPDATE turns SET facts = ? WHERE id = ?');
  const oneTurn = statement('SELECT id, turn, session, at, undoes, facts FROM turns WHERE turn = ?');
  const turnById = statement('SELECT id, turn, session, at, undoes, facts FROM turns WHERE id = ?');
  const changedTurns = statement(
    `SELECT id, turn, session, at, undoes, facts FROM turns
     WHERE EXISTS (SELECT 1 FROM changes WHERE changes.turn = turns.id) ORDER BY id DESC LIMIT ?`,
  );
  const openCall = statement('INSERT OR REPLACE INTO calls (call, turn) VALUES (?, ?)');
  const closeCall = statement('DELETE FROM calls WHERE call = ?');
  const calls = statement('SELECT call, turn FROM calls ORDER BY turn');
  const changes = statement('SELECT path, before, after, mixed FROM changes WHERE turn = ? ORDER BY path');
  const change = statement('SELECT path, before, after, mixed FROM changes WHERE turn = ? AND path = ?');
  const setChange = statement(
    'INSERT OR REPLACE INTO changes (turn, path, before, after, mixed, before_object, after_object) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const dropChange = statement('DELETE FROM changes WHERE turn = ? AND path = ?');
  const setPlan = statement('INSERT OR REPLACE INTO plans (turn, plan) VALUES (?, ?)');
  const dropPlan = statement('DELETE FROM plans WHERE turn = ?');
  const plans = statement('SELECT turn, plan FROM plans ORDER BY turn');
  const dropTurn = statement('DELETE FROM turns WHERE id = ?');
  const unneeded = statement(`SELECT object FROM objects WHERE object NOT IN (
    SELECT object FROM tree WHERE object IS NOT NULL UNION SELECT before_object FROM changes WHERE before_object IS NOT NULL
    UNION SELECT after_object FROM changes WHERE after_object IS NOT NULL)`);
  const old = statement(
    `SELECT id FROM turns WHERE at < ? AND id NOT IN (SELECT turn FROM calls) AND id NOT IN (SELECT turn FROM plans) ORDER BY id`,
  );

  return {
    transaction: work => database.transaction(work).immediate(),
    *tree() {
      for (const { path, entry } of statement('SELECT path, entry FROM tree').iterate() as Iterable<{
        path: string;
        entry: string;
      }>)
        yield [path, JSON.parse(entry) as Entry];
    },
    objects: () =>
      (
        statement('SELECT object, bytes, packed FROM objects').all() as {
          object: string;
          bytes: number;
          packed: number;
        }[]
      ).map(({ object, bytes, packed }): StoredObject => ({ object, bytes, isPacked: packed === 1 })),
    saveEntry(path, entry) {
      if (entry === undefined) dropEntry.run(path);
      else setEntry.run(path, JSON.stringify(entry), entry.object ?? null);
    },
    addObject: ({ object, bytes, isPacked }) => void addObject.run(object, bytes, isPacked ? 1 : 0),
    dropObject: object => void dropObject.run(object),
    unneededObjects: () => (unneeded.all() as { object: string }[]).map(({ object }) => object),
    addTurn({ turn, session, at, undoes, facts }: NewTurn) {
      return Number(addTurn.run(turn, session, at, undoes ?? null, JSON.stringify(facts)).lastInsertRowid);
    },
    setFacts: (id, facts) => void setFacts.run(JSON.stringify(facts), id),
    turn: key => turnOf((typeof key === 'number' ? turnById : oneTurn).get(key) as TurnRow | undefined),
    changedTurns: limit => (changedTurns.all(limit) as TurnRow[]).map(row => turnOf(row) as KeptTurn),
    dropTurn: id => void dropTurn.run(id),
    turnsBefore: at => (old.all(at) as { id: number }[]).map(({ id }) => id),
    oldestTurn: at => (old.get(at) as { id: number } | undefined)?.id,
    openCall: ({ call, turn }) => void openCall.run(call, turn),
    closeCall: call => void closeCall.run(call),
    calls: () => calls.all() as CallRow[],
    changes: turn => (changes.all(turn) as ChangeText[]).map(changeOf),
    change(turn, path) {
      const row = change.get(turn, path) as ChangeText | undefined;
      return row && changeOf(row);
    },
    saveChange(turn, { path, before, after, isMixed }) {
      const text = (entry: Entry | undefined) => (entry === undefined ? null : JSON.stringify(entry));
      const objects = [before?.object ?? null, after?.object ?? null];
      setChange.run(turn, path, text(before), text(after), isMixed ? 1 : 0, ...objects);
    },
    dropChange: (turn, path) => void dropChange.run(turn, path),
    savePlan: (turn, plan) => void setPlan.run(turn, JSON.stringify(plan)),
    dropPlan: turn => void dropPlan.run(turn),
    plans: () =>
      (plans.all() as { turn: number; plan: string }[]).map(({ turn, plan }) => ({ turn, plan: JSON.parse(plan) })),
    close: () => void database.close(),
  };
}

function turnOf(row: TurnRow | undefined): KeptTurn | undefined {
  if (!row) return undefined;
  const { undoes, facts, ...turn } = row;
  return { ...turn, ...(undoes === null ? {} : { undoes }), facts: JSON.parse(facts) };
}

function changeOf({ path, before, after, mixed }: ChangeText): ChangeRow {
  return {
    path,
    before: before === null ? undefined : (JSON.parse(before) as Entry),
    after: after === null ? undefined : (JSON.parse(after) as Entry),
    isMixed: mixed === 1,
  };
}
