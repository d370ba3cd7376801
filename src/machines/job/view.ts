/** What others may know of a job. */
import type { StoredState } from '../stored.ts';
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
