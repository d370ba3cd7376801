/** What the owner's word makes of a pending memory. */
import type { Memory, MemoryChange } from './memory.ts';

/** It counts as the owner's own, and takes the place of what it contradicts. */
export function acceptance({ contradicts, replaces }: Pick<Memory, 'contradicts' | 'replaces'>): MemoryChange {
  return { status: 'active', taint: 'owner', confidence: 1, contradicts: null, replaces: contradicts ?? replaces };
}

/** It is set aside, and known to be wrong, so that it is not proposed again. */
export const rejection: MemoryChange = { status: 'archived', confidence: 0, contradicts: null };
