/** Starts the program of a worker, with a new thread or its own. */
import type { Opened, OpeningInput } from '../../machines/worker/types.ts';
import { work } from '../work.ts';
import type { WorkerMeans } from './means.ts';

export function opening({ programs }: Pick<WorkerMeans, 'programs'>) {
  return work<Opened, OpeningInput>(input => programs.open(input, input.signal));
}
