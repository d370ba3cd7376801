/** Memories in SQLite: kept, changed and found by full text. */
import type { Database } from 'better-sqlite3';
import { messageOfEpisode } from '../../../../domain/memory/episode.ts';
import type { Memory, MemoryChange, MemoryStore, NewMemory } from '../../../../domain/memory/memory.ts';
import { globalPartition } from '../../../../domain/memory/partition.ts';
import type { Episodes } from '../../../../ports/memory/episodes.ts';
import { sqliteEpisodes } from './episodes.ts';
import { earlierWords } from './forgetting/earlier-words.ts';
import { furtherSources } from './forgetting/further-sources.ts';
import { furtherId, type MemoryRow, memoryInsertion, memoryOf, wordsKey } from './memory-rows.ts';
import { memorySearcher } from './memory-search.ts';
import { memorySource } from './memory-source.ts';

/** The store on an open database that has migration 042. Statements are prepared once, here. */
export function memoryStore(database: Database, episodes: Episodes = sqliteEpisodes(database)): MemoryStore {
  const rows = memoryReads(database);
  const isEpisode = (id: string) => messageOfEpisode(id) !== undefined;
  const { dropOrigins, ...words } = memoryWords(database, rows.one);
  const changed = memoryChanges(database);
  const use = database.prepare<[number | null, string]>(
    'UPDATE memories SET uses = uses + 1, last_used_at = max(coalesce(last_used_at, 0), coalesce(?, last_used_at)) WHERE id = ?',
  );
  const forget = database.prepare<[string]>('DELETE FROM memories WHERE id = ?');
  const untie = database.prepare('DELETE FROM memory_links WHERE one = @id OR other = @id');
  const expire = database.prepare<[number]>(
    `UPDATE memories SET status = 'archived' WHERE expires_at <= ? AND status <> 'archived'`,
  );
  const withWords = database.prepare<[string, string], MemoryRow>(
    'SELECT * FROM memories WHERE words = ? AND partition = ?',
  );
  const among = database.prepare<[string], MemoryRow>(
    `SELECT * FROM memories WHERE row IN (SELECT value FROM json_each(?)) AND +status = 'active'`,
  );
  const nextExpiry = database
    .prepare<[], number | null>(`SELECT min(expires_at) FROM memories WHERE status <> 'archived'`)
    .pluck();
  return {
    ...words,
    search: memorySearcher(database),
    change(id, change, at) {
      if (!isEpisode(id)) return changed(id, change, at);
      const { status } = change;
      return status !== undefined && status !== 'pending' && episodes.setStatus(id, status);
    },
    among(rows, partitions = [globalPartition]) {
      const found = new Map(among.all(JSON.stringify(rows)).map(one => [one.row, one]));
      return rows.flatMap(row => {
        const one = found.get(row);
        const isInside = one && (partitions === 'all' || partitions.includes(one.partition));
        return isInside ? [{ row, memory: memoryOf(one) }] : [];
      });
    },
    get: ids =>
      ids.flatMap(id => {
        if (isEpisode(id)) return episodes.get(id) ?? [];
        const row = rows.one(id);
        return row ? memoryOf(row) : [];
      }),
    withWords(kind, content, partition = globalPartition) {
      const row = withWords.get(wordsKey(kind, content), partition);
      return row && memoryOf(row);
    },
    ...rows.lists,
    list({ limit, ...filter }) {
      const found = rows.lists.list({ limit, ...filter });
      if (filter.kind !== 'episode') return found;
      const said = episodes.list(limit).filter(({ status }) => status === (filter.status ?? status));
      const all = [...found, ...said].sort((a, b) => b.updatedAt - a.updatedAt);
      return limit < 0 ? all : all.slice(0, limit);
    },
    family(ids) {
      return [...rows.lists.family(ids), ...ids.flatMap(id => (isEpisode(id) ? (episodes.get(id) ?? []) : []))];
    },
    nextExpiry: () => nextExpiry.get() ?? undefined,
    expire: at => expire.run(at).changes,
    used: (ids, at) => {
      for (const id of ids) {
        if (isEpisode(id)) episodes.used(id, at);
        else use.run(at ?? null, id);
      }
    },
    remove(id) {
      if (isEpisode(id)) return episodes.remove(id);
      untie.run({ id });
      dropOrigins(id);
      return forget.run(id).changes > 0;
    },
  };
}

function memoryReads(database: Database) {
  const byId = database.prepare<[string], MemoryRow>('SELECT * FROM memories WHERE id = ?');
  const named = database
    .prepare<[string, string], string>('SELECT id FROM memories WHERE id >= ? AND id < ? ORDER BY id LIMIT 2')
    .pluck();
  const newest = database.prepare<unknown[], MemoryRow>(`
    SELECT * FROM memories WHERE status = coalesce(?, status) AND kind = coalesce(?, kind)
      AND (? IS NULL OR partition IN (SELECT value FROM json_each(?)))
    ORDER BY updated_at DESC, row DESC LIMIT ?`);
  const pages = database.prepare<[string | null, number], MemoryRow>(
    'SELECT * FROM memories WHERE row > coalesce((SELECT row FROM memories WHERE id = ?), 0) ORDER BY row LIMIT ?',
  );
  const bySubject = database.prepare<[string], MemoryRow>(
    `SELECT * FROM memories WHERE subject = ? AND status <> 'archived' ORDER BY updated_at DESC, row DESC`,
  );
  const byBatch = database.prepare<[string], MemoryRow>(
    `SELECT * FROM memories WHERE batch = @batch OR id IN (SELECT memory FROM memory_changes WHERE batch = @batch)
     ORDER BY row`,
  );
  const counted = database.prepare<[], { readonly status: Memory['status']; readonly total: number }>(
    'SELECT status, count(*) AS total FROM memories GROUP BY status',
  );
  const waiting = database.prepare<[number], MemoryRow>(`
    SELECT * FROM memories WHERE status = 'pending' OR row IN (SELECT m.row FROM memories m JOIN memories o ON o.id = m.contradicts
      WHERE m.contradicts IS NOT NULL AND m.status = 'active' AND o.status = 'active')
    ORDER BY updated_at DESC, row DESC LIMIT ?`);
  const family = database.prepare<[string], MemoryRow>(`
    WITH RECURSIVE found (id) AS (
      SELECT value FROM json_each(?)
      UNION SELECT l.other FROM memory_links l JOIN found f ON l.one = f.id WHERE l.kind = 'merged'
      UNION SELECT l.one FROM memory_links l JOIN found f ON l.other = f.id WHERE l.kind = 'merged'
    )
    SELECT * FROM memories WHERE id IN (SELECT id FROM found) ORDER BY row`);
  const lists: Pick<
    MemoryStore,
    'list' | 'page' | 'about' | 'waiting' | 'family' | 'ofBatch' | 'counts' | 'beginning'
  > = {
    beginning: begin => named.all(begin, `${begin}\u{10ffff}`),
    waiting: limit => waiting.all(limit).map(memoryOf),
    family: ids => family.all(JSON.stringify(ids)).map(memoryOf),
    page: (after, limit) => pages.all(after ?? null, limit).map(memoryOf),
    list({ status, kind, partitions, limit }) {
      const inside = partitions === undefined ? null : JSON.stringify(partitions);
      return newest.all(status ?? null, kind ?? null, inside, inside, limit).map(memoryOf);
    },
    about: subject => bySubject.all(subject).map(memoryOf),
    ofBatch: batch => byBatch.all({ batch } as never).map(memoryOf),
    counts: () => ({
      active: 0,
      pending: 0,
      archived: 0,
      ...Object.fromEntries(counted.all().map(({ status, total }) => [status, total])),
    }),
  };
  return { one: (id: string) => byId.get(id), lists };
}

/** What goes by the words of a memory, and where they come from. */
function memoryWords(
  database: Database,
  one: (id: string) => MemoryRow | undefined,
): Pick<MemoryStore, 'save' | 'reword' | 'earlier' | 'furtherSources'> & { dropOrigins(id: string): void } {
  const withWords = database.prepare<[string, string], MemoryRow>(
    'SELECT * FROM memories WHERE words = ? AND partition = ?',
  );
  const insert = memoryInsertion(database);
  const sourceOf = memorySource(database);
  // The WHERE makes a repeat write nothing at all; the assignments are the contract of MemoryStore.save.
  const again = database.prepare(`
    UPDATE memories SET
      status = iif(status = 'active', 'active', @status),
      source = iif(@taint = 'owner' AND taint <> 'owner', @source, source),
      taint = iif(@taint = 'owner', 'owner', taint),
      sightings = sightings + iif(@at > updated_at, 1, 0),
      updated_at = max(updated_at, @at)
    WHERE id = @id AND ((status <> 'active' AND status <> @status) OR updated_at < @at OR (@taint = 'owner' AND taint <> 'owner'))`);
  const reworded = database.prepare(`
    UPDATE memories SET content = @content, words = @words, status = 'active', source = 'owner', taint = 'owner',
      contradicts = NULL, updated_at = max(updated_at, @at) WHERE id = @id`);
  const drop = database.prepare<[string]>('DELETE FROM memories WHERE id = ?');
  const earlier = earlierWords(database);
  const sources = furtherSources(database);

  function freeId(key: string, partition: string): string {
    let id = key;
    for (let take = 2; one(id) !== undefined; take += 1) id = furtherId(key, partition, take);
    return id;
  }

  return {
    earlier: earlier.of,
    furtherSources: sources.of,
    dropOrigins(id) {
      earlier.drop(id);
      sources.drop(id);
    },
    save(memory) {
      const { kind, content, status, source, taint, at, partition = globalPartition } = memory;
      const words = wordsKey(kind, content);
      const known = withWords.get(words, partition) ?? (memory.id === undefined ? undefined : one(memory.id));
      const message = memory.message ?? sourceOf(memory.session, content) ?? null;
      if (known) {
        if (message !== known.message) sources.add(known.id, message);
        again.run({ id: known.id, status, source, taint, at });
        return known.id;
      }
      const id = memory.id ?? freeId(words, partition);
      insert({ ...usual(memory), id, words, partition, message });
      return id;
    },
    reword(id, content, at, session) {
      const known = one(id);
      if (!known) return undefined;
      const words = wordsKey(known.kind, content);
      const other = withWords.get(words, known.partition);
      const stays = other?.id ?? id;
      earlier.keep(known, stays, at);
      if (session !== undefined) sources.add(stays, sourceOf(session, content, known.content));
      if (stays !== id) {
        sources.add(stays, known.message);
        sources.move(id, stays);
        drop.run(id);
      }
      reworded.run({ id: stays, content, words, at });
      return stays;
    },
  };
}

/** A new memory with every column that does not follow from its words. */
function usual(memory: NewMemory) {
  const { kind, content, status, source, taint, session, at, tags = [] } = memory;
  return {
    row: null,
    kind,
    content,
    status,
    source,
    taint,
    session,
    tags: JSON.stringify(tags),
    subject: memory.subject ?? null,
    sensitivity: memory.sensitivity ?? 'normal',
    importance: memory.importance ?? 0.5,
    confidence: memory.confidence ?? 1,
    sightings: memory.sightings ?? 1,
    batch: memory.batch ?? null,
    replaces: memory.replaces ?? null,
    contradicts: memory.contradicts ?? null,
    created_at: memory.createdAt ?? at,
    updated_at: at,
    uses: memory.uses ?? 0,
    last_used_at: memory.lastUsedAt ?? null,
    expires_at: memory.expiresAt ?? null,
  };
}

/** The columns that `change` may set, by field. */
const columns: Readonly<Record<keyof MemoryChange, string>> = {
  tags: 'tags',
  subject: 'subject',
  status: 'status',
  source: 'source',
  taint: 'taint',
  sensitivity: 'sensitivity',
  importance: 'importance',
  confidence: 'confidence',
  sightings: 'sightings',
  replaces: 'replaces',
  contradicts: 'contradicts',
  expiresAt: 'expires_at',
};

function memoryChanges(database: Database): MemoryStore['change'] {
  const known = new Map<string, ReturnType<Database['prepare']>>();
  return (id, change, at) => {
    const fields = (Object.keys(change) as (keyof MemoryChange)[]).filter(field => change[field] !== undefined);
    const set = fields.map(field => `${columns[field]} = ?`).join(', ');
    const values = fields.map(field => (field === 'tags' ? JSON.stringify(change.tags) : change[field]));
    if (fields.length === 0) return false;
    const statement =
      known.get(set) ?? database.prepare(`UPDATE memories SET ${set}, updated_at = max(updated_at, ?) WHERE id = ?`);
    known.set(set, statement);
    return statement.run(...values, at, id).changes > 0;
  };
}
