import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentMessages } from '../../../src/actors/conversation/recent-messages.ts';
import type { Body } from '../../../src/domain/conversation/body.ts';
import type { Message, Role } from '../../../src/domain/conversation/message.ts';
import type { ConversationStore } from '../../../src/ports/conversation-store.ts';
import { openStores, type Stores, session } from '../stores.ts';

/** Windows over a store, how many rows were read from it, and a way to add a message as a committed step does. */
function counted(stores: Stores) {
  const { conversation } = stores;
  const read = { rows: 0 };
  const store: Pick<ConversationStore, 'forModel' | 'read'> = {
    forModel(of, limit) {
      const rows = conversation.forModel(of, limit);
      read.rows += rows.length;
      return rows;
    },
    read: conversation.read,
  };
  const recent = recentMessages(store, 5);
  let number = 0;
  function say(role: Role, body: Body, of = session, isAside = false): void {
    number += 1;
    const base = { id: `s${number}`, session: of, turn: 'turn-1', role, body, taint: 'owner', at: number } as const;
    const said: Message = isAside ? { ...base, isAside } : base;
    if (conversation.appendMessage(said)) recent.add(said);
  }
  return { read, recent: recent.of, say };
}
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('given a session, when its newest messages are asked for again and again, then they are right each time, and read once', t => {
  const stores = openStores(t);
  const { read, recent, say } = counted(stores);
  assert.deepEqual(recent(session), []);
  for (let number = 1; number <= 40; number += 1) {
    say('owner', `text ${number}`);
    assert.deepEqual(ids(recent(session)), ids(stores.conversation.messages(session, { limit: 5 })));
  }
  assert.equal(read.rows, 0);
});

test('given what is for the owner alone, when a model asks for its window, then it takes no place there', t => {
  const stores = openStores(t);
  const { recent, say } = counted(stores);
  for (let number = 1; number <= 9; number += 1) {
    say('owner', `text ${number}`);
    say('notice', 'costs', session, true);
    recent(session);
  }
  assert.deepEqual(
    recent(session).map(({ text }) => text),
    [5, 6, 7, 8, 9].map(number => `text ${number}`),
  );
  assert.deepEqual(recent(session), stores.conversation.forModel(session, 5));
});

test('given many that came meanwhile, when they are asked for, then only the newest are answered', t => {
  const stores = openStores(t);
  const { recent, say } = counted(stores);
  say('owner', 'first');
  recent(session);
  for (let number = 0; number < 9; number += 1) say('assistant', `more ${number}`);
  assert.deepEqual(
    recent(session).map(({ text }) => text),
    [4, 5, 6, 7, 8].map(number => `more ${number}`),
  );
});

test('given more sessions than are remembered, when they take turns, then each still gets its own', t => {
  const stores = openStores(t);
  const { recent, say } = counted(stores);
  const names = Array.from({ length: 40 }, (_, number) => `session:web:${number}`);
  for (const round of ['a', 'b'])
    for (const name of names) {
      say('owner', `${name} ${round}`, name);
      assert.equal(recent(name).at(-1)?.text, `${name} ${round}`);
      assert.equal(recent(name).length, round === 'a' ? 1 : 2);
    }
});

test('given a session of huge texts, when it is asked for, then it is read anew each time and not held', t => {
  const stores = openStores(t);
  const { read, recent, say } = counted(stores);
  for (let number = 0; number < 3; number += 1) say('tool', 'x'.repeat(200_000));
  recent(session);
  recent(session);
  assert.equal(read.rows, 6);
  say('owner', 'and now?');
  assert.equal(recent(session).at(-1)?.text, 'and now?');
});

test('given a long text, when its message is added, then it is read back from its blob', t => {
  const stores = openStores(t);
  const { recent, say } = counted(stores);
  recent(session);
  say('tool', stores.blob('long text'));
  assert.deepEqual(
    recent(session).map(({ text }) => text),
    ['long text'],
  );
});

test('given a session that was not asked for, when messages are added, then they are read when it is', t => {
  const stores = openStores(t);
  const { read, recent, say } = counted(stores);
  for (let number = 1; number <= 7; number += 1) say('owner', `text ${number}`);
  assert.equal(recent(session).length, 5);
  assert.equal(read.rows, 5);
});

test('given a look from within the transaction that writes a message, when it is committed, then the message stands there once', t => {
  const { conversation } = openStores(t);
  const recent = recentMessages(conversation, 5);
  const said: Message = { id: 's1', session, turn: 't1', role: 'owner', body: 'hello', taint: 'owner', at: 1 };
  conversation.appendMessage(said);
  assert.deepEqual(ids(recent.look(session)), ['s1']);
  recent.add(said);
  assert.deepEqual(ids(recent.of(session)), ['s1']);
});
