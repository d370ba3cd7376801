/** What the agent remembers: where it is kept, and what the owner can do with it. */
import { memoryService } from '../actors/memory/memory-service.ts';
import type { System } from '../actors/runtime/system.ts';
import { memoryStore } from '../adapters/stores/sqlite/memories.ts';
import { memoryId } from '../adapters/tools/memory-save.ts';
import type { MemoryStore } from '../domain/memory/memory.ts';
import type { MemoryService } from '../domain/memory/service.ts';
import type { AuditLog } from '../ports/audit-log.ts';
import type { Home } from './process/home.ts';

/** Where memories are kept. */
export function openMemories({ database }: Home): MemoryStore {
  return memoryStore(database);
}

/** The owner's search, edits and removals. */
export function memoriesOfOwner(
  { clock, redactor }: Home,
  memories: MemoryStore,
  system: System,
  audit: AuditLog['write'],
): MemoryService {
  return memoryService({ system, memories, clock, audit, idOf: memoryId, redact: redactor.text });
}
