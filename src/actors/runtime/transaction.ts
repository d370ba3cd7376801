/**
 * One transaction: all that arrived, and the steps it leads to, written together or not at all.
 *
 * It is made without savepoints first; if a part of it fails, it is undone and made again with them, and only that part
 * fails.
 */
import { crashPoint } from '#crash-points';
import { inEnglish, type Sentence, says, withNames } from '../../domain/policy/sentence.ts';
import { type Failure, failureOf, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import type { InboxRecord } from '../../ports/store.ts';
import { type Arrival, retryCommitMs } from './arrivals.ts';
import { type Batch, inPart, isOver, labelOf, type Mail, newBatch, PartFailed } from './commit/batch.ts';
import { createDispatch, type DispatchOptions } from './commit/dispatch.ts';
import type { StepHost } from './commit/step-host.ts';
import type { HostPieces } from './running/pieces.ts';

/** A transaction that was committed. */
export interface Written {
  readonly batch: Batch;
  readonly boxes: ReadonlyMap<string, readonly InboxRecord[]>;
  /** What was taken into it. */
  readonly taken: readonly Arrival[];
  /** Arrivals that were not written with it. */
  readonly refused: ReadonlyMap<Arrival, Failure>;
  /** Did a part of it fail alone? */
  readonly hasFailures: boolean;
}

/** A commit that took long: its last step, how long, and when it ended by the monotonic clock. */
export interface LongCommit {
  readonly during: string;
  readonly ms: number;
  readonly endedAt: number;
}

export interface Transaction {
  /** Writes what arrived, and publishes it. */
  flush(): void;
  /** The batch that is being written. */
  readonly open: Batch | undefined;
  /** Why the last commit failed; undefined since one succeeded. */
  readonly trouble: Sentence | undefined;
  readonly lastLong: LongCommit | undefined;
}

/** A transaction that takes longer is remembered, and one that takes much longer is written to the log. */
const longMs = 50;
const stallMs = 500;

/** `publish`: makes visible what a transaction has written. */
export function createTransaction(
  host: StepHost,
  pieces: HostPieces,
  publish: (written: Written) => void,
): Transaction {
  const { arrivals, redact, log } = pieces;
  let open: Batch | undefined;
  let trouble: Sentence | undefined;
  let lastLong: LongCommit | undefined;
  const openBatch = (batch: Batch | undefined) => {
    open = batch;
  };

  /**
   * The commit failed: memory goes back to what the file says. Outcomes and timers are kept, accepted events refused.
   */
  function undo(taken: readonly Arrival[], failure: Failure): void {
    const said = saidOf(failure);
    trouble = typeof said === 'string' ? redact(said) : withNames(said, redact);
    log({ level: 'error', event: 'commit.failed', error: inEnglish(trouble) });
    const refusal = failureOf(
      'unavailable',
      says`the store could not be written (${trouble}); nothing was accepted, try again`,
      { retryAfterMs: retryCommitMs },
    );
    arrivals.retry(taken.filter(arrival => arrival.failed(refusal)));
  }

  /** Writes all of it, at the second try with savepoints. Undefined: it could not be written. */
  function tryBoth(taken: readonly Arrival[]): Written | undefined {
    let isApart = false;
    let cause: unknown;
    for (;;)
      try {
        const written = write(host, pieces, taken, isApart, openBatch);
        if (isApart && !written.hasFailures)
          log({ level: 'error', event: 'step.repeated', error: redact(toFailure(cause).message) });
        return written;
      } catch (error) {
        if (error instanceof PartFailed && !isApart) {
          isApart = true;
          ({ cause } = error);
        } else {
          if (!(error instanceof PartFailed)) undo(taken, toFailure(error));
          return undefined;
        }
      }
  }

  return {
    flush() {
      const taken = arrivals.take();
      if (taken === undefined) return;
      const began = host.elapsed();
      const written = tryBoth(taken);
      if (!written) return;
      const { batch } = written;
      const during = labelOf(batch);
      trouble = undefined;
      crashPoint(`commit.after ${during}`);
      publish(written);
      const endedAt = host.elapsed();
      const ms = endedAt - began;
      if (ms > longMs) lastLong = { during, ms, endedAt };
      // nothing else could be done meanwhile: it is named, so that it can be found
      if (ms > stallMs)
        log({ level: 'warn', event: 'loop.stalled', during, steps: batch.touched.length, ms: Math.round(ms) });
    },
    get open() {
      return open;
    },
    get trouble() {
      return trouble;
    },
    get lastLong() {
      return lastLong;
    },
  };
}

/**
 * One transaction, with savepoints or without. Throws `PartFailed` if it is to be made again with them, else why it was
 * not written.
 */
function write(
  host: StepHost,
  { live, mailboxes, stamp, log, redact }: HostPieces,
  taken: readonly Arrival[],
  isApart: boolean,
  openBatch: (batch: Batch | undefined) => void,
): Written {
  const { store } = host;
  const batch = newBatch(isApart);
  const refused = new Map<Arrival, Failure>();
  let hasFailures = false;
  const complaints = complaintsTo(log, redact, () => {
    hasFailures = true;
  });
  const dispatch = createDispatch({ host, batch, live: live.actors, mailboxes: mailboxes.rows, stamp, ...complaints });
  openBatch(batch);
  try {
    store.transaction(() => {
      for (const arrival of taken)
        try {
          const mail = inPart(store, batch, () => arrival.record(batch));
          if (mail) dispatch.post(mail);
        } catch (error) {
          if (isOver(store, batch, error)) throw error;
          refused.set(arrival, toFailure(error));
        }
      for (const address of mailboxes.ready) dispatch.work(address);
      dispatch.flush();
      crashPoint(`commit.before ${labelOf(batch)}`);
    });
    return { batch, taken, boxes: dispatch.boxes, refused, hasFailures: hasFailures || refused.size > 0 };
  } catch (error) {
    for (const actor of batch.touched) live.actors.delete(actor.row.address);
    throw error;
  } finally {
    openBatch(undefined);
  }
}

/** What is logged of steps that fail. */
function complaintsTo(
  log: HostPieces['log'],
  redact: (text: string) => string,
  onFailure: () => void,
): Pick<DispatchOptions, 'onFailedStep' | 'onDeadLetter' | 'onLate'> {
  const entry = ({ target, event }: Mail, failure: Failure) => ({
    actor: target,
    type: event.type,
    error: redact(failure.message),
  });
  return {
    onFailedStep(mail, failure, attempts) {
      onFailure();
      log({ level: 'error', event: 'step.failed', ...entry(mail, failure), attempts });
    },
    onDeadLetter: (mail, failure, deadLetter) =>
      log({ level: 'error', event: 'message.buried', ...entry(mail, failure), letter: deadLetter }),
    onLate: ({ target: actor, event: { type } }) => log({ level: 'warn', event: 'message.late', actor, type }),
  };
}
