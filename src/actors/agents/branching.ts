/** Makes the copy that a step of a plan works on, and makes it again where it is there. */
import { copyName } from '../../domain/agents/agent.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { BranchingInput } from '../../machines/plan.ts';
import { work } from '../work.ts';
import { noCopies, type PlanCopies } from './copies.ts';

export function branching(copies: () => PlanCopies | null) {
  return work<void, BranchingInput>(async ({ id, step, worktree }) => {
    const means = copies();
    if (!means) throw noCopies();
    // what is written here is no change of the owner's
    const ended = means.acts.begin();
    try {
      const made = await means.copies.make(copyName(id, step), worktree);
      if ('problem' in made) throw fault('invalid', made.problem);
    } finally {
      ended();
    }
  });
}
