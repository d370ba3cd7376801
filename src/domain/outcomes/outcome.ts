/** What a piece of work came to: of an agent, a plan, a job, or a goal. */
import type { CheckOutcome } from '../goals/check.ts';

export const outcomeKinds = ['agent', 'plan', 'job', 'goal'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

export const outcomeStates = [
  'done',
  'failed',
  'cancelled',
  'expired',
  'unknown',
  'skipped',
  'refused',
  'dropped',
] as const;
export type OutcomeState = (typeof outcomeStates)[number];

export interface Outcome {
  readonly id: string;
  readonly kind: OutcomeKind;
  /** Of the agent or the job; the number of the goal; the id that a plan gives itself. */
  readonly name: string;
  /** What it was about; empty where that is not kept any more. */
  readonly about: string;
  /** The conversation in which it is to be seen. */
  readonly session: string | null;
  readonly state: OutcomeState;
  /** What was said last where it was not done, or why no run was made; empty: nothing. */
  readonly why: string;
  /** What checks outside of the agent found; null: there were none. */
  readonly verdict: CheckOutcome | null;
  /** Of an agent: how often it went on where its time or its steps were used up. */
  readonly hops: number;
  readonly calls: number;
  readonly tokens: number;
  /** Millionths of a US dollar. */
  readonly micros: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** For the owner. */
export interface OutcomeService {
  /** The newest first. */
  list(query: { readonly kind?: OutcomeKind | undefined; readonly limit: number }): readonly Outcome[];
}
