import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { indexUpkeep } from '../../../../../src/actors/memory/index-upkeep.ts';
import { openDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { memoryStore } from '../../../../../src/adapters/stores/sqlite/memories/memories.ts';
import { textIndexes } from '../../../../../src/adapters/stores/sqlite/memories/text-indexes.ts';

test('given memories written one by one, when the index is put together, then it is one piece that finds the same', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'text-indexes-'));
  const database = openDatabase({ file: join(folder, 'test.db'), synchronous: 'normal', now: () => 1 });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const store = memoryStore(database);
  for (let at = 0; at < 300; at += 1)
    store.save({
      kind: 'fact',
      content: `shelf ${at % 7} holds the word${at}`,
      status: 'active',
      source: 'owner',
      taint: 'owner',
      session: 's',
      at,
    });
  const pieces = database.prepare('SELECT count(DISTINCT segid) FROM memories_fts_idx').pluck();
  const before = store.search('word123', 3);
  const indexes = textIndexes(database);
  assert.equal(textIndexes(database)[0]?.isScattered(), true);
  let commits = 0;
  const upkeep = indexUpkeep({
    indexes,
    perform: async work => {
      commits += 1;
      return work();
    },
  });
  await upkeep(new AbortController().signal);
  assert.equal(pieces.get(), 1);
  assert.ok(commits > 1);
  assert.deepEqual(store.search('word123', 3), before);
  database.exec("INSERT INTO memories_fts (memories_fts, rank) VALUES ('integrity-check', 1)");
  const done = commits;
  await upkeep(new AbortController().signal);
  assert.equal(commits, done, 'nothing new, nothing done');
});
