/** Which messages a model may see of a conversation that was summarised. */
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { sqliteCompactionLedger } from '../../../../../src/adapters/stores/sqlite/context/compactions.ts';
import { sqliteConversationRemoval } from '../../../../../src/adapters/stores/sqlite/conversation/conversation-removal.ts';
import { sqliteEpisodes } from '../../../../../src/adapters/stores/sqlite/memories/episodes.ts';
import { openStores, session } from '../../../../actors/stores.ts';

function at(t: TestContext) {
  const stores = openStores(t);
  const ledger = sqliteCompactionLedger(stores.database);
  for (let number = 1; number <= 8; number += 1) stores.say('owner', `text ${number}`);
  const shown = () => stores.conversation.forModel(session, 50).map(({ id }) => id);
  const compact = (summary: string, upTo: string, messages: number, at = 1) => {
    stores.say('notice', `summary ${summary}`, { id: summary, isSummary: true });
    ledger.add({ summary, session, upTo, messages, at });
  };
  return { ...stores, ledger, shown, compact };
}

suite('a conversation that was summarised', () => {
  test('given a summary, when a model asks, then it comes first, and what it stands for does not come', t => {
    const { shown, compact, conversation, say } = at(t);
    compact('s1', 'm5', 5);
    assert.deepEqual(shown(), ['s1', 'm6', 'm7', 'm8']);
    say('owner', 'one more', { id: 'n1' });
    assert.deepEqual(shown(), ['s1', 'm6', 'm7', 'm8', 'n1']);
    assert.deepEqual(
      conversation.forModel(session, 2).map(({ id }) => id),
      ['s1', 'm8', 'n1'],
    );
    assert.equal(conversation.messages(session, { limit: 50 }).length, 10, 'all are there');
  });

  test('given a second summary, when it is undone, then the first stands again; then all messages do', t => {
    const { shown, compact, ledger } = at(t);
    compact('s1', 'm3', 3);
    compact('s2', 'm6', 3, 2);
    assert.deepEqual(shown(), ['s2', 'm7', 'm8']);
    assert.equal(ledger.standing(session)?.messages, 6);
    assert.equal(ledger.undo(session, 9)?.summary, 's2');
    assert.deepEqual([shown(), ledger.undoneAt(session)], [['s1', 'm4', 'm5', 'm6', 'm7', 'm8'], 9]);
    ledger.undo(session, 10);
    assert.deepEqual(shown(), ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8']);
    assert.equal(ledger.undo(session, 11), undefined);
  });

  test('given a conversation that was taken back to before its summary, when a model asks, then it sees the messages', t => {
    const { shown, compact, conversation, ledger } = at(t);
    compact('s1', 'm5', 5);
    conversation.setAside(['m8', 's1'], 9);
    assert.deepEqual([shown(), ledger.standing(session)], [['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'], undefined]);
  });

  test('given another conversation, when one is summarised, then the other is not', t => {
    const { compact, ledger } = at(t);
    compact('s1', 'm5', 5);
    assert.equal(ledger.standing('session:terminal:other'), undefined);
    assert.equal(ledger.undo('session:terminal:other', 9), undefined);
    assert.ok(ledger.standing(session));
  });

  test('given what was said before a summary, when the same conversation speaks of it, then it is recalled', t => {
    const { compact, database, say } = at(t);
    const episodes = sqliteEpisodes(database);
    say('owner', 'My sister Ada lives in Graz since May.', { id: 'e1' });
    episodes.keep('e1');
    say('owner', 'and so on', { id: 'e2' });
    const found = () => episodes.find({ words: 'Where does my sister Ada live?', session, limit: 3 }).length;
    assert.equal(found(), 0, 'it stands before the model as it is');
    compact('s1', 'e1', 9);
    assert.equal(found(), 1);
  });

  test('given a conversation that is deleted, when it is gone, then so are its summaries', t => {
    const { compact, database, ledger } = at(t);
    compact('s1', 'm5', 5);
    sqliteConversationRemoval(database).remove(session);
    assert.equal(database.prepare('SELECT count(*) FROM compactions').pluck().get(), 0);
    assert.equal(ledger.standing(session), undefined);
  });
});
