/** Port: the goals there are. Writes are called within a transaction of the host. */
import type { Goal, GoalState } from '../../domain/goals/goal.ts';

export interface GoalLedger {
  /** Answers its number. */
  put(goal: Omit<Goal, 'id'>): number;
  set(goal: Goal): void;
  get(id: number): Goal | undefined;
  /** Open ones first, then the newest. `session`: those of one conversation and those of all. */
  list(query: { readonly state?: GoalState; readonly session?: string; readonly limit: number }): readonly Goal[];
}
