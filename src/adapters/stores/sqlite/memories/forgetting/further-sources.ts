/** The table `memory_sources`: what else a memory comes from than the message that it was first kept from. */
import type { Database } from 'better-sqlite3';

/** The further messages of memories, by id. */
export interface FurtherSources {
  add(memory: string, message: string | null | undefined): void;
  of(memory: string): readonly string[];
  /** Those of a memory whose words another one has now. */
  move(memory: string, to: string): void;
  drop(memory: string): void;
}

export function furtherSources(database: Database): FurtherSources {
  const add = database.prepare('INSERT OR IGNORE INTO memory_sources (memory, message) VALUES (?, ?)');
  const all = database.prepare<[string], string>('SELECT message FROM memory_sources WHERE memory = ?').pluck();
  const move = database.prepare('UPDATE OR REPLACE memory_sources SET memory = ? WHERE memory = ?');
  const drop = database.prepare('DELETE FROM memory_sources WHERE memory = ?');
  return {
    add(memory, message) {
      if (typeof message === 'string') add.run(memory, message);
    },
    of: memory => all.all(memory),
    move: (memory, to) => void move.run(to, memory),
    drop: memory => void drop.run(memory),
  };
}
