/** The programs that live on in one executor: none is left when it is closed. */
import { fault } from '../../../domain/supervision/failure.ts';
import type { Executor, Resident, RunningResident } from '../../../ports/executor.ts';

export interface OpenResidents {
  readonly open: NonNullable<Executor['open']>;
  /** Ends all of them, and starts no more. */
  close(): Promise<void>;
}

export function openResidents(start: (resident: Resident) => Promise<RunningResident>): OpenResidents {
  const running = new Set<RunningResident>();
  const starting = new Set<Promise<RunningResident>>();
  let isClosed = false;
  return {
    async open(resident) {
      if (isClosed) throw fault('unavailable', 'the executor is closed and starts no more programs');
      const work = start(resident);
      starting.add(work);
      const one = await work.finally(() => starting.delete(work));
      running.add(one);
      const gone = () => void running.delete(one);
      one.ended.then(gone, gone);
      return one;
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(starting);
      await Promise.allSettled([...running].map(one => one.kill()));
    },
  };
}
