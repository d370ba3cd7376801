/** What stays when a simulated agent dies: its file (here in memory), its key, the anchor of its chain. */
import type { AnchorFile } from '../../../src/adapters/audit/anchor.ts';
import { auditLog } from '../../../src/adapters/audit/log.ts';
import { sqliteConversationStore } from '../../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase, type SqliteDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import { sqliteAuditStore } from '../../../src/adapters/stores/sqlite/ledgers/audit.ts';
import { memoryStore } from '../../../src/adapters/stores/sqlite/memories/memories.ts';
import { type Anchor, anchorText, type FoundAnchor } from '../../../src/domain/audit/audit.ts';
import type { MemoryStore } from '../../../src/domain/memory/memory.ts';
import type { ConversationStore } from '../../../src/ports/conversation-store.ts';
import type { SigningKey } from '../../../src/ports/secrets/signing-key.ts';
import type { HostStore } from '../../../src/ports/store.ts';
import { fixedKey } from '../fixed-key.ts';

export interface Ground {
  readonly database: SqliteDatabase;
  readonly store: HostStore;
  readonly conversation: ConversationStore;
  readonly memories: MemoryStore;
  readonly key: SigningKey;
  readonly anchor: AnchorFile;
  close(): void;
}

/**
 * `file`: where it lies; in memory without it. `refused` hears of rows that were to be written twice, `beforeWrite` of
 * every write; it may throw.
 */
export function openGround(options: {
  readonly file?: string;
  readonly now: () => number;
  /** What the anchor of the chain says. */
  readonly anchor?: FoundAnchor;
  readonly refused?: (what: string) => void;
  readonly beforeWrite?: (database: SqliteDatabase, sql: string) => void;
}): Ground {
  const { file = ':memory:', now, refused, beforeWrite, anchor = 'missing' } = options;
  const database = openDatabase({ file, synchronous: 'normal', now });
  database.pragma('synchronous = OFF');
  if (refused) watchRefusals(database, refused);
  if (beforeWrite) watchWrites(database, sql => beforeWrite(database, sql));
  const key = fixedKey();
  return {
    database,
    store: sqliteHostStore(database),
    conversation: sqliteConversationStore(database),
    memories: memoryStore(database),
    key,
    anchor: anchorInMemory(key, anchor),
    close: () => void database.close(),
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

/** Every statement that changes the file, and every commit, is told before it runs. */
function watchWrites(database: SqliteDatabase, before: (sql: string) => void): void {
  const { prepare } = database;
  database.prepare = ((sql: string) => {
    const statement = prepare.call(database, sql);
    if (!/^\s*(INSERT|UPDATE|DELETE|COMMIT)/.test(sql)) return statement;
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
