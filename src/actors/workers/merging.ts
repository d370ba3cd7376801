/** Puts all of a diff into the folder, or nothing; where an earlier run did so already, nothing more is done. */
import type { Merged, MergingInput } from '../../machines/worker/types.ts';
import type { Work } from '../runtime/registry.ts';
import { work } from '../work.ts';
import type { WorkerMeans } from './means.ts';

type Means = Pick<WorkerMeans, 'copies' | 'keeper' | 'acts'>;

export function merging(means: Means) {
  return work<Merged, MergingInput>((input, _emit, alive) => mergedOf(means, input, alive));
}

/** What does not fit; nothing: it is merged, and undo has what was there before. */
export async function mergedOf(
  { copies, keeper, acts }: Means,
  { address, folder, digest, session, what, effect }: Work<Omit<MergingInput, 'worker'>>,
  alive: () => void,
): Promise<Merged> {
  const { conflicts, isThere } = await copies.fit(address, folder);
  if (isThere) return { conflicts: [] };
  // an earlier run may have merged part of it, and carries it on
  if (conflicts.length > 0 && effect.attempt === 1) return { conflicts };
  const call = { call: `${address}/merge/${effect.attempt}`, turn: address, session, what };
  await keeper?.begin(call, alive);
  const ended = acts.begin();
  try {
    return await copies.merge(address, folder, digest);
  } finally {
    ended();
    keeper?.end(call);
  }
}
