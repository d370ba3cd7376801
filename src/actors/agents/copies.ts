/** What copies of repositories for steps of plans are made and merged with. */
import { planModelTexts } from '../../domain/plans/texts.ts';
import { type Fault, fault } from '../../domain/supervision/failure.ts';
import type { WorkCopies } from '../../ports/workers/work-copies.ts';
import type { CheckRunner } from '../goals/goal-checks.ts';
import type { WorkerMeans } from '../workers/means.ts';

export interface PlanCopies extends Pick<WorkerMeans, 'keeper' | 'acts'> {
  readonly copies: WorkCopies;
  /** Runs checks on what was checked out of a copy. */
  readonly checksOn: (name: string) => CheckRunner;
}

/** Commands run where none can be made, other than when the plan was approved. */
export function noCopies(): Fault {
  return fault('unavailable', planModelTexts.noSandbox('another place by now'), { cause: 'unrun' });
}
