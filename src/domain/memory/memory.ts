/**
 * What the agent keeps beyond a conversation: facts, procedures, episodes and skills, and the port they are kept
 * behind.
 */
import type { Taint } from '../policy/taint.ts';

export type MemoryKind = 'fact' | 'procedure' | 'episode' | 'skill';

/** `pending` waits to be promoted, `archived` was set aside; only `active` ones are found. */
export type MemoryStatus = 'active' | 'pending' | 'archived';

/** Who wrote it: the owner's own request, the observer after a conversation, or the agent by itself. */
export type MemorySource = 'user' | 'observer' | 'agent';

/** One memory. Instants are UTC epoch ms; `uses` counts how often it was put before a model. */
export interface Memory {
  readonly id: string;
  readonly kind: MemoryKind;
  readonly content: string;
  readonly status: MemoryStatus;
  readonly source: MemorySource;
  readonly taint: Taint;
  /** Where it was said. */
  readonly session: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly uses: number;
}

/**
 * A memory to be kept. `id` is derived by the caller from what makes it one and the same, so that a repeat changes
 * nothing.
 */
export type NewMemory = Omit<Memory, 'createdAt' | 'updatedAt' | 'uses'> & { readonly at: number };

/**
 * A memory that was found. `coverage` is the share, 0 to 1, of the question's ideas it touches; 0.5 and more is a
 * likely answer.
 */
export interface FoundMemory extends Memory {
  readonly score: number;
  readonly coverage: number;
}

/**
 * Port: the memories. All of it is synchronous and may be called inside a transaction of the same database.
 *
 * The contract:
 * - `save` of a known id keeps its content, session and `createdAt`; `updatedAt` never goes back, an `archived` or
 *   `pending` one becomes what the new one is, and trust rises only by the owner's own word. Saving the very same again
 *   writes nothing.
 * - `search` takes any text whatsoever, finds `active` memories only, best first, the newer first among equals.
 * - `get` answers in the order asked, without those that do not exist; `list` newest first.
 */
export interface MemoryStore {
  save(memory: NewMemory): void;
  search(query: string, limit: number): readonly FoundMemory[];
  get(ids: readonly string[]): readonly Memory[];
  list(options: { readonly status?: MemoryStatus; readonly limit: number }): readonly Memory[];
  /** Counts one use of each. */
  used(ids: readonly string[]): void;
  /** Gone for good. False: there was none. */
  remove(id: string): boolean;
}
