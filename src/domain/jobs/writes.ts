/** What jobs write beside their own state, by the name of the write. */
import type { JobRecord, JobRun } from './job.ts';

/** The writes of a job. */
export interface JobWrites {
  /** The job as it stands from now on. */
  readonly recordJob: Omit<JobRecord, 'id' | 'createdAt'>;
  /** A run begins, or is left out: the row is there before anything happens. */
  readonly beginRun: Omit<JobRun, 'job' | 'at' | 'endedAt' | 'result'>;
  /** What became of it. */
  readonly endRun: Pick<JobRun, 'id' | 'state' | 'reason' | 'result'>;
}
