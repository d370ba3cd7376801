import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collection } from '../../../src/actors/memory/collection.ts';
import { settling } from '../../../src/actors/memory/settling.ts';
import { sqliteEpisodes } from '../../../src/adapters/stores/sqlite/memories/episodes.ts';
import { memoryLinks } from '../../../src/adapters/stores/sqlite/memories/memory-links.ts';
import type { Collected } from '../../../src/domain/memory/consolidation/plan.ts';
import { episodeId } from '../../../src/domain/memory/episode.ts';
import { openStores, performed } from '../stores.ts';

const day = 86_400_000;

test('given what was said long ago, when memories are put in order, then what nobody was reminded of is archived before what was of use', async t => {
  const { database, memories, say } = openStores(t);
  const episodes = sqliteEpisodes(database);
  const now = 200 * day;
  const ids = [10, 95, 150].map(at => say('owner', `said on day ${at} of the year`, { at: at * day }));
  const [old = '', used = '', recent = ''] = ids;
  for (const id of ids) episodes.keep(id);
  episodes.used(episodeId(used), 96 * day);
  const looked = { memories, now: () => now, archiveAfterDays: 100 };
  const look = collection({ ...looked, episodes, links: memoryLinks(database), pause: async () => {} });
  const collected = (await performed(look, {}).output) as Collected;
  assert.deepEqual(collected.outlived, [{ id: episodeId(old), updatedAt: 10 * day }]);
  assert.deepEqual(settling(looked)({ judged: [], ...collected }).moves, [{ kind: 'archive', id: episodeId(old) }]);
  const never = collection({
    ...looked,
    archiveAfterDays: 0,
    episodes,
    links: memoryLinks(database),
    pause: async () => {},
  });
  assert.deepEqual(((await performed(never, {}).output) as Collected).outlived, []);
  assert.equal(episodes.get(episodeId(recent))?.status, 'active');
});
