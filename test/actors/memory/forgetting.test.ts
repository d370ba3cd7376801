/** Which memories go with one that is forgotten, and who waits until they are gone. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { forgettingWork } from '../../../src/actors/memory/forgetting.ts';
import { noteForgotten } from '../../../src/actors/memory/memory-service.ts';
import { sqliteConversationStore } from '../../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteForgettings } from '../../../src/adapters/stores/sqlite/memories/forgetting/forgettings.ts';
import { memoryStore } from '../../../src/adapters/stores/sqlite/memories/memories.ts';

test('given memories that took the place of one another, when the newest is forgotten, then the whole chain goes with its words, and what still counts stays', t => {
  const folder = mkdtempSync(join(tmpdir(), 'forgotten-chain-'));
  const database = openDatabase({ file: join(folder, 'straylight.db'), now: () => 1, synchronous: 'normal' });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const forgettings = sqliteForgettings(database, () => true);
  const memories = memoryStore(database);
  const save = (content: string, status: 'active' | 'archived', replaces: string | null) =>
    memories.save({
      kind: 'fact',
      content,
      status,
      source: 'owner',
      taint: 'owner',
      session: 'session:web:main',
      replaces,
      at: 1,
    });
  const other = save('the bell of my bike is red', 'active', null);
  const first = save('the frame number of my bike is WX-4411', 'archived', other);
  const second = save('the frame number of my bike is WX-4412', 'archived', first);
  const newest = save('the frame number of my bike is WX-4413', 'active', second);
  memories.reword(newest, 'the frame number of my bike is WX-4414', 2);

  noteForgotten({ memories, forgettings }, memories.get([newest]), { at: 3 });

  assert.deepEqual(
    memories.list({ limit: -1 }).map(({ id }) => id),
    [other],
  );
  const [noted] = forgettings.open();
  assert.deepEqual(noted?.memories.map(({ content }) => /WX-\d+/.exec(content)?.[0]).sort(), [
    ...['WX-4411', 'WX-4412', 'WX-4413', 'WX-4414'],
  ]);
});

test('given words to forget, when a turn begins after the one that asked, then they are blanked before it reads, and not before the first has ended', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'forgotten-before-'));
  const database = openDatabase({ file: join(folder, 'straylight.db'), now: () => 1, synchronous: 'normal' });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const conversation = sqliteConversationStore(database);
  const forgettings = sqliteForgettings(database, () => true);
  const work = forgettingWork({
    forgettings,
    store: { actor: () => undefined },
    clock: { now: () => 11, after: () => () => {} },
    system: {
      perform: async <Done>(write: (batch: never) => Done) => write(undefined as never),
      refresh() {},
      feed: { publish() {}, subscribe: () => () => {}, watched: false },
      host: undefined as never,
    },
    forgetFiles() {},
    forgetUndo: async () => {},
    onBlanked() {},
    onFailure: thrown => assert.fail(String(thrown)),
  });
  const begin = database.prepare(
    "INSERT INTO turns (id, session, outcome, usage, started_at) VALUES (?, 's', 'running', '{}', ?)",
  );
  conversation.appendMessage({
    id: 'm',
    session: 's',
    turn: 'said',
    role: 'owner',
    taint: 'owner',
    at: 1,
    body: 'my locker is Quokkamoon',
  });
  const said = () => database.prepare<[], string>('SELECT body FROM messages').pluck().all().join();
  begin.run('asks', 5);
  const memory = { id: 'memory:0', content: 'my locker is Quokkamoon', message: null };
  forgettings.note({ id: 'f', memories: [memory], phrases: [], at: 10 });

  await work.caughtUp();
  assert.match(said(), /Quokkamoon/, 'the turn that asked still runs');
  database.prepare("UPDATE turns SET outcome = 'done' WHERE id = 'asks'").run();
  begin.run('next', 11);
  await work.caughtUp();
  assert.doesNotMatch(said(), /Quokkamoon/);
  assert.deepEqual(forgettings.open(), []);
});
