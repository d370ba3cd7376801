/** Merges what a step of a plan changed on its copy, one step after the other whatever plan it is of. */
import { copyName } from '../../domain/agents/agent.ts';
import type { Joined, JoiningInput } from '../../machines/plan.ts';
import { work } from '../work.ts';
import { mergedOf } from '../workers/merging.ts';
import { noCopies, type PlanCopies } from './copies.ts';

export function joining(copies: () => PlanCopies | null) {
  let last: Promise<unknown> = Promise.resolve();
  return work<Joined, JoiningInput>((input, _emit, alive) => {
    const means = copies();
    if (!means) throw noCopies();
    const { id, step, worktree: folder, ...rest } = input;
    const run = () => {
      input.signal.throwIfAborted();
      return mergedOf(means, { ...rest, address: copyName(id, step), folder }, alive);
    };
    const merged = last.then(run, run);
    last = merged.catch(() => {});
    return merged;
  });
}
