/** All conversations in one list, over a real file. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { conversationListService } from '../../../../../src/actors/conversation/chats/conversation-list-service.ts';
import { sqliteConversationStore } from '../../../../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { sqliteConversationList } from '../../../../../src/adapters/stores/sqlite/conversation/conversation-list.ts';
import { sqliteSessionLedger } from '../../../../../src/adapters/stores/sqlite/conversation/sessions.ts';
import { openDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { conversationSearch } from '../../../../../src/adapters/stores/sqlite/memories/conversation-search.ts';
import type { ConversationListName } from '../../../../../src/domain/conversation/listed-conversation.ts';
import { coreOf } from '../../../../actors/core.ts';

function opened(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-list-'));
  const database = openDatabase({ file: join(folder, 'talk.db'), synchronous: 'normal', now: () => 1 });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const conversation = sqliteConversationStore(database);
  const chats = sqliteSessionLedger(database);
  const core = coreOf({
    conversation,
    system: { perform: async work => work(undefined as never) },
    store: { actor: () => undefined },
  });
  const service = conversationListService(
    core,
    sqliteConversationList(database),
    chats,
    conversationSearch(database),
    async () => undefined,
  );
  let n = 0;
  const say = (session: string, body: string, at: number, role: 'owner' | 'assistant' | 'notice' = 'owner') => {
    n += 1;
    conversation.appendMessage({ id: `m${n}`, session, turn: `t${n}`, role, body, taint: 'owner', at });
  };
  const listed = (of: ConversationListName = 'active', limit = 10) =>
    service.list({ of, limit }).map(({ session, title }) => `${session.slice('session:'.length)} ${title}`);
  return { service, chats, say, listed, database };
}

suite('the list of all conversations', () => {
  test('given conversations of several chats, when they are listed, then the one that spoke last is first, and notices do not count', t => {
    const { say, listed, chats, service } = opened(t);
    say('session:web:main', 'first words', 10);
    say('session:telegram:42', 'from the phone', 20);
    say('session:web:main~2', 'second words', 30);
    say('session:web:main', 'an answer', 40, 'assistant');
    say('session:telegram:42', 'a notice', 50, 'notice');
    say('session:job:load~1', 'Say the load.', 60);
    chats.setChat('session:web:main', 2, 2);
    assert.deepEqual(listed(), ['web:main first words', 'web:main~2 second words', 'telegram:42 from the phone']);
    assert.deepEqual(listed('active', 1), ['web:main first words']);
    assert.deepEqual(listed('jobs'), ['job:load~1 Say the load.']);
    assert.deepEqual(
      service.list({ of: 'active', limit: 10 }).map(({ isCurrent, at }) => [isCurrent, at]),
      [
        [false, 40],
        [true, 30],
        [true, 20],
      ],
    );
  });

  test('given a conversation, when it is named, pinned and archived, then each mark stays until it is changed', async t => {
    const { say, listed, service } = opened(t);
    say('session:web:main', 'first words', 10);
    say('session:web:main~2', 'second words', 30);
    await service.mark('session:web:main', { title: 'Taxes', isPinned: true });
    assert.deepEqual(listed(), ['web:main Taxes', 'web:main~2 second words']);
    const archived = await service.mark('session:web:main', { isArchived: true });
    assert.deepEqual([archived?.title, archived?.isPinned, archived?.isNamed], ['Taxes', true, true]);
    assert.deepEqual(listed(), ['web:main~2 second words']);
    assert.deepEqual(listed('archived'), ['web:main Taxes']);
    await service.mark('session:web:main', { title: '', isArchived: false });
    assert.deepEqual(listed(), ['web:main first words', 'web:main~2 second words']);
    assert.equal(await service.mark('session:web:nowhere', { title: 'x' }), undefined);
  });

  test('given a long message, when a word far within is looked for, then the excerpt is around it, and the conversation is named', t => {
    const { say, service } = opened(t);
    say('session:web:main', 'Let us begin.', 10);
    say('session:web:main', `${'Some filling words come here. '.repeat(20)}The plumbers are due on Tuesday.`, 20);
    const [found] = service.search({ words: 'plumber', limit: 5 }).messages;
    assert.deepEqual([found?.session, found?.message, found?.title], ['session:web:main', 'm2', 'Let us begin.']);
    assert.match(found?.excerpt ?? '', /^….*The plumbers are due on Tuesday\.$/);
    assert.ok((found?.excerpt.length ?? 0) <= 160);
    assert.deepEqual(service.search({ words: 'electrician', limit: 5 }), { messages: [] });
  });

  test('given messages that share one word, when two words are looked for, then only what holds both is found, and else what holds some is said to', t => {
    const { say, service } = opened(t);
    say('session:web:main', 'My bike is green.', 10);
    say('session:web:work', `Buy a green car. ${'Some filling words come here. '.repeat(100)}And a trailer.`, 20);
    say('session:web:codes', 'The code is WX-4411.', 30);
    const found = (words: string) => {
      const { messages, isPartial = false } = service.search({ words, limit: 5 });
      return [isPartial, ...messages.map(({ session }) => session.replace('session:web:', ''))];
    };
    assert.deepEqual(found('green'), [false, 'main', 'work']);
    assert.deepEqual(found('green car'), [false, 'work']);
    assert.deepEqual(found('cars, green'), [false, 'work']);
    assert.deepEqual(found('green trailer'), [false, 'work'], 'however far within');
    assert.deepEqual(found('"car green"'), [false], 'words in quotes are meant as they stand');
    assert.deepEqual(found('WX-4411'), [false, 'codes']);
    assert.deepEqual(found('WX-9999'), [true, 'codes']);
    assert.deepEqual(found('green plumber'), [true, 'main', 'work']);
    assert.equal(service.named({ words: '"car green"', limit: 5 }).length, 0);
    assert.equal(service.named({ words: '"green car"', limit: 5 }).length, 1);
  });

  test('given 400 conversations of two messages, when they are listed, then all are there, in order', t => {
    const { say, service, database } = opened(t);
    database.transaction(() => {
      for (let round = 0; round < 2; round += 1)
        for (let key = 0; key < 400; key += 1) say(`session:web:k${key}`, `words ${round}`, round * 1000 + key);
    })();
    const all = service.list({ of: 'active', limit: 500 });
    assert.equal(all.length, 400);
    assert.deepEqual([all[0]?.session, all[399]?.session], ['session:web:k399', 'session:web:k0']);
  });
});
