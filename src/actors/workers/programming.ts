/** Says something to the program of a worker, once, and waits for how far it comes: to a question, or to its end. */
import type { Came, TurnInput } from '../../machines/worker/types.ts';
import { work } from '../work.ts';
import type { WorkerMeans } from './means.ts';

type WorkLine = { readonly type: 'worker.line'; readonly worker: string; readonly text: string };

export function programming({ programs, conversation }: Pick<WorkerMeans, 'programs' | 'conversation'>) {
  return work<Came, TurnInput, WorkLine>(({ task, signal, ...input }, emit, alive) => {
    const line = (text: string) => emit({ type: 'worker.line', worker: input.address, text });
    return programs.turn({ ...input, task: conversation.read(task) }, { signal, alive, line });
  });
}
