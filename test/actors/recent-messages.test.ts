import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentMessages } from '../../src/actors/recent-messages.ts';
import type { ConversationStore } from '../../src/adapters/store.ts';
import { openStores, type Stores, session } from './stores.ts';

/** The store, and how many messages were read from it. */
function counted({ conversation }: Stores) {
  const read = { rows: 0 };
  const counts = <Rows extends readonly unknown[]>(rows: Rows): Rows => {
    read.rows += rows.length;
    return rows;
  };
  const store: Pick<ConversationStore, 'messages' | 'messagesAfter'> = {
    messages: (of, page) => counts(conversation.messages(of, page)),
    messagesAfter: (of, after) => counts(conversation.messagesAfter(of, after)),
  };
  return { read, recent: recentMessages(store, 5) };
}
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('given a session, when its newest messages are asked for again and again, then they are right each time, and read once', t => {
  const stores = openStores(t);
  const { read, recent } = counted(stores);
  assert.deepEqual(recent(session), []);
  for (let number = 1; number <= 40; number += 1) {
    stores.say('owner', `text ${number}`);
    assert.deepEqual(ids(recent(session)), ids(stores.conversation.messages(session, { limit: 5 })));
  }
  assert.equal(read.rows, 40);
});

test('given many that came meanwhile, when they are asked for, then only the newest are answered', t => {
  const stores = openStores(t);
  const { recent } = counted(stores);
  stores.say('owner', 'first');
  recent(session);
  for (let number = 0; number < 9; number += 1) stores.say('assistant', `more ${number}`);
  assert.deepEqual(
    recent(session).map(({ text }) => text),
    [4, 5, 6, 7, 8].map(number => `more ${number}`),
  );
});

test('given more sessions than are remembered, when they take turns, then each still gets its own', t => {
  const stores = openStores(t);
  const { recent } = counted(stores);
  const names = Array.from({ length: 40 }, (_, number) => `session:web:${number}`);
  for (const round of ['a', 'b'])
    for (const name of names) {
      stores.say('owner', `${name} ${round}`, { session: name });
      assert.equal(recent(name).at(-1)?.text, `${name} ${round}`);
      assert.equal(recent(name).length, round === 'a' ? 1 : 2);
    }
});

test('given a session of huge texts, when it is asked for, then it is read anew each time and not held', t => {
  const stores = openStores(t);
  const { read, recent } = counted(stores);
  for (let number = 0; number < 3; number += 1) stores.say('tool', 'x'.repeat(200_000));
  recent(session);
  recent(session);
  assert.equal(read.rows, 6);
  stores.say('owner', 'and now?');
  assert.equal(recent(session).at(-1)?.text, 'and now?');
});
