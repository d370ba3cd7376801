/** The writes of a worker. */
import type { WorkerWrites } from '../../../domain/workers/writes.ts';
import type { WorkLedger } from '../../../ports/workers/work-ledger.ts';
import type { Writers } from '../../../ports/writer.ts';
import type { Note } from './note.ts';

/** The rows of works, and what the audit chain keeps of them. */
export function workerWriters(ledger: WorkLedger, note: Note): Writers<WorkerWrites> {
  return {
    openWork({ worker, folder, session, task }, step) {
      ledger.open({ address: step.address, worker, folder, session, task, startedAt: step.at });
      note(step, 'agent.coding', worker, session, { work: step.address, folder });
    },
    moveWork: ({ state }, { address }) => ledger.move(address, state),
    threadWork: ({ thread }, { address }) => ledger.thread(address, thread),
    diffWork: ({ stat }, { address }) => ledger.diff(address, stat),
    endWork({ worker, session, state }, step) {
      ledger.end(step.address, state, step.at);
      note(step, 'agent.coded', worker, session, { work: step.address, state });
    },
  };
}
