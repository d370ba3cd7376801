/** Port: the jobs there are, and their runs. */
import type { JobRecord, JobRun } from '../../domain/jobs/job.ts';

export interface JobLedger {
  /** Called within the step of a job. */
  put(job: Omit<JobRecord, 'createdAt'>, at: number): void;
  begin(run: Omit<JobRun, 'endedAt' | 'result'>, at: number): void;
  end(run: Pick<JobRun, 'id' | 'state' | 'reason' | 'result'>, at: number): void;
  /** By its address; undefined: there is none. */
  get(id: string): JobRecord | undefined;
  /** All that bear this name or have borne it. */
  named(name: string): readonly JobRecord[];
  /** Those that are not over, by name; with `isWhole` the others too, the newest first. */
  list(isWhole?: boolean): readonly JobRecord[];
  /** So many of those that are not over, by address, behind this one. */
  live(after: string, limit: number): readonly JobRecord[];
  /** How many are not over. */
  count(): number;
  /** Those that run next, the nearest first. */
  coming(limit: number): readonly JobRecord[];
  /** The newest runs of one job. */
  runs(job: string, limit: number): readonly JobRun[];
  /** Was a run made under this key since an instant? */
  hasRunUnder(job: string, key: string, since: number): boolean;
}
