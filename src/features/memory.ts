/** What the agent remembers. */
import { memoryStore } from '../adapters/stores/sqlite/memories/memories.ts';
import type { MemoryStore } from '../domain/memory/memory.ts';
import type { Home } from './process/home.ts';

/** Where memories are kept. */
export function openMemories({ database }: Home): MemoryStore {
  return memoryStore(database);
}
