/** The writes of a job. */
import type { JobWrites } from '../../../domain/jobs/writes.ts';
import type { JobLedger } from '../../../ports/ledgers/job.ts';
import type { Writers } from '../../../ports/writer.ts';
import type { Note } from './note.ts';

/** The job as it stands, and its runs. */
export function jobWriters(ledger: JobLedger, note: Note): Writers<JobWrites> {
  return {
    recordJob: (job, { address, at }) => ledger.put({ ...job, id: address }, at),
    beginRun(run, step) {
      ledger.begin({ ...run, job: step.address, at: step.at }, step.at);
      const { id, slot, attempt, trigger, state, reason } = run;
      note(step, 'job.began', step.address, step.address, { run: id, slot, attempt, trigger, state, reason });
    },
    endRun(run, step) {
      ledger.end(run, step.at);
      const { id, state, reason } = run;
      note(step, 'job.ended', step.address, step.address, { run: id, state, reason });
    },
  };
}
