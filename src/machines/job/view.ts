/** What others may know of a job. */
import type { JobWrites } from '../../domain/jobs/writes.ts';
import { oneLine } from '../../domain/text/visible.ts';
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
  /** What is wrong with it, in a sentence; undefined: its newest run went well, or there was none. */
  readonly problem: string | undefined;
}

/** The view of a stored job. */
export function jobView({ context }: StoredState): JobView {
  const { paused = null, isCut = false, running = {}, failures = 0, said = null } = context as Partial<Context>;
  const isFailing = paused === 'failures';
  return {
    isFailing,
    isCut,
    running: Object.keys(running).length,
    problem: problemOf({ isFailing, isCut, failures, said }),
  };
}

function problemOf({
  isFailing,
  isCut,
  failures,
  said,
}: Pick<JobView, 'isFailing' | 'isCut'> & Pick<Context, 'failures' | 'said'>): string | undefined {
  if (isCut) return 'A run was cut off; it waits for your answer.';
  if (failures === 0) return undefined;
  const times = failures === 1 ? 'The last run failed' : `The last ${failures} runs failed`;
  const why = typeof said === 'string' && said.trim() !== '' ? `: ${oneLine(said, 300)}` : '.';
  return `${isFailing ? 'Paused. ' : ''}${times}${why}`;
}

/** Its row as it stands in this state; undefined: it is not defined. */
export function jobRow({ context }: StoredState, at: number): JobWrites['recordJob'] | undefined {
  return rowOf({ ...none, ...(context as Partial<Context>) } as Context, at);
}

const none = { spec: null, next: null, failures: 0, waits: [], running: {}, late: [], paused: null };
