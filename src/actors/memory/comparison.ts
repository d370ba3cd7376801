/** What an observer run found, held against the memories; a lookup, so it sees what its step writes into. */
import { compared } from '../../domain/memory/comparison.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { ComparisonOutput, ExtractionOutput } from '../../machines/observer.ts';

export function comparison(memories: Pick<MemoryStore, 'withWords' | 'about' | 'search'>) {
  return ({ items }: Pick<ExtractionOutput, 'items'>): ComparisonOutput => ({
    compared: compared(items, memories),
  });
}
