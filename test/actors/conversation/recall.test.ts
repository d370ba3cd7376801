import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recall } from '../../../src/actors/conversation/recall.ts';
import type { NewMemory } from '../../../src/domain/memory/memory.ts';
import { openStores, type Stores, session } from '../stores.ts';

const memory = (id: string, content: string, more: Partial<NewMemory> = {}): NewMemory => ({
  id,
  kind: 'fact',
  content,
  status: 'active',
  source: 'owner',
  taint: 'owner',
  session,
  at: 1,
  ...more,
});
const recalled = (stores: Stores, turn = 'turn-1') => recall(stores)({ session, turn }).recalled;

test("given memories, when the owner's words touch one, then it is recalled and the others are not", t => {
  const stores = openStores(t);
  stores.memories.save(memory('a', "my sister's birthday is 4 May"));
  stores.memories.save(memory('b', 'the car is a blue van'));
  stores.say('owner', 'when is the birthday of my sister?');
  assert.deepEqual(recalled(stores), ['a']);
  assert.deepEqual(
    stores.memories.get(['a', 'b']).map(({ uses }) => uses),
    [1, 0],
    'what was of use is known',
  );
});

test('given a message that quotes code, when memories are looked up, then what it quotes leaves none out', t => {
  const stores = openStores(t);
  stores.memories.save(memory('a', "my sister's birthday is 4 May"));
  stores.say('owner', 'when is the birthday of my sister? Put it in {"event": "a day off for us"}');
  assert.deepEqual(recalled(stores), ['a']);
});

test('given several messages of one turn, when memories are looked up, then all of them are searched with', t => {
  const stores = openStores(t);
  stores.memories.save(memory('a', "my sister's birthday is 4 May"));
  stores.memories.save(memory('b', 'the car is a blue van'));
  stores.say('owner', 'what colour is the car?');
  stores.say('owner', 'and when is the birthday of my sister?');
  assert.deepEqual(recalled(stores).toSorted(), ['a', 'b']);
});

test('given words of an earlier turn, of the model or of a tool, when memories are looked up, then they count for nothing', t => {
  const stores = openStores(t);
  stores.memories.save(memory('a', "my sister's birthday is 4 May"));
  stores.say('owner', 'when is the birthday of my sister?', { turn: 'turn-0' });
  stores.say('owner', 'hello');
  stores.say('assistant', "your sister's birthday?");
  stores.say('tool', "the sister's birthday", { callId: 'c1', tool: 'clock' });
  assert.deepEqual(recalled(stores), []);
});

test('given a turn that no words opened, when memories are looked up, then nothing is searched', t => {
  const stores = openStores(t);
  stores.memories.save(memory('a', 'late results come late'));
  stores.say('notice', 'late results come late');
  assert.deepEqual(recalled(stores), []);
});

test('given more memories than are put before a model, when they all fit, then eight are recalled', t => {
  const stores = openStores(t);
  for (let number = 0; number < 12; number += 1)
    stores.memories.save(memory(`a${number}`, `the sister of number ${number} has a birthday`));
  stores.say('owner', 'which sister has a birthday?');
  assert.equal(recalled(stores).length, 8);
});
