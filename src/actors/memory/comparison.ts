/** What an observer run found, held against the memories; a lookup, so it sees what its step writes into. */
import { compared } from '../../domain/memory/comparison.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { ComparisonInput, ComparisonOutput } from '../../machines/observer.ts';
import type { Observations } from '../../ports/memory/observations.ts';

/**
 * What another run has looked through meanwhile is left out: a run that waited for its model may end after a later one
 * that began at the same place, and nothing is to be noticed twice.
 */
export function comparison(
  memories: Pick<MemoryStore, 'withWords' | 'about' | 'search'>,
  observations: Pick<Observations, 'isObserved'>,
) {
  return ({ session, items, messages }: ComparisonInput): ComparisonOutput => ({
    compared: compared(
      items.filter(({ message }) => !observations.isObserved(session, messages[message] ?? '')),
      memories,
    ),
  });
}
