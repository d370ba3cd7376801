/** The full-text indexes over memories and conversations as pieces that can be put together. */
import type { TextIndex } from '../../../../ports/memory/text-index.ts';
import type { SqliteDatabase } from '../database.ts';

/** So many pages of a kilobyte are merged at a time. */
const mergedPages = 64;
/** Before so many rows are new, nothing is looked at. */
const leastNew = 256;
/** With more pieces a search among 100 000 memories takes up to twice as long as with one. */
const mostPieces = 4;

export function textIndexes(database: SqliteDatabase): readonly TextIndex[] {
  return [textIndex(database, 'memories_fts', 'memories'), textIndex(database, 'messages_fts', 'messages')];
}

function textIndex(database: SqliteDatabase, index: string, table: string): TextIndex {
  const newest = database
    .prepare<[], number>(`SELECT coalesce(max(${table === 'memories' ? 'row' : 'n'}), 0) FROM ${table}`)
    .pluck();
  const pieces = database.prepare<[], number>(`SELECT count(DISTINCT segid) FROM ${index}_idx`).pluck();
  const merge = database.prepare<[number]>(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`);
  const changes = database.prepare<[], number>('SELECT total_changes()').pluck();
  let lookedAt = 0;
  return {
    isScattered() {
      const now = newest.get() ?? 0;
      if (Math.abs(now - lookedAt) < leastNew) return false;
      lookedAt = now;
      return (pieces.get() ?? 0) > mostPieces;
    },
    merge(isFirst) {
      const before = changes.get() ?? 0;
      // the negative number takes all pieces together, whatever their size
      merge.run(isFirst ? -mergedPages : mergedPages);
      // SQLite says in this way that there was nothing to merge
      return (changes.get() ?? 0) - before >= 2;
    },
  };
}
