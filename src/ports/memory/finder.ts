/** Port: memories and conversations found by words, and by meaning where a model for embeddings is set. */
import type { FoundMemory } from '../../domain/memory/memory.ts';
import type { SaidMessage, SaidQuery } from './conversation-search.ts';

/**
 * The contract: never worse off than by words alone. Where the model does not answer within moments, or nothing is
 * embedded yet, it is words alone; nothing is thrown but what the signal says.
 */
export interface MemoryFinder {
  /** Active memories, best first. */
  memories(query: FinderQuery, signal?: AbortSignal): Promise<readonly FoundMemory[]>;
  said(query: SaidQuery, signal?: AbortSignal): Promise<readonly SaidMessage[]>;
}

export interface FinderQuery {
  readonly words: string;
  readonly limit: number;
  readonly partitions?: readonly string[] | 'all';
}
