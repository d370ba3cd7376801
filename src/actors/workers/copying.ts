/** Makes the copy that a worker works on, and runs the checks on it before the work: one that holds already shows nothing. */
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Prepared, WorkGiven, WorkName } from '../../machines/worker/types.ts';
import { work } from '../work.ts';
import type { WorkerMeans } from './means.ts';

export function copying({ programs, copies, checksOn }: WorkerMeans) {
  return work<Prepared, WorkName & Pick<WorkGiven, 'checks'>>(async ({ address, folder, checks }) => {
    await programs.end(address);
    const made = await copies.make(address, folder);
    if ('problem' in made) return made;
    if (checks.length === 0) return { ...made, checks: [] };
    await copies.checkOut(address, 'before');
    try {
      return { ...made, checks: await checksOn(address).begun(checks) };
    } catch (error) {
      const { kind, said, message } = toFailure(error);
      if (kind !== 'invalid') throw error;
      return { problem: said ?? message };
    }
  });
}
