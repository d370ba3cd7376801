/**
 * What a memory said before it was reworded. No search and no export finds it; it is kept so that to forget the memory
 * finds the messages that said it the old way. It lies among the changes of runs, under a batch that no run has.
 */
import type { Database } from 'better-sqlite3';
import type { MemoryRow } from '../memory-rows.ts';

const batch = 'reworded';

/** The earlier words of memories. */
export interface EarlierWords {
  /** Keeps what `known` says for the memory that has new words in its place. */
  keep(known: MemoryRow, stays: string, at: number): void;
  of(id: string): readonly string[];
  drop(id: string): void;
}

export function earlierWords(database: Database): EarlierWords {
  const note = database.prepare('INSERT INTO memory_changes (batch, memory, before, at) VALUES (?, ?, ?, ?)');
  const move = database.prepare(`UPDATE memory_changes SET memory = ? WHERE memory = ? AND batch = '${batch}'`);
  const all = database
    .prepare<[string], string>(
      `SELECT DISTINCT before ->> '$.content' FROM memory_changes WHERE memory = ? AND before IS NOT NULL`,
    )
    .pluck();
  const drop = database.prepare(`DELETE FROM memory_changes WHERE memory = ? AND batch = '${batch}'`);
  return {
    keep(known, stays, at) {
      note.run(batch, stays, JSON.stringify({ content: known.content }), at);
      if (stays !== known.id) move.run(stays, known.id);
    },
    of: id => all.all(id),
    drop: id => void drop.run(id),
  };
}
