/** The memories as their owner sees them: looked through, and forgotten one by one. */
import type { Memory, MemoryStatus } from './memory.ts';

/** `q`: any words; without them the newest first. With words only what is in use is found, best first. */
export interface MemoryQuery {
  readonly q?: string;
  readonly status?: MemoryStatus;
  readonly limit: number;
}

export interface MemoryService {
  find(query: MemoryQuery): Promise<readonly Memory[]>;
  /**
   * In other words: as the owner's own, and as new; the old text is gone. `by` as for `forget`. Undefined: there was
   * none.
   */
  edit(id: string, content: string, by: string): Promise<Memory | undefined>;
  /** Gone for good; `by` names who said so and where. False: there was none. */
  forget(id: string, by: string): Promise<boolean>;
}
