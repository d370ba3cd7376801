/**
 * What is known of the workspace and of what each turn changed in it: one SQLite file beside the kept contents.
 *
 * It is a file of its own, since the thread that keeps the workspace writes it, and since an owner who deletes the
 * folder `undo` loses nothing else.
 */
import { existsSync } from 'node:fs';
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
 * Opens the file. Rows about contents that this key does not open are removed: they can never be brought back.
 * Throws `invalid` where a newer version of the program has written the file.
 */
export function sqliteUndoIndex(file: string, seal: string): UndoIndex {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('secure_delete = ON');
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

function indexOver(database: Database.Database): UndoIndex {
  return {
    transaction: work => database.transaction(work).immediate(),
    ...treeTable(database),
    ...objectTable(database),
    ...turnTable(database),
    ...callTable(database),
    ...changeTable(database),
    ...planTable(database),
    forget: without => forgetIn(database, without),
    close: () => void database.close(),
  };
}

/**
 * Looks at the rows as they are in the file, so that it also serves a file whose turns are no longer kept. The file is
 * cleaned even where nothing is found now: a process may have died between both.
 */
function forgetIn(database: Database.Database, without: (text: string) => string | undefined): void {
  database
    .transaction(() => {
      const set = database.prepare('UPDATE turns SET facts = ? WHERE id = ?');
      const rows = database.prepare<[], { id: number; facts: string }>('SELECT id, facts FROM turns').all();
      for (const { id, facts } of rows) {
        const clean = without(facts);
        if (clean !== undefined) set.run(clean, id);
      }
    })
    .immediate();
  database.exec('VACUUM');
  const [log] = database.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
  if (log?.busy !== 0)
    throw fault('unavailable', `${database.name} is read by another process, so what is forgotten is still in its log`);
}

/** Takes it out of a file that nothing keeps up to date any more; nothing where there is none. */
export function forgetInLeftUndoIndex(file: string, without: (text: string) => string | undefined): void {
  if (!existsSync(file)) return;
  const database = new Database(file);
  try {
    database.pragma('secure_delete = ON');
    if (tablesOf(database).includes('turns')) forgetIn(database, without);
  } finally {
    database.close();
  }
}

/** How the workspace was when it was last looked at. */
function treeTable(database: Database.Database): Pick<UndoIndex, 'tree' | 'saveEntry'> {
  const all = database.prepare<[], { path: string; entry: string }>('SELECT path, entry FROM tree');
  const save = database.prepare('INSERT OR REPLACE INTO tree (path, entry, object) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM tree WHERE path = ?');
  return {
    *tree() {
      for (const { path, entry } of all.iterate()) yield [path, JSON.parse(entry) as Entry];
    },
    saveEntry(path, entry) {
      if (entry === undefined) remove.run(path);
      else save.run(path, JSON.stringify(entry), entry.object ?? null);
    },
  };
}

/** The contents that are kept. */
function objectTable(
  database: Database.Database,
): Pick<UndoIndex, 'objects' | 'addObject' | 'dropObject' | 'unneededObjects'> {
  const all = database.prepare<[], { object: string; bytes: number; packed: number }>(
    'SELECT object, bytes, packed FROM objects',
  );
  const add = database.prepare('INSERT OR REPLACE INTO objects (object, bytes, packed) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM objects WHERE object = ?');
  const unneeded = database.prepare<[], { object: string }>(`SELECT object FROM objects WHERE object NOT IN (
    SELECT object FROM tree WHERE object IS NOT NULL UNION SELECT before_object FROM changes WHERE before_object IS NOT NULL
    UNION SELECT after_object FROM changes WHERE after_object IS NOT NULL)`);
  return {
    objects: () =>
      all.all().map(({ object, bytes, packed }): StoredObject => ({ object, bytes, isPacked: packed === 1 })),
    addObject: ({ object, bytes, isPacked }) => void add.run(object, bytes, isPacked ? 1 : 0),
    dropObject: object => void remove.run(object),
    unneededObjects: () => unneeded.all().map(({ object }) => object),
  };
}

type TurnRow = Omit<KeptTurn, 'undoes' | 'facts'> & { readonly undoes: number | null; readonly facts: string };

function turnTable(
  database: Database.Database,
): Pick<UndoIndex, 'addTurn' | 'setFacts' | 'turn' | 'changedTurns' | 'dropTurn' | 'turnsBefore' | 'oldestTurn'> {
  const columns = 'id, turn, session, at, undoes, facts FROM turns';
  const add = database.prepare('INSERT INTO turns (turn, session, at, undoes, facts) VALUES (?, ?, ?, ?, ?)');
  const setFacts = database.prepare('UPDATE turns SET facts = ? WHERE id = ?');
  const byName = database.prepare<[string], TurnRow>(`SELECT ${columns} WHERE turn = ?`);
  const byId = database.prepare<[number], TurnRow>(`SELECT ${columns} WHERE id = ?`);
  const changed = database.prepare<[number], TurnRow>(
    `SELECT ${columns} WHERE EXISTS (SELECT 1 FROM changes WHERE changes.turn = turns.id) ORDER BY id DESC LIMIT ?`,
  );
  const remove = database.prepare('DELETE FROM turns WHERE id = ?');
  const old = database.prepare<[number], { id: number }>(
    `SELECT id FROM turns WHERE at < ? AND id NOT IN (SELECT turn FROM calls) AND id NOT IN (SELECT turn FROM plans) ORDER BY id`,
  );
  return {
    addTurn({ turn, session, at, undoes, facts }: NewTurn) {
      return Number(add.run(turn, session, at, undoes ?? null, JSON.stringify(facts)).lastInsertRowid);
    },
    setFacts: (id, facts) => void setFacts.run(JSON.stringify(facts), id),
    turn(key) {
      const row = typeof key === 'number' ? byId.get(key) : byName.get(key);
      return row && toTurn(row);
    },
    changedTurns: limit => changed.all(limit).map(toTurn),
    dropTurn: id => void remove.run(id),
    turnsBefore: at => old.all(at).map(({ id }) => id),
    oldestTurn: at => old.get(at)?.id,
  };
}

function toTurn({ undoes, facts, ...turn }: TurnRow): KeptTurn {
  return { ...turn, undoes: undoes ?? undefined, facts: JSON.parse(facts) };
}

/** Tool calls under way, with their turns. */
function callTable(database: Database.Database): Pick<UndoIndex, 'openCall' | 'closeCall' | 'calls'> {
  const open = database.prepare('INSERT OR REPLACE INTO calls (call, turn) VALUES (?, ?)');
  const close = database.prepare('DELETE FROM calls WHERE call = ?');
  const all = database.prepare<[], CallRow>('SELECT call, turn FROM calls ORDER BY turn');
  return {
    openCall: ({ call, turn }) => void open.run(call, turn),
    closeCall: call => void close.run(call),
    calls: () => all.all(),
  };
}

interface ChangeText {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly mixed: number;
}

/** What each turn changed. */
function changeTable(database: Database.Database): Pick<UndoIndex, 'changes' | 'change' | 'saveChange' | 'dropChange'> {
  const columns = 'path, before, after, mixed FROM changes';
  const ofTurn = database.prepare<[number], ChangeText>(`SELECT ${columns} WHERE turn = ? ORDER BY path`);
  const one = database.prepare<[number, string], ChangeText>(`SELECT ${columns} WHERE turn = ? AND path = ?`);
  const save = database.prepare(
    'INSERT OR REPLACE INTO changes (turn, path, before, after, mixed, before_object, after_object) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM changes WHERE turn = ? AND path = ?');
  return {
    changes: turn => ofTurn.all(turn).map(toChange),
    change(turn, path) {
      const row = one.get(turn, path);
      return row && toChange(row);
    },
    saveChange(turn, { path, before, after, isMixed }) {
      const text = (entry: Entry | undefined) => (entry === undefined ? null : JSON.stringify(entry));
      const objects = [before?.object ?? null, after?.object ?? null];
      save.run(turn, path, text(before), text(after), isMixed ? 1 : 0, ...objects);
    },
    dropChange: (turn, path) => void remove.run(turn, path),
  };
}

function toChange({ path, before, after, mixed }: ChangeText): ChangeRow {
  return {
    path,
    before: before === null ? undefined : (JSON.parse(before) as Entry),
    after: after === null ? undefined : (JSON.parse(after) as Entry),
    isMixed: mixed === 1,
  };
}

/** Undos under way: what a restart has to finish. */
function planTable(database: Database.Database): Pick<UndoIndex, 'savePlan' | 'dropPlan' | 'plans'> {
  const save = database.prepare('INSERT OR REPLACE INTO plans (turn, plan) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM plans WHERE turn = ?');
  const all = database.prepare<[], { turn: number; plan: string }>('SELECT turn, plan FROM plans ORDER BY turn');
  return {
    savePlan: (turn, plan) => void save.run(turn, JSON.stringify(plan)),
    dropPlan: turn => void remove.run(turn),
    plans: () => all.all().map(({ turn, plan }) => ({ turn, plan: JSON.parse(plan) })),
  };
}
