/** Functions of ours that triggers, views and migrations ask for; each connection that writes has them. */
import type { Database } from 'better-sqlite3';
import { indexedText } from '../../../domain/memory/language/indexed-text.ts';
import type { MemoryKind } from '../../../domain/memory/memory.ts';
import { wordsKey } from './memories/memory-rows.ts';

/**
 * `indexed_text(text)` is what the full-text index gets of a text, `memory_key(kind, content)` what makes two memories the
 * same.
 */
export function withOwnFunctions(database: Database): Database {
  database.function('indexed_text', { deterministic: true }, text => indexedText(String(text)));
  database.function('memory_key', { deterministic: true }, (kind, content) =>
    wordsKey(kind as MemoryKind, String(content)),
  );
  return database;
}
