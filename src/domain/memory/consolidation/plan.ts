/** What a consolidation looks at, finds and changes. */

/** What two memories are to each other. `same`: they say one thing; `different`: neither of the others. */
export type Verdict = 'same' | 'contradicts' | 'related' | 'different';

/** A memory as it was when it was looked at; changed since, nothing that was found of it counts. */
export interface Looked {
  readonly id: string;
  readonly updatedAt: number;
}

/** Two memories that may say one thing or contradict each other. `rule`: what rules say of them, as far as they know. */
export interface MemoryPair {
  readonly one: Looked;
  readonly other: Looked;
  readonly rule?: 'same' | 'contradicts';
}

export interface JudgedPair extends Pick<MemoryPair, 'one' | 'other'> {
  readonly verdict: Verdict;
  /** Of two that say the same: what both say, in one sentence. */
  readonly text?: string;
}

/** All that one look through the memories has found. */
export interface Collected {
  readonly pairs: readonly MemoryPair[];
  /** Memories that speak of one thing. */
  readonly links: readonly (readonly [one: string, other: string])[];
  /** Memories that were not used for too long. */
  readonly outlived: readonly Looked[];
}

/** One change, as it is written. */
export type MemoryMove =
  /** Memories that say the same become one: `keep`, or a new one with the words of all. */
  | { readonly kind: 'merge'; readonly keep: string; readonly sources: readonly string[] }
  | { readonly kind: 'rewrite'; readonly text: string; readonly sources: readonly string[] }
  /** The owner is to say which of the two is true. */
  | { readonly kind: 'contradiction'; readonly newer: string; readonly older: string }
  | { readonly kind: 'link'; readonly one: string; readonly other: string; readonly as: 'related' | 'different' }
  | { readonly kind: 'archive'; readonly id: string };

export interface MoveCounts {
  readonly merged: number;
  readonly contradicting: number;
  readonly linked: number;
  readonly archived: number;
}

export const noMoves: MoveCounts = { merged: 0, contradicting: 0, linked: 0, archived: 0 };

/** With what was counted before. `merged`: memories that went into another one. */
export function countMoves(before: MoveCounts, moves: readonly MemoryMove[]): MoveCounts {
  const of = (kind: MemoryMove['kind']) => moves.filter(move => move.kind === kind).length;
  const merged = moves.reduce(
    (sum, move) => sum + (move.kind === 'merge' || move.kind === 'rewrite' ? move.sources.length : 0),
    before.merged,
  );
  return {
    merged,
    contradicting: before.contradicting + of('contradiction'),
    linked: before.linked + moves.filter(move => move.kind === 'link' && move.as === 'related').length,
    archived: before.archived + of('archive'),
  };
}

/** What a consolidation writes beside its own state. */
export interface ConsolidationWrites {
  /** All of one run is one batch. */
  readonly consolidate: { readonly batch: string; readonly moves: readonly MemoryMove[] };
  /** The row of a run: that it has begun, and how it ended. */
  readonly noteConsolidation: {
    readonly run: string;
    readonly outcome: 'running' | 'done' | 'failed' | 'cancelled';
    readonly counts: MoveCounts;
    readonly tokens: number;
  };
}
