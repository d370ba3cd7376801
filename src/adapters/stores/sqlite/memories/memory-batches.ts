/** The tables `memory_batches` and `memory_changes`. */
import { messageOfEpisode } from '../../../../domain/memory/episode.ts';
import type { MemoryBatch } from '../../../../domain/memory/service.ts';
import type { MemoryBatches } from '../../../../ports/memory/batches.ts';
import type { SqliteDatabase } from '../database.ts';
import { type MemoryRow, memoryInsertion } from './memory-rows.ts';

interface BatchRow extends Omit<MemoryBatch, 'undoneAt'> {
  readonly undone_at: number | null;
}

interface FirstChange {
  readonly memory: string;
  readonly before: string | null;
}

export function memoryBatches(database: SqliteDatabase): MemoryBatches {
  const begin = database.prepare('INSERT OR IGNORE INTO memory_batches (id, kind, session, at) VALUES (?, ?, ?, ?)');
  const note = database.prepare('INSERT INTO memory_changes (batch, memory, before, at) VALUES (?, ?, ?, ?)');
  const row = database.prepare<[string], MemoryRow>('SELECT * FROM memories WHERE id = ?');
  const batchAt = database
    .prepare<[string], number>('SELECT at FROM memory_batches WHERE id = ? AND undone_at IS NULL')
    .pluck();
  const firsts = database.prepare<[string], FirstChange>(
    `SELECT memory, before FROM memory_changes WHERE n IN (SELECT min(n) FROM memory_changes WHERE batch = ? GROUP BY memory)
     ORDER BY n DESC`,
  );
  const recallAgain = database.prepare(
    `UPDATE episodes SET status = 'active' WHERE message = (SELECT n FROM messages WHERE id = ?)`,
  );
  const insert = memoryInsertion(database);
  const drop = database.prepare('DELETE FROM memories WHERE id = ?');
  const untie = database.prepare('DELETE FROM memory_links WHERE batch = ?');
  const undone = database.prepare('UPDATE memory_batches SET undone_at = ? WHERE id = ?');
  const newest = database.prepare<[number], BatchRow>(`
    SELECT b.id, b.kind, b.session, b.at, b.undone_at,
      (SELECT count(DISTINCT memory) FROM memory_changes c WHERE c.batch = b.id) AS memories
    FROM memory_batches b ORDER BY b.at DESC, b.id LIMIT ?`);

  function goBack({ memory, before }: FirstChange, at: number): boolean {
    const message = messageOfEpisode(memory);
    // all that ever changes of it is that it is archived
    if (message !== undefined) return recallAgain.run(message).changes > 0;
    const now = row.get(memory);
    const then = before === null ? undefined : (JSON.parse(before) as MemoryRow);
    // forgotten since, or changed by a later hand: that stands
    if (now === undefined || now.updated_at > at) return now === undefined && then === undefined;
    drop.run(memory);
    if (then) insert(then);
    return true;
  }

  return {
    begin: ({ id, kind, session, at }) => void begin.run(id, kind, session ?? null, at),
    note(batch, memory, at, isNew = false) {
      const before = isNew ? undefined : row.get(memory);
      note.run(batch, memory, before === undefined ? null : JSON.stringify(before), at);
    },
    undo(batch, at) {
      const made = batchAt.get(batch);
      if (made === undefined) return undefined;
      const all = firsts.all(batch);
      const back = all.filter(change => goBack(change, made)).length;
      untie.run(batch);
      undone.run(at, batch);
      return { undone: back, left: all.length - back };
    },
    list: limit => newest.all(limit).map(({ undone_at, ...batch }) => ({ ...batch, undoneAt: undone_at })),
  };
}
