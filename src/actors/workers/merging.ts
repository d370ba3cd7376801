/** Puts all of a diff into the folder, or nothing; where an earlier run did so already, nothing more is done. */
import { fault } from '../../domain/supervision/failure.ts';
import type { Merged, MergingInput } from '../../machines/worker/types.ts';
import { work } from '../work.ts';
import type { WorkerMeans } from './means.ts';

export function merging({ copies, keeper, acts }: Pick<WorkerMeans, 'copies' | 'keeper' | 'acts'>) {
  return work<Merged, MergingInput>(async ({ address, folder, digest, session, what, effect }, _emit, alive) => {
    const { conflicts, isThere } = await copies.fit(address, folder);
    if (isThere) return { conflicts: [] };
    if (conflicts.length > 0 && effect.attempt > 1)
      throw fault('unknown', 'this process ended while the files were written, and part of them is there');
    if (conflicts.length > 0) return { conflicts };
    const call = { call: `${address}/merge/${effect.attempt}`, turn: address, session, what };
    await keeper?.begin(call, alive);
    const ended = acts.begin();
    try {
      return await copies.merge(address, folder, digest);
    } finally {
      ended();
      keeper?.end(call);
    }
  });
}
