/** Port: what the rows of this home say was done in a span of time, in all conversations. */
export interface ActivityRecords {
  /** `from`, `to`: UTC epoch ms, the end excluded. */
  between(from: number, to: number): Activity;
}

export interface Activity {
  /** Conversations with their owner, the busiest first. */
  readonly conversations: readonly {
    readonly session: string;
    /** What the owner said first in that time, cut; undefined: nothing of their own words. */
    readonly opening: string | undefined;
    readonly turns: number;
  }[];
  /** Calls of tools that have ended, the most frequent first. */
  readonly calls: readonly { readonly tool: string; readonly outcome: string; readonly count: number }[];
  /** Runs of jobs; `isOutside`: outside text may have named the job. */
  readonly jobs: readonly {
    readonly name: string;
    readonly state: string;
    readonly runs: number;
    readonly isOutside: boolean;
  }[];
  readonly memories: number;
}
