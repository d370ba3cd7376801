/** What a consolidation found, held against the memories as they are; a lookup, so it sees what its step writes into. */
import { settled } from '../../domain/memory/consolidation/moves.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { SettlementInput, SettlementOutput } from '../../machines/consolidation.ts';

export function settling({
  memories,
  now,
  archiveAfterDays,
}: {
  readonly memories: Pick<MemoryStore, 'get' | 'withWords'>;
  readonly now: () => number;
  readonly archiveAfterDays: number;
}) {
  return (found: SettlementInput): SettlementOutput => ({
    moves: settled(found, {
      get: id => memories.get([id])[0],
      withWords: memories.withWords,
      now: now(),
      archiveAfterDays,
    }),
  });
}
