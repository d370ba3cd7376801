/** What the chart of a worker writes beside its own state, by the name of the write. */
import type { Body } from '../conversation/body.ts';
import type { WorkEnd, WorkRecord, WorkStat } from './worker.ts';

export interface WorkerWrites {
  readonly openWork: Pick<WorkRecord, 'worker' | 'folder' | 'session'> & { readonly task: Body };
  readonly moveWork: Pick<WorkRecord, 'state'>;
  /** What its program calls their conversation; written before anything is asked of it. */
  readonly threadWork: { readonly thread: string };
  readonly diffWork: { readonly stat: WorkStat };
  readonly endWork: { readonly worker: string; readonly session: string; readonly state: WorkEnd };
}
