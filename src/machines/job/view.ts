/** What others may know of a job. */
import type { JobWrites } from '../../domain/jobs/writes.ts';
import type { StoredState } from '../stored.ts';
import { rowOf } from './standing.ts';
import type { Context } from './types.ts';

/** Facts of a job for its incidents and its row. */
export interface JobView {
  /** It failed so often that it pauses itself. */
  readonly isFailing: boolean;
  /** A run was cut off, and its owner has not said what is to be done. */
  readonly isCut: boolean;
  readonly running: number;
}

/** The view of a stored job. */
export function jobView({ context }: StoredState): JobView {
  const { paused = null, isCut = false, running = {} } = context as Partial<Context>;
  return { isFailing: paused === 'failures', isCut, running: Object.keys(running).length };
}

/** Its row as it stands in this state; undefined: it is not defined. */
export function jobRow({ context }: StoredState, at: number): JobWrites['recordJob'] | undefined {
  return rowOf({ ...none, ...(context as Partial<Context>) } as Context, at);
}

const none = { spec: null, next: null, failures: 0, waits: [], running: {}, late: [], paused: null };
