/** How long a memory is kept in use that nobody uses. */
import type { Memory } from '../memory.ts';

const dayMs = 86_400_000;

type Kept = Pick<
  Memory,
  'status' | 'source' | 'kind' | 'uses' | 'importance' | 'updatedAt' | 'lastUsedAt' | 'contradicts'
>;

/**
 * Was it left unused for too long? What the owner asked to keep never is. `afterDays` holds for one of middling
 * importance that was never used: what was used is kept longer with each doubling of its uses, what matters less goes
 * sooner, and what is only pending in half the time. 0: nothing is.
 */
export function isOutlived(memory: Kept, now: number, afterDays: number): boolean {
  const { status, source, uses, importance, updatedAt, lastUsedAt, contradicts } = memory;
  if (afterDays === 0 || status === 'archived' || source === 'owner') return false;
  // both sides of a contradiction wait for the owner
  if (contradicts !== null) return false;
  const days = afterDays * (0.5 + importance) * (1 + Math.log2(1 + uses)) * (status === 'pending' ? 0.5 : 1);
  return now - Math.max(updatedAt, lastUsedAt ?? 0) > days * dayMs;
}
