import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sqliteConversationStore } from '../../../../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { sqliteEpisodes } from '../../../../../src/adapters/stores/sqlite/memories/episodes.ts';
import { memoryStore } from '../../../../../src/adapters/stores/sqlite/memories/memories.ts';
import { memoryBatches } from '../../../../../src/adapters/stores/sqlite/memories/memory-batches.ts';
import { memoryQuery } from '../../../../../src/adapters/stores/sqlite/memories/memory-query.ts';
import type { NewMemory } from '../../../../../src/domain/memory/memory.ts';
import { olderFile } from '../older-file.ts';
import { distractors, household, type Pair, tuned, unseen } from './other-words.ts';

function opened(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'memories-'));
  const path = join(folder, 'test.db');
  const database = openDatabase({ file: path, synchronous: 'normal', now: () => 1 });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  return { database, path, store: memoryStore(database) };
}

let made = 0;
function fact(content: string, more: Partial<NewMemory> = {}): NewMemory {
  made += 1;
  return {
    id: `m${made}`,
    kind: 'fact',
    content,
    status: 'active',
    source: 'owner',
    taint: 'owner',
    session: 'terminal:main',
    at: made,
    ...more,
  };
}

const contents = (found: readonly { readonly content: string }[]) => found.map(memory => memory.content);

test('given a saved memory, when the file is opened anew, then it is found whole', t => {
  const { store, path } = opened(t);
  store.save(fact("my sister's birthday is 4 May", { id: 'a', at: 1000 }));
  const again = openDatabase({ file: path, synchronous: 'normal', now: () => 1 });
  t.after(() => again.close());
  const [found] = memoryStore(again).search("when is my sister's birthday?", 5);
  assert.ok(found && found.coverage > 0.9);
  assert.deepEqual(memoryStore(again).get(['a', 'none']), [
    {
      id: 'a',
      kind: 'fact',
      content: "my sister's birthday is 4 May",
      status: 'active',
      source: 'owner',
      taint: 'owner',
      session: 'terminal:main',
      createdAt: 1000,
      updatedAt: 1000,
      uses: 0,
      lastUsedAt: null,
      expiresAt: null,
      tags: [],
      subject: null,
      sensitivity: 'normal',
      partition: 'global',
      importance: 0.5,
      confidence: 1,
      sightings: 1,
      message: null,
      batch: null,
      replaces: null,
      contradicts: null,
    },
  ]);
});

test('given memories and messages of an earlier version, when the file is opened, then they are found as before, and the messages too', t => {
  const folder = mkdtempSync(join(tmpdir(), 'memories-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'older.db');
  const save = `INSERT INTO memories (id, kind, content, status, source, taint, session, created_at, updated_at, uses)
    VALUES (?, 'fact', ?, ?, ?, ?, 'session:terminal:main', 5, 6, 7)`;
  olderFile(file, 16, database => {
    database.prepare(save).run('memory:1', 'my office is in room 5', 'active', 'user', 'owner');
    database.prepare(save).run('memory:2', 'the plumber is Mr. Novak', 'active', 'agent', 'external');
    database.prepare("INSERT INTO blobs VALUES ('h', 'a long story about herons', 1)").run();
    const say = database.prepare(
      "INSERT INTO messages (id, session, turn, role, body, taint, at) VALUES (?, 's', 't', ?, ?, 'owner', 1)",
    );
    say.run('m1', 'owner', '"the bins go out"');
    say.run('m2', 'assistant', '{"blob":"h","bytes":25}');
    say.run('m3', 'tool', '"herons of a tool"');
  });
  const database = openDatabase({ file, synchronous: 'normal', now: () => 1 });
  t.after(() => database.close());
  const store = memoryStore(database);
  assert.partialDeepStrictEqual(store.search('where is my office?', 1), [
    { id: 'memory:1', source: 'owner', taint: 'owner', createdAt: 5, updatedAt: 6, uses: 7, partition: 'global' },
  ]);
  assert.partialDeepStrictEqual(store.get(['memory:2']), [{ source: 'tool', taint: 'external', status: 'active' }]);
  const found = database.prepare('SELECT rowid FROM messages_fts WHERE messages_fts MATCH ? ORDER BY rowid').pluck();
  assert.deepEqual([found.all('bins'), found.all('herons')], [[1], [2]]);
  for (const table of ['memories_fts', 'messages_fts'])
    database.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`);
});

test('given a known id, when it is saved again, then nothing is written; when later, then only what the contract says changes', t => {
  const { store, database } = opened(t);
  store.save(fact('I like tea', { id: 'a', at: 10, taint: 'external', status: 'archived' }));
  const before = database.prepare('SELECT total_changes() AS n').get();
  store.save(fact('I like tea', { id: 'a', at: 10, taint: 'external', status: 'archived' }));
  assert.deepEqual(database.prepare('SELECT total_changes() AS n').get(), before);
  store.save(fact('other words', { id: 'a', at: 5, taint: 'auth', session: 'else' }));
  const [memory] = store.get(['a']);
  assert.equal(memory?.content, 'I like tea');
  assert.equal(memory?.session, 'terminal:main');
  assert.equal(memory?.updatedAt, 10);
  assert.equal(memory?.status, 'active');
  assert.equal(memory?.taint, 'external', 'only the owner raises trust');
  store.save(fact('I like tea', { id: 'a', at: 20 }));
  assert.equal(store.get(['a'])[0]?.taint, 'owner');
  store.save(fact('I like tea', { id: 'a', at: 30, taint: 'external' }));
  assert.equal(store.get(['a'])[0]?.taint, 'owner');
  assert.equal(store.list({ limit: 10 }).length, 1);
});

test('given pending, archived and removed memories, when searching, then only active ones are found', t => {
  const { store, database } = opened(t);
  store.save(fact('tea one', { id: 'one' }));
  store.save(fact('tea two', { status: 'pending' }));
  store.save(fact('tea three', { status: 'archived' }));
  store.save(fact('tea four', { id: 'four' }));
  assert.equal(store.remove('four'), true);
  assert.equal(store.remove('four'), false);
  assert.deepEqual(contents(store.search('tea', 10)), ['tea one']);
  assert.deepEqual(contents(store.list({ status: 'pending', limit: 10 })), ['tea two']);
  assert.deepEqual(contents(store.list({ limit: 2 })), ['tea three', 'tea two']);
  store.used(['one', 'one', 'none']);
  assert.equal(store.get(['one'])[0]?.uses, 2);
  database.exec("INSERT INTO memories_fts (memories_fts, rank) VALUES ('integrity-check', 1)");
});

test('given a memory, when it is reworded, then its id stays and only the new words find it', t => {
  const { store, database } = opened(t);
  const id = store.save(fact('my office is in room 5', { id: 'a', taint: 'external', status: 'pending' }));
  assert.equal(store.reword(id, 'my office is in room 7', 99), 'a');
  assert.partialDeepStrictEqual(store.get(['a'])[0], {
    status: 'active',
    taint: 'owner',
    source: 'owner',
    updatedAt: 99,
  });
  assert.deepEqual(contents(store.search('room 7', 5)), ['my office is in room 7']);
  assert.deepEqual(contents(store.search('room 5', 1)), ['my office is in room 7']);
  assert.deepEqual(contents(store.search('"room 5"', 1)), []);
  const other = store.save(fact('my office is in room 5', { at: 100 }));
  assert.notEqual(other, 'a', 'the old words are another memory now');
  assert.equal(store.reword('a', 'My office is in room 5.', 101), other, 'two with the same words become one');
  assert.equal(store.get(['a']).length, 0);
  assert.equal(store.reword('none', 'x', 1), undefined);
  database.exec("INSERT INTO memories_fts (memories_fts, rank) VALUES ('integrity-check', 1)");
});

test('given a memory, when messages correct it or say it again, then it comes from them too, and none of them is an episode any more', t => {
  const { store, database } = opened(t);
  const conversation = sqliteConversationStore(database);
  const say = (id: string, body: string, at: number) => {
    conversation.appendMessage({ id, session: 's', turn: id, role: 'owner', taint: 'owner', at, body });
    sqliteEpisodes(database).keep(id);
  };
  say('said', 'remember that my dentist is called Doctor Lindner', 1);
  const id = store.save(fact('my dentist is called Doctor Lindner', { session: 's' }));
  say('corrects', 'no, it is Doctor Lindemann from the market', 2);
  say('which', '1', 3);
  store.reword(id, 'my dentist is called Doctor Lindemann', 3, 's');
  say('again', 'as I said, my dentist is called Doctor Lindemann', 4);
  store.save(fact('My dentist is called Doctor Lindemann.', { session: 's', at: 4 }));
  store.reword(id, 'my dentist is called Doctor Lindemann, at the page', 5);
  assert.equal(store.get([id])[0]?.message, 'said');
  assert.deepEqual(store.furtherSources(id), ['again', 'corrects']);
  assert.deepEqual(sqliteEpisodes(database).find({ words: 'Doctor Lindemann dentist', session: 'o', limit: 9 }), []);

  say('two', 'my teeth are in the hands of Doctor Lindemann', 6);
  const other = store.save(fact('Doctor Lindemann has my teeth', { session: 's', at: 6 }));
  store.reword(other, 'my dentist is called Doctor Lindemann, at the page', 7);
  assert.deepEqual(store.furtherSources(id), ['again', 'corrects', 'two'], 'two that became one');
  store.remove(id);
  assert.deepEqual(store.furtherSources(id), []);
});

test('given memories that expire, when their time comes, then they are archived and not found', t => {
  const { store } = opened(t);
  store.save(fact('tea for a while', { expiresAt: 500 }));
  store.save(fact('tea for ever'));
  assert.equal(store.nextExpiry(), 500);
  assert.equal(store.expire(499), 0);
  assert.equal(store.expire(500), 1);
  assert.deepEqual(contents(store.search('tea', 5)), ['tea for ever']);
  assert.equal(store.nextExpiry(), undefined);
});

test('given memories that answer alike, when searching, then the surer and more important one comes first', t => {
  const { store } = opened(t);
  store.save(fact('the plumber is Mr. Novak', { confidence: 0.3, importance: 0.1 }));
  store.save(fact('the plumber is Mr. Weber', { confidence: 1, importance: 0.9, at: 1 }));
  assert.equal(contents(store.search('who is the plumber?', 1))[0], 'the plumber is Mr. Weber');
});

for (const [what, less, more] of [
  ['newer', { at: 1_000 }, { at: 400 * 86_400_000 }],
  ['more important', { importance: 0.1 }, { importance: 1 }],
  ['surer', { confidence: 0.2 }, { confidence: 1 }],
  ['more used', { uses: 0 }, { uses: 20 }],
] as const)
  test(`given two memories that answer alike, when searching, then the ${what} one comes first, and neither hides a better answer`, t => {
    for (const isFirst of [true, false]) {
      const { store, database } = opened(t);
      const save = () => store.save(fact('the plumber is called Weber', { at: 1_000, ...more }));
      if (isFirst) save();
      store.save(fact('the plumber is called Novak', { at: 1_000, ...less }));
      if (!isFirst) save();
      store.save(fact('the plumber of the cabin is called Huber', { at: 1, importance: 0, confidence: 0.1 }));
      assert.equal(contents(store.search('who is the plumber?', 1))[0], 'the plumber is called Weber');
      assert.match(contents(store.search('plumber of the cabin', 1))[0] ?? '', /Huber/);
      database.close();
    }
  });

test('given many memories of another conversation that answer better, when searching here, then what may be read here is found', t => {
  const { store, database } = opened(t);
  const there = { partition: 'task:terminal:other' };
  database.transaction(() => {
    for (let at = 0; at < 300; at += 1) store.save(fact(`garden ${at}`, there));
    for (let at = 0; at < 3; at += 1)
      store.save(fact(`there is an old ladder behind the shed that stands in the garden, number ${at}`));
  })();
  assert.equal(store.search('garden', 400).length, 3);
  assert.equal(store.search('garden', 400, [there.partition]).length, 120);
  assert.equal(store.search('garden', 400, 'all').length, 120);
});

test('given words between quotation marks, when searching, then only what has them as they stand is found', t => {
  const { store } = opened(t);
  for (const content of ['we met at the Blue Hour', 'the hour was blue', 'my blue watch shows the hour'])
    store.save(fact(content));
  assert.deepEqual(contents(store.search('where is "the blue hour"?', 5)), ['we met at the Blue Hour']);
  assert.deepEqual(contents(store.search('„der blaue Reiter“', 5)), []);
  assert.equal(store.search('the blue hour', 5).length, 3);
});

test('given a question about nothing that is kept, when searching, then nothing is found', t => {
  const { store } = opened(t);
  store.save(fact('the plumber is called Novak'));
  assert.deepEqual(store.search('which zeppelin flew over Lisbon?', 5), []);
});

test('given a batch of changes, when it is undone, then what it made is gone, what it changed is as before, and later changes stay', t => {
  const { store, database } = opened(t);
  const batches = memoryBatches(database);
  store.save(fact('I like tea', { id: 'old', at: 10 }));
  store.save(fact('I like cake', { id: 'touched', at: 10 }));
  batches.begin({ id: 'b1', kind: 'observer', session: 's', at: 20 });
  batches.begin({ id: 'b1', kind: 'observer', session: 's', at: 20 });
  batches.note('b1', 'old', 20);
  store.change('old', { status: 'archived', sightings: 4 }, 20);
  store.save(fact('I like coffee', { id: 'new', at: 20, batch: 'b1' }));
  batches.note('b1', 'new', 20, true);
  batches.note('b1', 'touched', 20);
  store.change('touched', { importance: 0.9 }, 20);
  store.reword('touched', 'I like pie', 30);
  assert.deepEqual(
    store.ofBatch('b1').map(({ id }) => id),
    ['old', 'touched', 'new'],
  );
  assert.partialDeepStrictEqual(batches.list(5), [{ id: 'b1', memories: 3, undoneAt: null }]);
  assert.deepEqual(batches.undo('b1', 40), { undone: 2, left: 1 });
  assert.deepEqual(batches.undo('b1', 41), undefined, 'once');
  assert.partialDeepStrictEqual(store.get(['old', 'new', 'touched']), [
    { id: 'old', status: 'active', sightings: 1, updatedAt: 10 },
    { id: 'touched', content: 'I like pie' },
  ]);
  assert.deepEqual(contents(store.search('tea coffee', 5)), ['I like tea']);
  database.exec("INSERT INTO memories_fts (memories_fts, rank) VALUES ('integrity-check', 1)");
});

test('given removed rows and a vacuum, when searching, then the index still points at the right memories', t => {
  const { store, database } = opened(t);
  for (let at = 0; at < 50; at += 1) store.save(fact(`word${at} tea`, { id: `v${at}` }));
  for (let at = 0; at < 49; at += 2) store.remove(`v${at}`);
  database.exec('VACUUM');
  assert.deepEqual(contents(store.search('word31', 1)), ['word31 tea']);
  database.exec("INSERT INTO memories_fts (memories_fts, rank) VALUES ('integrity-check', 1)");
});

test('given a transaction that is rolled back, when searching, then its memory is not there', t => {
  const { store, database } = opened(t);
  assert.throws(() =>
    database.transaction(() => {
      store.save(fact('lost tea'));
      throw new Error('no');
    })(),
  );
  assert.deepEqual(store.search('tea', 5), []);
});

test('given words with accents, capitals or other endings, when searching, then they find each other', t => {
  const { store } = opened(t);
  for (const content of [
    'das Café heißt Zürcher Löwe',
    'meine Größe ist 43',
    'the dentists are on holidays',
    'μου αρεσει η Αθηνα',
    'я люблю чай',
  ])
    store.save(fact(content));
  for (const [query, content] of [
    ['CAFE zurcher lowe', 'das Café heißt Zürcher Löwe'],
    ['größe', 'meine Größe ist 43'],
    ['dentist holiday', 'the dentists are on holidays'],
    ['zürch', 'das Café heißt Zürcher Löwe'],
    ['ΑΘΗΝΑ', 'μου αρεσει η Αθηνα'],
    ['чай', 'я люблю чай'],
  ] as const)
    assert.equal(store.search(query, 1)[0]?.content, content, query);
});

test('given two memories that say the same of different times, when asked, then the newer comes first', t => {
  const { store } = opened(t);
  store.save(fact('my office is in room 5', { at: 9_000_000 }));
  store.save(fact('my office is in room 7', { at: 9_000_001 }));
  assert.equal(store.search('where is my office?', 1)[0]?.content, 'my office is in room 7');
});

test('given any text whatsoever, when it is searched for, then it is never a syntax error', t => {
  const { store } = opened(t);
  store.save(fact('AND OR NOT NEAR tea " * ( ) : ^ {x}'));
  const nasty = [
    '"',
    '""',
    '*',
    'a*',
    '(',
    ')',
    'AND',
    'OR',
    'NOT',
    'NEAR(a b, 3)',
    'content:x',
    '{a b}:c',
    '^a',
    '-a',
    '+',
    "'",
    "';--",
    '\u0000',
    '\ud800',
    '\udc00',
    '😀',
    '\u0301',
    'é',
    'ß',
    '%',
    '?',
    '\\',
    '/',
    '.',
    ',',
    '\n',
    '\u200b',
    '١٢٣',
    '漢字',
    'ﬁ',
    'İ',
    'a'.repeat(3000),
    '°',
    '²',
    'tea',
  ];
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  for (const text of nasty) store.search(text, 3);
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: random(9) }, () =>
      random(3) > 0 ? nasty[random(nasty.length)] : String.fromCharCode(random(65536)),
    ).join(random(2) > 0 ? ' ' : '');
    assert.ok(Array.isArray(store.search(text, 3)), JSON.stringify(text));
  }
  assert.ok(store.search('NOT tea', 3).length === 1);
  assert.deepEqual(memoryQuery(' ?! '), {});
});

/** How often the fact asked for comes first, and among the first three. */
function measured(t: TestContext, pairs: readonly Pair[], crowd: readonly string[]) {
  const { store } = opened(t);
  for (const content of [...new Set([...pairs.map(([content]) => content), ...crowd])]) store.save(fact(content));
  const places = pairs.map(([content, question]) => contents(store.search(question, 3)).indexOf(content));
  const first = places.filter(place => place === 0).length;
  const top = places.filter(place => place >= 0).length;
  return { first, top, of: pairs.length };
}

test('given facts among hundreds of others, when they are asked for in other words, then nine of ten come first', t => {
  const crowd = [...tuned, ...unseen].map(([content]) => content).concat(distractors);
  const looked = measured(t, tuned, crowd);
  const blind = measured(t, unseen, crowd);
  t.diagnostic(`tuned: ${looked.first} of ${looked.of} first, ${looked.top} in the top three, among ${crowd.length}`);
  t.diagnostic(`unseen: ${blind.first} of ${blind.of} first, ${blind.top} in the top three, among ${crowd.length}`);
  assert.ok(tuned.length >= 40 && distractors.length >= 200);
  assert.ok(looked.first >= 0.9 * looked.of && looked.top >= 0.95 * looked.of);
  assert.ok(blind.first >= 0.75 * blind.of && blind.top >= 0.9 * blind.of);
});

test('given only the facts themselves, when they are asked for in other words, then nine of ten come first', t => {
  const looked = measured(t, tuned, []);
  const blind = measured(t, unseen, []);
  const home = measured(t, household, []);
  t.diagnostic(
    `tuned: ${looked.first} of ${looked.of} first; household: ${home.first} of ${home.of}; unseen: ${blind.first} of ${blind.of}`,
  );
  assert.ok(home.first >= 0.9 * home.of);
  assert.ok(looked.first >= 0.9 * looked.of);
  assert.ok(blind.first >= 0.8 * blind.of);
});
