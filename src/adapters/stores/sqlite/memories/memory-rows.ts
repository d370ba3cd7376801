/** The table `memories`: rows as memories, and what makes two texts the same memory. */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { indexedText } from '../../../../domain/memory/language/indexed-text.ts';
import { type Memory, type MemoryKind, sameWords } from '../../../../domain/memory/memory.ts';

/** A row, as SQLite has it. */
export interface MemoryRow {
  readonly row: number;
  readonly id: string;
  readonly words: string;
  readonly kind: Memory['kind'];
  readonly content: string;
  readonly tags: string;
  readonly subject: string | null;
  readonly status: Memory['status'];
  readonly source: Memory['source'];
  readonly taint: Memory['taint'];
  readonly sensitivity: Memory['sensitivity'];
  readonly partition: string;
  readonly importance: number;
  readonly confidence: number;
  readonly sightings: number;
  readonly session: string;
  readonly message: string | null;
  readonly batch: string | null;
  readonly replaces: string | null;
  readonly contradicts: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly uses: number;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
}

export function memoryOf(row: MemoryRow): Memory {
  const { id, kind, content, subject, status, source, taint, sensitivity, partition } = row;
  const { importance, confidence, sightings, session, message, batch, replaces, contradicts, uses } = row;
  return {
    id,
    kind,
    content,
    tags: JSON.parse(row.tags) as readonly string[],
    subject,
    status,
    source,
    taint,
    sensitivity,
    partition,
    importance,
    confidence,
    sightings,
    session,
    message,
    batch,
    replaces,
    contradicts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    uses,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}

const columns: readonly (keyof MemoryRow)[] = [
  ...(['row', 'id', 'words', 'kind', 'content', 'tags', 'subject', 'status', 'source', 'taint'] as const),
  ...(['sensitivity', 'partition', 'importance', 'confidence', 'sightings', 'session', 'message'] as const),
  ...(['batch', 'replaces', 'contradicts', 'created_at', 'updated_at', 'uses', 'last_used_at', 'expires_at'] as const),
];

/** Writes a row and its words in the index, which migration 035 leaves to the store. A `row` of null is a new one. */
export function memoryInsertion(database: Database): (row: Omit<MemoryRow, 'row'> & { row: number | null }) => void {
  const insert = database.prepare(
    `INSERT INTO memories (${columns.join(', ')}) VALUES (${columns.map(name => `@${name}`).join(', ')})`,
  );
  const index = database.prepare('INSERT INTO memories_fts (rowid, content) VALUES (?, ?)');
  return row => {
    const { lastInsertRowid } = insert.run(row);
    index.run(lastInsertRowid, indexedText(row.content));
  };
}

/** The same for the same words of a kind; also the id of the first memory that has them. */
export function wordsKey(kind: MemoryKind, content: string): string {
  return `memory:${hashed(`${kind}\n${sameWords(content)}`)}`;
}

/** Another id, where a reworded memory still has the first one. */
export function furtherId(key: string, partition: string, take: number): string {
  return `memory:${hashed(`${key}\n${partition}\n${take}`)}`;
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}
