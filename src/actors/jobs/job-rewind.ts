/** What a rewind or a restart of a job does beside its state. */
import { jobRow } from '../../machines/job/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { JobLedger } from '../../ports/ledgers/job.ts';
import type { Rewound } from '../runtime/registry.ts';

/**
 * Its row says what it is from now on. A job that was restarted knows nothing: it is defined again as it was last, and
 * what waited is not made.
 */
export function jobRewind(ledger: Pick<JobLedger, 'get' | 'put'>) {
  return ({ address, state, at, send }: Rewound): void => {
    const row = jobRow(storedState(state), at);
    if (row) {
      ledger.put({ ...row, id: address }, at);
      return;
    }
    const last = ledger.get(address);
    if (!last || last.endedAt !== null) return;
    send({ type: 'job.defined', spec: last.spec, isPaused: last.state !== 'active', since: at });
  };
}
