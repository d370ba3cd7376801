/**
 * What arrives: accepted events, outcomes of effects, fired timers, the host's own writes. Each waits for the next
 * transaction.
 */

import { type Failure, fault } from '../../domain/supervision/failure.ts';
import type { Accepted } from '../../ports/host.ts';
import type { Batch, Mail } from './commit/batch.ts';
import type { HostBase } from './running/base.ts';
import type { Event } from './step.ts';

/** Something that arrived, to be written with the next transaction. */
export interface Arrival {
  /** Writes it; answers the message it makes, if any. */
  record(batch: Batch): Mail | undefined;
  committed(): void;
  /** It was not written. True: keep it for another try. */
  failed(failure: Failure): boolean;
}

/** Outcomes and timers: kept until they are written. */
export const keptUntilWritten = { committed() {}, failed: () => true };

/** After so long a commit that failed is tried once more. */
export const retryCommitMs = 1000;

export interface Arrivals {
  add(arrival: Arrival): void;
  /** Makes sure that a transaction follows. */
  schedule(): void;
  /** Takes all that arrived; undefined: this process makes no transactions now. */
  take(): readonly Arrival[] | undefined;
  /** The commit failed: these and all that follows are tried once more in a moment. */
  retry(kept: readonly Arrival[]): void;
  /** Their part of a transaction failed while the rest of it stands: once more, in a moment. */
  postpone(kept: readonly Arrival[]): void;
  /** Refuses all that arrived. */
  refuseAll(failure: Failure): void;
  /** How many are not written yet. */
  readonly waiting: number;
  /** Will a transaction be made? */
  readonly isScheduled: boolean;
  /** Takes an event from outside; resolves once it is committed. */
  accept(mail: { readonly target: string; readonly event: Event; readonly dedupe?: string }): Promise<Accepted>;
  /** Runs a write of the host's own in the next transaction. */
  perform<Result>(work: (batch: Batch) => Result): Promise<Result>;
}

/**
 * `soon`: runs a call after what arrived together has arrived. `flush`: makes a transaction of what arrived.
 */
export function createArrivals(base: HostBase, soon: (call: () => void) => void, flush: () => void): Arrivals {
  const { clock, phase } = base;
  let arrivals: Arrival[] = [];
  /** Arrivals that are tried once more in a moment. */
  let postponed = 0;
  let isScheduled = false;

  function add(arrival: Arrival): void {
    arrivals.push(arrival);
    schedule();
  }

  function schedule(): void {
    if (isScheduled || !phase.isStarted) return;
    isScheduled = true;
    soon(flush);
  }

  return {
    add,
    schedule,
    take() {
      isScheduled = false;
      if (!phase.isStarted) return undefined;
      const taken = arrivals;
      arrivals = [];
      return taken;
    },
    retry(kept) {
      arrivals = [...kept, ...arrivals];
      isScheduled = true;
      clock.after(retryCommitMs, flush);
    },
    postpone(kept) {
      postponed += kept.length;
      clock.after(retryCommitMs, () => {
        postponed -= kept.length;
        arrivals = [...kept, ...arrivals];
        schedule();
      });
    },
    refuseAll(failure) {
      for (const arrival of arrivals.splice(0)) arrival.failed(failure);
    },
    get waiting() {
      return arrivals.length + postponed;
    },
    get isScheduled() {
      return isScheduled;
    },
    accept: mail => accept(add, base, mail),
    perform(work) {
      let result: ReturnType<typeof work>;
      const record = (batch: Batch) => {
        result = work(batch);
        return undefined;
      };
      return promised(add, record, () => result);
    },
  };
}

function accept(
  add: Arrivals['add'],
  { store, clock, phase, clean, stamp }: HostBase,
  { target, event, dedupe }: Parameters<Arrivals['accept']>[0],
): Promise<Accepted> {
  const [family] = event.type.split('.');
  if (family === 'xstate' || family === 'host')
    return Promise.reject(
      fault('denied', `events named ${family}.* are the host's own and are not taken from outside`),
    );
  if (phase.isStopping)
    return Promise.reject(
      fault('unavailable', 'Straylight is stopping and accepts nothing new; try again when it runs again'),
    );
  let answer: Accepted;
  const record = () => {
    const stamped = stamp(clean(event));
    const duplicate = dedupe !== undefined && !store.accept(dedupe, clock.now());
    answer = { duplicate, id: stamped['id'] as string };
    return duplicate ? undefined : { target, event: stamped, child: null };
  };
  return promised(add, record, () => answer);
}

/** Resolves once the arrival is committed, and rejects with a `Fault` where it was not written. */
function promised<Result>(add: Arrivals['add'], record: Arrival['record'], result: () => Result): Promise<Result> {
  return new Promise((resolve, reject) => {
    add({
      record,
      committed: () => resolve(result()),
      failed({ kind, message, ...more }) {
        reject(fault(kind, message, more));
        return false;
      },
    });
  });
}
