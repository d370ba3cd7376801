/** What a memory counts for beside its words: how new, how sure, how important it is, and how often it was of use. */
import type { Memory } from './memory.ts';

const dayMs = 86_400_000;
/** After so many days half of what newness gives is gone. */
const halfLifeDays = 180;

/**
 * A factor of about 0.8 to 1.1 for its relevance: it decides between memories that answer alike, and does not put one
 * that answers worse before one that answers well. `newest`: when the newest of those compared was changed.
 */
export function standing(
  { updatedAt, importance, confidence, uses }: Pick<Memory, 'updatedAt' | 'importance' | 'confidence' | 'uses'>,
  newest: number,
): number {
  const age = Math.max(0, newest - updatedAt) / dayMs;
  return (
    0.9 +
    0.05 * 0.5 ** (age / halfLifeDays) +
    0.05 * importance +
    0.05 * (confidence - 1) +
    0.01 * Math.log2(1 + Math.min(uses, 31))
  );
}
