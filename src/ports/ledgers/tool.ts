/** Port: what is kept of the agent's own tools beside their files. Every write is a commit of its own. */
import type { ToolRecord, ToolRun } from '../../domain/tools/health.ts';

export interface ToolLedger {
  /** A tool that was never written about has a new record. */
  get(name: string): ToolRecord;
  all(): readonly ToolRecord[];
  /** Changes some facts of a record; `undefined` takes one away. */
  change(name: string, facts: ToolFacts): void;
  /** Counts a run and answers the record after it; a run that was counted before changes nothing. */
  ran(run: ToolRun): ToolRecord;
  /** The last runs, newest first. */
  runs(name: string, limit: number): readonly ToolRun[];
  /** Forgets a tool and its runs. */
  remove(name: string): void;
}

/** What can be written of a record; its counters only move with a run. */
export type ToolFacts = {
  readonly [Fact in 'pinned' | 'tested' | 'quarantined' | 'reason' | 'seen' | 'problem' | 'changedAt' | 'commit']?:
    | ToolRecord[Fact]
    | undefined;
} & { readonly enabled?: boolean; readonly version?: number; readonly failuresInRow?: number };
