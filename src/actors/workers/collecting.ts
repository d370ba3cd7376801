/** Ends the program of a worker, and makes the diff of what it has done. */
import type { Collected, WorkName } from '../../machines/worker/types.ts';
import { work } from '../work.ts';
import type { WorkerMeans } from './means.ts';

export function collecting({ programs, copies }: Pick<WorkerMeans, 'programs' | 'copies'>) {
  return work<Collected, WorkName>(async ({ address, folder }) => {
    // what it would still write would be in no diff
    await programs.end(address);
    const found = await copies.diff(address, folder);
    if ('problem' in found) return found;
    const { conflicts } = found.stat.files === 0 ? { conflicts: [] } : await copies.fit(address, folder);
    return { result: { ...found, conflicts } };
  });
}
