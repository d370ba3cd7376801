/** What stays when a simulated agent dies: its file (here in memory), its key, the anchor of its chain. */
import type { AnchorFile } from '../../../src/adapters/audit/anchor.ts';
import { auditLog } from '../../../src/adapters/audit/log.ts';
import { sqliteConversationStore } from '../../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase, type SqliteDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import { sqliteAuditStore } from '../../../src/adapters/stores/sqlite/ledgers/audit.ts';
import { memoryStore } from '../../../src/adapters/stores/sqlite/memories/memories.ts';
import { checkpointer } from '../../../src/adapters/stores/sqlite/redo/checkpointer.ts';
import { type RedoLog, redoFile, redoLogFile } from '../../../src/adapters/stores/sqlite/redo/redo-log.ts';
import { foldRedo, writeBehind } from '../../../src/adapters/stores/sqlite/redo/write-behind.ts';
import { type Anchor, anchorText, type FoundAnchor } from '../../../src/domain/audit/audit.ts';
import type { MemoryStore } from '../../../src/domain/memory/memory.ts';
import type { ConversationStore } from '../../../src/ports/conversation-store.ts';
import type { SigningKey } from '../../../src/ports/secrets/signing-key.ts';
import type { HostStore } from '../../../src/ports/store.ts';
import { ownTables } from '../../actors/stores.ts';
import { fixedKey } from '../fixed-key.ts';

export interface Ground {
  readonly database: SqliteDatabase;
  readonly store: HostStore;
  readonly conversation: ConversationStore;
  readonly memories: MemoryStore;
  readonly key: SigningKey;
  readonly anchor: AnchorFile;
  /**
   * A life begins where the one before has ended, in whatever way: what its tables lack is folded from the redo log, as
   * whenever the file is opened. `later`: writes the tables out within a second.
   */
  begin(later: (writeOut: () => void) => void): void;
  close(): void;
}

export interface GroundOptions {
  /** Where it lies; in memory without it. */
  readonly file?: string;
  readonly now: () => number;
  /** What the anchor of the chain says. */
  readonly anchor?: FoundAnchor;
  /** Hears of rows that were to be written twice. */
  readonly refused?: (what: string) => void;
  /** Hears of every write; it may throw. */
  readonly beforeWrite?: (database: SqliteDatabase, sql: string) => void;
  /** A redo log that is broken on purpose; made for each life. */
  readonly brokenLog?: (log: RedoLog) => RedoLog;
}

export function openGround(options: GroundOptions): Ground {
  const { file, now, anchor = 'missing', beforeWrite = () => {}, brokenLog = log => log } = options;
  const redo = file === undefined ? logInMemory() : redoLogFile(redoFile(file), false);
  const tables = openDatabase({ file: file ?? ':memory:', synchronous: 'normal', now, redo, features: ownTables });
  tables.pragma('synchronous = OFF');
  const { exec } = tables;
  tables.exec = sql => {
    if (sql === 'COMMIT') beforeWrite(tables, sql);
    return exec.call(tables, sql);
  };
  const key = fixedKey();
  const lasting = { key, anchor: anchorInMemory(key, anchor) };
  let standing = stand(() => {});

  function stand(later: (writeOut: () => void) => void) {
    if (tables.inTransaction) tables.exec('ROLLBACK');
    const log = brokenLog(redo);
    foldRedo(tables, log);
    const database = writeBehind(tables, log, checkpointer(tables.name), later);
    if (options.refused) watchRefusals(database, options.refused);
    watchWrites(database, sql => beforeWrite(tables, sql));
    watchCommits(database, () => beforeWrite(tables, 'COMMIT'));
    return {
      database,
      store: sqliteHostStore(database),
      conversation: sqliteConversationStore(database),
      memories: memoryStore(database),
    };
  }

  return {
    ...lasting,
    get database() {
      return standing.database;
    },
    get store() {
      return standing.store;
    },
    get conversation() {
      return standing.conversation;
    },
    get memories() {
      return standing.memories;
    },
    begin(later) {
      standing = stand(later);
    },
    close() {
      tables.exec = exec; // nobody is left who could be told
      standing.database.close();
    },
  };
}

/** A log that outlives those that write it. */
function logInMemory(): RedoLog {
  let salt = '';
  let records: Uint8Array[] = [];
  return {
    read: of => (of === salt ? records : []),
    begin(of) {
      salt = of;
      records = [];
    },
    append: record => void records.push(Buffer.from(record)),
    clear() {},
    get bytes() {
      return records.reduce((sum, { length }) => sum + length, 0);
    },
    close() {},
  };
}

/** The audit chain of one life, over what the lives before it have written. */
export function auditOf({ database, anchor, key }: Ground, now: () => number) {
  return auditLog({ store: sqliteAuditStore(database), anchor, key, clock: { now }, redact: value => value });
}

/** Rows that are written once per id: an insert that changes nothing means that the same work was done twice. */
const onceRows = /INSERT OR IGNORE INTO (messages|turns|deliveries|approvals)\b/;

function watchRefusals(database: SqliteDatabase, refused: (what: string) => void): void {
  const { prepare } = database;
  database.prepare = ((sql: string) => {
    const statement = prepare.call(database, sql);
    const table = onceRows.exec(sql)?.[1];
    if (table === undefined) return statement;
    const run = statement.run.bind(statement) as (...values: unknown[]) => { readonly changes: number };
    return Object.assign(statement, {
      run(...values: unknown[]) {
        const result = run(...values);
        if (result.changes === 0) refused(`${table} ${String(values[0])}`);
        return result;
      },
    });
  }) as typeof prepare;
}

/** Every statement that changes a row is told before it runs. */
function watchWrites(database: SqliteDatabase, before: (sql: string) => void): void {
  const { prepare } = database;
  database.prepare = ((sql: string) => {
    const statement = prepare.call(database, sql);
    if (!/^\s*(INSERT|UPDATE|DELETE)/.test(sql)) return statement;
    const watched = (name: 'run' | 'get' | 'all') => {
      const work = statement[name].bind(statement) as (...values: unknown[]) => unknown;
      return (...values: unknown[]) => {
        before(sql);
        return work(...values);
      };
    };
    return Object.assign(statement, { run: watched('run'), get: watched('get'), all: watched('all') });
  }) as typeof prepare;
}

/** Every transaction is told before it is committed, whether it has written something or not. */
function watchCommits(database: SqliteDatabase, before: () => void): void {
  const { transaction } = database;
  database.transaction = ((work: (...values: unknown[]) => unknown) => {
    const call = (...values: unknown[]) => {
      const isPart = database.inTransaction;
      return transaction(() => {
        const result = work(...values);
        if (!isPart) before();
        return result;
      }).immediate();
    };
    return Object.assign(call, { default: call, deferred: call, immediate: call, exclusive: call });
  }) as typeof transaction;
}

function anchorInMemory(key: SigningKey, first: FoundAnchor): AnchorFile {
  let found = first;
  return {
    write({ n, hash }, at) {
      const anchor: Anchor = { n, hash, at, key: key.publicKey, signature: key.sign(anchorText({ n, hash, at })) };
      found = anchor;
    },
    read: () => found,
    close() {},
  };
}
