/** Port: what learning runs, imports and consolidations changed of the memories, so that a whole run can be undone. */
import type { Memory } from '../../domain/memory/memory.ts';
import type { MemoryBatch } from '../../domain/memory/service.ts';

/**
 * Everything is synchronous and belongs into the transaction of the changes themselves.
 *
 * The contract:
 * - `begin` twice under one id is once.
 * - `note` is called before each change of a memory, or after a new one was made (`isNew`); the first of each memory in
 *   a batch is what an undo goes back to.
 * - `undo` brings back what the batch changed, takes away what it made, and leaves what was changed since. Undefined:
 *   there is none that could be undone.
 */
export interface MemoryBatches {
  begin(batch: Pick<MemoryBatch, 'id' | 'kind' | 'at'> & { readonly session?: string }): void;
  note(batch: string, memory: Memory['id'], at: number, isNew?: boolean): void;
  undo(batch: string, at: number): { readonly undone: number; readonly left: number } | undefined;
  /** The newest first. */
  list(limit: number): readonly MemoryBatch[];
}
