/** Port: how memories belong together, and the runs that put them in order. */
import type { ConsolidationWrites } from '../../domain/memory/consolidation/plan.ts';
import type { MemoryLink } from '../../domain/memory/memory.ts';
import type { ConsolidationRun } from '../../domain/memory/service.ts';

/**
 * All of it is synchronous; writes belong into a transaction.
 *
 * The contract:
 * - `link` keeps what is known of two memories already.
 * - A link that is no merge goes once one of the two is reworded; all of them go with their memory, and with their batch.
 * - `note` makes the row of a run, or brings it up to date; how a run ended stays.
 */
export interface MemoryLinks {
  link(link: MemoryLink & { readonly batch?: string; readonly at: number }): void;
  /** Do both stand in a link already? */
  isKnown(one: string, other: string): boolean;
  /** The links of one memory, the newest first. */
  of(id: string): readonly MemoryLink[];
  note(run: ConsolidationWrites['noteConsolidation'], at: number): void;
  run(id: string): ConsolidationRun | undefined;
  /** The newest run that has ended. */
  last(): ConsolidationRun | undefined;
}
