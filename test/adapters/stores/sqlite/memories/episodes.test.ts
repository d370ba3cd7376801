import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recall } from '../../../../../src/actors/conversation/recall.ts';
import { sqliteEpisodes } from '../../../../../src/adapters/stores/sqlite/memories/episodes.ts';
import { memoryBatches } from '../../../../../src/adapters/stores/sqlite/memories/memory-batches.ts';
import { windowMessages } from '../../../../../src/domain/conversation/context-window.ts';
import type { Message } from '../../../../../src/domain/conversation/message.ts';
import { episodeId } from '../../../../../src/domain/memory/episode.ts';
import type { NewMemory } from '../../../../../src/domain/memory/memory.ts';
import { openStores, session } from '../../../../actors/stores.ts';

const kitchen = 'session:web:kitchen';
const asks = { words: 'when does the boiler man come?', session, limit: 3 };

function known(t: Parameters<typeof openStores>[0]) {
  const stores = openStores(t);
  const episodes = sqliteEpisodes(stores.database);
  const say = (text: string, more: Partial<Message> = {}) => {
    const id = stores.say('owner', text, { session: kitchen, ...more });
    episodes.keep(id);
    return id;
  };
  const remember = (content: string, more: Partial<NewMemory> = {}) =>
    stores.memories.save({
      kind: 'fact',
      content,
      status: 'active',
      source: 'owner',
      taint: 'owner',
      session: kitchen,
      at: 1,
      ...more,
    });
  const found = (query = asks) => episodes.find(query).map(({ message }) => message);
  return { ...stores, episodes, say, ask: (text: string) => stores.say('owner', text), remember, found };
}

test('given what was said elsewhere, when a question touches it, then it is found with its trust, as little as it counts', t => {
  const { say, episodes, found } = known(t);
  const said = say('the boiler man comes on Tuesday', { taint: 'auth' });
  say('the cat of the neighbour is grey');
  assert.deepEqual(found(), [said]);
  assert.partialDeepStrictEqual(episodes.find(asks)[0], {
    id: episodeId(said),
    kind: 'episode',
    taint: 'auth',
    importance: 0.1,
    session: kitchen,
    uses: 0,
  });
  assert.deepEqual(found({ ...asks, words: 'and now?' }), [], 'no subject');
});

test('given the same conversation, when it asks, then only what its model sees no more is found', t => {
  const { say, found } = known(t);
  const said = say('the boiler man comes on Tuesday', { session });
  assert.deepEqual(found(), []);
  for (let number = 0; number < windowMessages; number += 1) say(`something else, number ${number}`, { session });
  assert.deepEqual(found(), [said]);
});

test('given two messages that came at once, when a memory is kept whose words the first one has, then it comes from that one', t => {
  const { say, remember, memories } = known(t);
  const first = say('remember that the key is under the mat');
  const second = say("when is my sister's birthday?");
  const sourceOf = (content: string) => memories.get([remember(content)])[0]?.message;
  assert.equal(sourceOf('The key is under the mat'), first);
  assert.equal(sourceOf('Ada likes tea'), second, 'no message has a word of it');
  const again = say('the key is under the mat, not on it');
  assert.equal(sourceOf('the key is under the mat, not on it'), again);
});

test('given a memory that comes from a message, or one that was set aside, when it is asked for, then there is no double', t => {
  const { say, remember, found, conversation, episodes } = known(t);
  const told = say('remember that the boiler man comes on Tuesday');
  remember('the boiler man comes on Tuesday', { message: told });
  const taken = say('the boiler man comes on Friday, I think');
  conversation.setAside([taken], 5);
  assert.deepEqual(found(), []);
  assert.deepEqual(
    episodes.list(-1).map(({ message }) => message),
    [taken, told],
  );
});

test('given many episodes that touch a question, when memories are recalled, then eight facts stand before three of them', t => {
  const stores = known(t);
  const { say, remember } = stores;
  for (let number = 0; number < 30; number += 1) say(`the boiler man comes, said the neighbour ${number}`);
  const facts = Array.from({ length: 10 }, (_, number) =>
    remember(`the boiler man number ${number} comes`, { message: 'none' }),
  );
  stores.ask(asks.words);
  const { recalled } = recall(stores)({ session, turn: 'turn-1' });
  assert.equal(recalled.slice(0, 8).filter(id => facts.includes(id)).length, 8);
  assert.equal(recalled.length, 11);
  assert.ok(recalled.slice(8).every(id => id.startsWith('episode:')));
  assert.equal(recall({ ...stores, episodes: undefined })({ session, turn: 'turn-1' }).recalled.length, 8);
});

test('given an episode, when it is archived in a batch, then it is recalled no more, until that is undone', t => {
  const { database, memories, say, found } = known(t);
  const batches = memoryBatches(database);
  const said = say('the boiler man comes on Tuesday');
  batches.begin({ id: 'consolidation:1', kind: 'consolidation', at: 9 });
  batches.note('consolidation:1', episodeId(said), 9);
  assert.ok(memories.change(episodeId(said), { status: 'archived' }, 9));
  assert.deepEqual([found(), memories.get([episodeId(said)])[0]?.status], [[], 'archived']);
  assert.deepEqual(batches.undo('consolidation:1', 10), { undone: 1, left: 0 });
  assert.deepEqual(found(), [said]);
});

test('given an episode, when its message loses its words, or it is removed, then it is gone', t => {
  const { database, memories, say, episodes } = known(t);
  const [one, other] = [say('the boiler man comes on Tuesday'), say('the boiler man comes on Friday')];
  database.prepare('UPDATE messages SET body = ? WHERE id = ?').run('"[forgotten]"', one);
  assert.equal(episodes.count(), 1);
  assert.ok(memories.remove(episodeId(other)));
  assert.deepEqual([episodes.count(), memories.remove(episodeId(other))], [0, false]);
});

test('given memories and episodes, when they are listed and used, then each kind stands where it is asked for', t => {
  const { memories, say, remember, episodes } = known(t);
  const said = say('the boiler man comes on Tuesday');
  const id = remember('I like tea', { message: 'none' });
  assert.deepEqual(
    memories.list({ limit: 9 }).map(one => one.id),
    [id],
  );
  assert.deepEqual(
    memories.list({ limit: 9, kind: 'episode' }).map(one => one.id),
    [episodeId(said)],
  );
  memories.used([id, episodeId(said)], 7);
  assert.partialDeepStrictEqual(episodes.get(episodeId(said)), { uses: 1, lastUsedAt: 7 });
  assert.deepEqual(
    memories.search('boiler man', 5).map(one => one.id),
    [],
    'a search of memories finds what was kept',
  );
});
