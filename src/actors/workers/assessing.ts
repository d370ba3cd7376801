/** Runs the checks on a fresh copy of what would be merged. */
import type { GoalCheck } from '../../domain/goals/check.ts';
import type { CheckingInput } from '../../machines/worker/types.ts';
import { work } from '../work.ts';
import type { WorkerMeans } from './means.ts';

export function assessing({ copies, checksOn }: Pick<WorkerMeans, 'copies' | 'checksOn'>) {
  return work<{ readonly checks: readonly GoalCheck[] }, CheckingInput>(async ({ address, checks }) => {
    await copies.checkOut(address, 'after');
    return { checks: await checksOn(address).run(checks) };
  });
}
