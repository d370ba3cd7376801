import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqliteEarlier } from '../../../../../src/adapters/stores/sqlite/context/earlier.ts';
import type { NewMemory } from '../../../../../src/domain/memory/memory.ts';
import { defined } from '../../../../../src/domain/text/json.ts';
import { openStores, session } from '../../../../actors/stores.ts';

test('given memories, when those of who the owner is are asked for, then they are the owner’s own, the most important first', t => {
  const { database, memories } = openStores(t);
  const save = (content: string, subject: string | undefined, more: Partial<NewMemory> = {}) =>
    memories.save({
      kind: 'fact',
      status: 'active',
      source: 'owner',
      taint: 'owner',
      session,
      at: 1,
      content,
      ...defined({ subject }),
      ...more,
    });
  const home = save('My home is in Lübeck', 'my home', { importance: 0.4 });
  const name = save('The owner is called Molly', 'owner: name', { importance: 0.9 });
  save('My boat is green', 'my boat');
  save('The sky is blue', undefined);
  save('My name is Mallory', 'my name', { taint: 'external' });
  save('My job is secret', 'my job', { sensitivity: 'private' });
  save('My language is Latin', 'my language', { status: 'pending' });
  save('Mein Beruf ist Koch', 'mein beruf', { expiresAt: 2 });
  const { profile } = sqliteEarlier(database);
  assert.deepEqual(profile(5), [name, home]);
  assert.deepEqual(profile(1), [name]);
});

test('given processes that ended and one that was killed, when it is asked, then only words said in that one are from before a crash', t => {
  const { database } = openStores(t);
  const add = database.prepare('INSERT INTO boots (id, program, started_at, ended_at) VALUES (?, ?, ?, ?)');
  add.run('first', '1', 100, 200);
  add.run('killed', '1', 300, null);
  add.run('now', '1', 500, null);
  const { isCrashed } = sqliteEarlier(database);
  assert.deepEqual(
    [isCrashed(50, 'now'), isCrashed(150, 'now'), isCrashed(350, 'now'), isCrashed(600, 'now')],
    [false, false, true, false],
  );
});
