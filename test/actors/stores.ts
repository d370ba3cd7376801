/** Real stores on a real file, and one piece of work run as the host runs it. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyActorLogic, createActor } from 'xstate';
import type { EffectFacts } from '../../src/actors/runtime/registry.ts';
import { sqliteConversationStore } from '../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase, type SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../src/adapters/stores/sqlite/host/host.ts';
import { memoryStore } from '../../src/adapters/stores/sqlite/memories/memories.ts';
import type { Body } from '../../src/domain/conversation/body.ts';
import type { Message } from '../../src/domain/conversation/message.ts';
import type { MemoryStore } from '../../src/domain/memory/memory.ts';
import { builtInTables } from '../../src/features/built-in-tables.ts';
import type { ConversationStore } from '../../src/ports/conversation-store.ts';
import type { HostStore } from '../../src/ports/store.ts';

/** Tables of features that count their migrations themselves. */
export const ownTables = Object.fromEntries(builtInTables.map(({ name, migrations }) => [name, migrations]));

export const session = 'session:terminal:main';

export interface Stores {
  readonly folder: string;
  readonly database: SqliteDatabase;
  readonly store: HostStore;
  readonly conversation: ConversationStore;
  readonly memories: MemoryStore;
  /** Appends a message of the one session; its id is `m1`, `m2`, … unless given. */
  say(role: Message['role'], text: string, more?: Partial<Message>): string;
  /** A text as a blob. */
  blob(text: string): Body;
}

/** Opens them in a folder of their own, which goes with the test. */
export function openStores(t: { after(close: () => void): void }): Stores {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-actors-'));
  const file = join(folder, 'actors.db');
  const database = openDatabase({ file, synchronous: 'normal', now: Date.now, features: ownTables });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const store = sqliteHostStore(database);
  const conversation = sqliteConversationStore(database);
  let said = 0;
  return {
    folder,
    database,
    store,
    conversation,
    memories: memoryStore(database),
    say(role, text, more = {}) {
      said += 1;
      const id = more.id ?? `m${said}`;
      conversation.appendMessage({ session, turn: 'turn-1', role, body: text, taint: 'owner', at: said, ...more, id });
      return id;
    },
    blob(text) {
      const hash = createHash('sha256').update(text).digest('hex');
      store.putBlob(hash, text, 1);
      return { blob: hash, bytes: Buffer.byteLength(text) };
    },
  };
}

export interface Performed {
  readonly output: Promise<unknown>;
  /** What it emitted on the way. */
  readonly emitted: { readonly type: string; readonly [key: string]: unknown }[];
  abort(): void;
}

/** Runs one piece of work with its input and the facts the host adds. */
export function performed(logic: AnyActorLogic, input: object, facts: Partial<EffectFacts> = {}): Performed {
  const aborting = new AbortController();
  const effect: EffectFacts = { address: `${session}#3.0`, owner: session, key: 'k', attempt: 1, ...facts };
  const actor = createActor(logic, { input: { ...input, effect, signal: aborting.signal } as never });
  const emitted: Performed['emitted'] = [];
  actor.on('*' as never, ((event: Performed['emitted'][number]) => emitted.push(event)) as never);
  const output = new Promise((resolve, reject) => {
    actor.subscribe({ error: reject, complete: () => resolve(actor.getSnapshot().output) });
  });
  actor.start();
  return { output, emitted, abort: () => aborting.abort(new DOMException('it was cancelled', 'AbortError')) };
}
