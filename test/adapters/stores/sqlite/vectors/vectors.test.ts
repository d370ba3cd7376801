/** The tables of vectors, and what is found by them, over real rows and the real thread of the index. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { openDatabase, type SqliteDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { memoryStore } from '../../../../../src/adapters/stores/sqlite/memories/memories.ts';
import { memoryBatches } from '../../../../../src/adapters/stores/sqlite/memories/memory-batches.ts';
import { vectorSearch } from '../../../../../src/adapters/stores/sqlite/vectors/near.ts';
import { vectorStore } from '../../../../../src/adapters/stores/sqlite/vectors/vectors.ts';
import { subwords } from '../../../../peers/subwords.ts';

const vectorOf = (text: string) => Float32Array.from(subwords(text));
const none = new Float32Array();

function opened(t: TestContext) {
  const database = openDatabase({ file: ':memory:', synchronous: 'normal', now: () => 1 });
  t.after(() => database.close());
  return over(database);
}

function over(database: SqliteDatabase) {
  const memories = memoryStore(database);
  const vectors = vectorStore(database);
  const batches = memoryBatches(database);
  return {
    database,
    memories,
    vectors,
    batches,
    keep: (content: string) =>
      memories.save({ kind: 'fact', content, status: 'active', source: 'owner', taint: 'owner', session: 's', at: 1 }),
    /** Embeds what waits, a batch after the other. */
    embed(model: string, batch = 3, of: (text: string) => Float32Array = vectorOf): number {
      let puts = 0;
      for (;;) {
        const waiting = vectors.waiting(model, batch);
        if (waiting.length === 0) return puts;
        database.transaction(() =>
          vectors.put(
            model,
            waiting.map(one => ({ ...one, vector: one.text === '' ? none : of(one.text) })),
          ),
        )();
        puts += 1;
      }
    },
    embedded: () =>
      database
        .prepare<[], { readonly content: string; readonly model: string }>(
          'SELECT content, model FROM vectors v JOIN memories m ON m.row = v.row ORDER BY m.row',
        )
        .all(),
  };
}

suite('vectors of memories', () => {
  test('given memories, when they are embedded in batches, then each has one vector, however often it is put', t => {
    const { keep, embed, vectors, database } = opened(t);
    for (let at = 0; at < 10; at += 1) keep(`fact number ${at}`);
    assert.deepEqual(vectors.count('m/1'), { done: 0, waiting: 10 });
    const first = vectors.waiting('m/1', 4);
    const put = () =>
      vectors.put(
        'm/1',
        first.map(one => ({ ...one, vector: vectorOf(one.text) })),
      );
    put();
    put();
    assert.deepEqual(vectors.count('m/1'), { done: 4, waiting: 6 });
    embed('m/1');
    assert.deepEqual(vectors.count('m/1'), { done: 10, waiting: 0 });
    assert.equal(database.prepare('SELECT count(DISTINCT row) FROM vectors').pluck().get(), 10);
  });

  test('given embedded memories, when one is reworded, forgotten or taken back, then its vector follows it in the same commit', t => {
    const { keep, embed, embedded, memories, batches, vectors } = opened(t);
    const [tea = '', drum = '', stays = ''] = ['green tea', 'a loud drum', 'the third one'].map(keep);
    embed('m/1');
    memories.reword(tea, 'black tea', 2);
    assert.deepEqual(
      embedded().map(({ content }) => content),
      ['a loud drum', 'the third one'],
    );
    assert.deepEqual(vectors.count('m/1'), { done: 2, waiting: 1 });
    embed('m/1');
    assert.equal(embedded()[0]?.content, 'black tea');
    memories.remove(drum);
    assert.deepEqual(
      embedded().map(({ content }) => content),
      ['black tea', 'the third one'],
    );
    embed('m/1');
    assert.deepEqual(vectors.count('m/1'), { done: 2, waiting: 0 }, 'nothing waits for what is forgotten');
    batches.begin({ id: 'b', kind: 'consolidation', at: 3 });
    batches.note('b', stays, 3);
    memories.change(stays, { status: 'archived' }, 3);
    batches.undo('b', 4);
    embed('m/1');
    assert.deepEqual(vectors.count('m/1'), { done: 2, waiting: 0 });
  });

  test('given words that change while they are embedded, when the vector comes, then it is not taken, and they wait again', t => {
    const { keep, vectors, memories, embed, embedded } = opened(t);
    const id = keep('green tea');
    const waiting = vectors.waiting('m/1', 9);
    memories.reword(id, 'black tea', 2);
    vectors.put(
      'm/1',
      waiting.map(one => ({ ...one, vector: vectorOf(one.text) })),
    );
    assert.deepEqual([embedded(), vectors.count('m/1').waiting], [[], 1]);
    embed('m/1');
    assert.deepEqual([embedded()[0]?.content, vectors.count('m/1')], ['black tea', { done: 1, waiting: 0 }]);
  });

  test('given a memory that was reworded far behind the place, when it is embedded again, then those between are not passed over', t => {
    const { keep, vectors, memories, embed } = opened(t);
    const ids = Array.from({ length: 6 }, (_, at) => keep(`fact number ${at}`));
    embed('m/1');
    const [batch] = [vectors.waiting('m/2', 2)];
    vectors.put('m/2', batch?.map(one => ({ ...one, vector: vectorOf(one.text) })) ?? []);
    memories.reword(ids[5] ?? '', 'another one', 2);
    embed('m/2', 1);
    assert.deepEqual(vectors.count('m/2'), { done: 6, waiting: 0 });
    assert.equal(vectors.count('m/1').done, 0);
  });

  test('given another model, or vectors of another size, when they are embedded again, then every one is replaced', t => {
    const { keep, embed, embedded, vectors, database } = opened(t);
    for (let at = 0; at < 7; at += 1) keep(`fact number ${at}`);
    embed('m/1');
    embed('m/2');
    assert.deepEqual(new Set(embedded().map(({ model }) => model)), new Set(['m/2']));
    keep('one more');
    embed('m/2', 3, text => vectorOf(text).slice(0, 64));
    const sizes = database.prepare('SELECT DISTINCT length(vector) FROM vectors').pluck().all();
    assert.deepEqual([sizes, vectors.count('m/2')], [[64], { done: 8, waiting: 0 }]);
  });

  test('given vectors that stand in the redo log alone, when the process ends, then the next one has them', t => {
    const folder = mkdtempSync(join(tmpdir(), 'straylight-vectors-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const [file, copy] = [join(folder, 'a.db'), join(folder, 'b.db')];
    const open = (path: string) =>
      openDatabase({ file: path, synchronous: 'normal', now: () => 1, writeBehind: { later: () => {} } });
    const before = open(file);
    const { keep, embed } = over(before);
    keep('green tea');
    embed('m/1');
    for (const end of ['', '-wal', '-redo']) copyFileSync(`${file}${end}`, `${copy}${end}`);
    before.close();
    const after = open(copy);
    t.after(() => after.close());
    assert.deepEqual(over(after).vectors.count('m/1'), { done: 1, waiting: 0 });
    const bytes = after.prepare<[], Buffer>('SELECT vector FROM vectors').pluck().get();
    assert.equal(bytes?.length, 384);
  });
});

suite('what lies near', () => {
  test('given many vectors, when one is looked for, then it comes first; what is forgotten and what is of another model never comes', async t => {
    const { keep, embed, memories, database } = opened(t);
    const things = ['piano', 'bicycle', 'dentist', 'umbrella', 'passport', 'heater', 'garden', 'kayak'];
    const ids = Array.from({ length: 400 }, (_, at) => keep(`the ${things[at % 8]} belongs to person ${at * 7919}`));
    const wanted = keep('grandmother bakes plum dumplings');
    embed('m/1', 64);
    const search = vectorSearch(database, async () => {});
    t.after(() => search.close());
    const find = async (text: string, model = 'm/1') =>
      memories
        .among((await search.near('memory', model, vectorOf(text), 5)).map(({ row }) => row))
        .map(({ memory }) => memory.content);
    assert.equal((await find('who makes plum dumpling'))[0], 'grandmother bakes plum dumplings');
    assert.deepEqual(await find('plum dumplings', 'm/2'), []);
    const later = keep('the boat lies at the northern quay');
    embed('m/1', 64);
    assert.equal(
      (await find('northern quays'))[0],
      'the boat lies at the northern quay',
      'what is new is found at once',
    );
    memories.remove(wanted);
    memories.remove(later);
    assert.equal((await find('plum dumplings')).includes('grandmother bakes plum dumplings'), false);
    assert.equal((await find('northern quays')).includes('the boat lies at the northern quay'), false);
    assert.ok(ids.length === 400);
  });

  test('given nothing that is like it, when something is looked for, then nothing stands out', async t => {
    const { keep, embed, database } = opened(t);
    for (let at = 0; at < 200; at += 1) keep(`the bicycle of person ${at * 7919} is red`);
    embed('m/1', 64);
    const search = vectorSearch(database, async () => {});
    t.after(() => search.close());
    const near = await search.near('memory', 'm/1', vectorOf('quantum chromodynamics'), 40);
    assert.ok(near.length <= 10, `${near.length} stand out`);
  });
});
