/** One SQLite file: opened, brought up to date, and closed. Nothing else in Straylight opens it. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { Fault, fault, toFailure } from '../../../domain/supervision/failure.ts';
import { systemFailure } from '../../../domain/supervision/system-fault.ts';
import { checkCopied } from './copied-file.ts';
import { withOwnFunctions } from './own-functions.ts';
import { checkpointer } from './redo/checkpointer.ts';
import { type RedoLog, redoFile, redoLogFile } from './redo/redo-log.ts';
import { foldRedo, type WriteOutLater, writeBehind } from './redo/write-behind.ts';

export type SqliteDatabase = Database.Database;

export interface DatabaseOptions {
  readonly file: string;
  /** `full` survives a power cut, `normal` only the death of the process. */
  readonly synchronous: 'full' | 'normal';
  readonly now: () => number;
  /**
   * Commits go to the redo log, and to the tables when `later` calls back. Without it each commit goes to the tables at
   * once.
   */
  readonly writeBehind?: { readonly later: WriteOutLater };
  /** The redo log; beside the file without it. */
  readonly redo?: RedoLog;
  /** Called where the redo log ends with a record that is not whole, as a power cut leaves one that nobody was told of. */
  readonly onCutLog?: () => void;
  /** Called before an older schema is changed, with the version it has and its name; a copy belongs here. */
  readonly beforeMigration?: (database: SqliteDatabase, from: number, schema: string) => void;
  /** Of features that an embedding program brings, by name; each counts its own. */
  readonly features?: Readonly<Record<string, readonly FeatureMigration[]>>;
}

/** A step of the tables of one feature; numbered from 1, without gaps. What was applied once never changes. */
export interface FeatureMigration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/**
 * Opens the file and applies the migrations it lacks, all in one transaction. Throws `invalid` when the file is newer
 * than this program, is no SQLite database, cannot be brought up to date, or an applied migration was changed
 * afterwards.
 */
export function openDatabase(options: DatabaseOptions): SqliteDatabase {
  const { file, synchronous } = options;
  const redo = options.redo ?? redoLogFile(redoFile(file), synchronous === 'full');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = opened(file);
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('foreign_keys = ON');
    database.pragma(`busy_timeout = ${patienceMs}`);
    // what is deleted is overwritten, so that what was forgotten is in no free page
    database.pragma('secure_delete = ON');
    database.pragma('cache_size = -8192');
    // before anything reads, and before the tables change that the log speaks of
    if (foldRedo(database, redo, options.onCutLog) > 0) redo.close(true);
    database.pragma(`synchronous = ${synchronous.toUpperCase()}`);
    migrate(database, options);
    migrateFeatures(database, options);
    checkCopied(database, file);
    if (!options.writeBehind) return database;
    return writeBehind(database, redo, checkpointer(file), options.writeBehind.later);
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && (error.code === 'SQLITE_NOTADB' || error.code === 'SQLITE_CORRUPT'))
      throw fault(
        'invalid',
        `${options.file} is not a database this program can read (${error.message}); "straylight doctor" says what to do`,
        {
          cause: error.code,
        },
      );
    throw inWords(error, options.file);
  }
}

/** How long a write waits for another process that holds the file. */
const patienceMs = 5_000;

/** Writes all into the tables, and empties the logs; false: another process reads them, so they are as they were. */
export function emptyLogs(database: SqliteDatabase, redo: RedoLog): boolean {
  database.exec('SELECT 1'); // ends the transaction that is written behind
  // who reads may take as long as they like: the agent does not stand still for them, it comes back
  database.pragma('busy_timeout = 0');
  try {
    const [outcome] = database.pragma('wal_checkpoint(TRUNCATE)') as readonly { readonly busy: number }[];
    redo.clear();
    return outcome?.busy === 0;
  } finally {
    database.pragma(`busy_timeout = ${patienceMs}`);
  }
}

function opened(file: string): SqliteDatabase {
  try {
    // SQLite gives its log the mode the file has
    if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
    return withOwnFunctions(new Database(file));
  } catch (error) {
    throw inWords(error, file);
  }
}

function inWords(error: unknown, file: string): unknown {
  const failure = systemFailure(error, file);
  return failure ? new Fault(failure) : error;
}

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * The migrations this program has, in order. Each lies beside what reads and writes its tables; its number counts over
 * all of them.
 */
export function migrations(): readonly Migration[] {
  const folder = import.meta.dirname;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.sql'))
    .map(path => {
      const sql = readFileSync(join(folder, path), 'utf8');
      const name = basename(path);
      return { number: Number.parseInt(name, 10), name, sql, checksum: checksumOf(sql) };
    })
    .sort((a, b) => a.number - b.number);
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

function migrate(database: SqliteDatabase, { file, now, beforeMigration }: DatabaseOptions): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, at INTEGER NOT NULL) STRICT',
  );
  const applied = new Map(
    (database.prepare('SELECT number, name, checksum FROM migrations').all() as Migration[]).map(row => [
      row.number,
      row,
    ]),
  );
  const known = migrations();
  const twice = known.find(({ number }, at) => number === known[at + 1]?.number);
  if (twice)
    throw fault('defect', `expected one migration with the number ${twice.number}, got ${twice.name} and another one`);
  const newest = Math.max(0, ...applied.keys());
  if (newest > Math.max(...known.map(({ number }) => number)))
    throw fault(
      'invalid',
      `${file} was written by a newer version of Straylight (schema ${newest}); start that version, or restore an older copy from backups/`,
    );
  for (const { number, name, checksum } of known) {
    const row = applied.get(number);
    if (row && row.checksum !== checksum)
      throw fault(
        'invalid',
        `migration ${name} differs from the one applied to ${file}; this program's files were changed, install it again`,
      );
  }
  const missing = known.filter(({ number }) => !applied.has(number));
  if (missing.length > 0 && newest > 0) beforeMigration?.(database, newest, 'schema');
  const note = database.prepare('INSERT INTO migrations (number, name, checksum, at) VALUES (?, ?, ?, ?)');
  // all or none: half way between two versions no program could go on
  database
    .transaction(() => {
      for (const { number, name, sql, checksum } of missing)
        try {
          database.exec(sql);
          note.run(number, name, checksum, now());
        } catch (error) {
          throw fault(
            'invalid',
            `${file} could not be brought from schema ${newest} to ${known.length}: ${name} failed (${toFailure(error).message}); the file is as it was, and the version of Straylight that wrote it can go on with it`,
          );
        }
    })
    .immediate();
}

/**
 * What was applied of a feature stands in a table of its own, written in the transaction that applies it. The tables of
 * a feature that is not given stay as they are.
 */
function migrateFeatures(
  database: SqliteDatabase,
  { file, now, beforeMigration, features = {} }: DatabaseOptions,
): void {
  const given = Object.entries(features).filter(([, all]) => all.length > 0);
  if (given.length === 0) return;
  database.exec(
    'CREATE TABLE IF NOT EXISTS feature_migrations (feature TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, checksum TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (feature, number)) STRICT, WITHOUT ROWID',
  );
  const applied = database.prepare('SELECT number, checksum FROM feature_migrations WHERE feature = ? ORDER BY number');
  const note = database.prepare('INSERT INTO feature_migrations VALUES (?, ?, ?, ?, ?)');
  for (const [feature, all] of given) {
    const missing = missingOf(feature, all, applied.all(feature) as readonly Applied[], file);
    const [first] = missing;
    if (first && first.number > 1) beforeMigration?.(database, first.number - 1, feature);
    database
      .transaction(() => {
        for (const { number, name, sql } of missing)
          try {
            database.exec(sql);
            note.run(feature, number, name, checksumOf(sql), now());
          } catch (error) {
            const problem = toFailure(error).message;
            throw fault(
              'invalid',
              `migration ${number} (${name}) of the feature ${feature} failed on ${file}: ${problem}; the file is as it was`,
            );
          }
      })
      .immediate();
  }
}

type Applied = Pick<Migration, 'number' | 'checksum'>;

function missingOf(
  feature: string,
  all: readonly FeatureMigration[],
  applied: readonly Applied[],
  file: string,
): readonly FeatureMigration[] {
  if (all.some(({ number }, place) => number !== place + 1))
    throw fault('invalid', `the migrations of the feature ${feature} are not numbered 1, 2, 3 …`);
  if (applied.length > all.length)
    throw fault(
      'invalid',
      `${file} was written by a newer version of the feature ${feature} (${applied.length}); use that one`,
    );
  for (const { number, checksum } of applied)
    if (checksumOf(all[number - 1]?.sql ?? '') !== checksum)
      throw fault(
        'invalid',
        `migration ${number} of the feature ${feature} differs from the one applied to ${file}; add another one instead`,
      );
  return all.slice(applied.length);
}
