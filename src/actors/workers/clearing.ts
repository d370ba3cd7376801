/** Ends the program of a worker, and removes its copy. */
import type { WorkName } from '../../machines/worker/types.ts';
import { work } from '../work.ts';
import type { WorkerMeans } from './means.ts';

export function clearing({ programs, copies }: Pick<WorkerMeans, 'programs' | 'copies'>) {
  return work<void, WorkName>(async ({ address }) => {
    await programs.end(address);
    await copies.remove(address);
  });
}
