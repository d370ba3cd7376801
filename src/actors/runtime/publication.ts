/** Everything of a transaction is committed: now it may be seen, and what was asked for may start. */
import type { Failure } from '../../domain/supervision/failure.ts';
import type { Feed } from '../../ports/host.ts';
import type { Admission } from './admission.ts';
import type { Arrival, Arrivals } from './arrivals.ts';
import type { Launch } from './launch.ts';
import type { LogEntry } from './log-entry.ts';
import type { LiveActors } from './running/live-actors.ts';
import type { Mailboxes } from './running/mailboxes.ts';
import type { Stays } from './running/stays.ts';
import type { Timers } from './running/timers.ts';
import type { Written } from './transaction.ts';

export interface PublicationOptions {
  readonly arrivals: Arrivals;
  readonly live: LiveActors;
  readonly mailboxes: Mailboxes;
  readonly stays: Stays;
  readonly admission: Admission;
  readonly feed: Feed;
  readonly launch: Launch;
  readonly timers: Timers;
  readonly redact: (text: string) => string;
  readonly log: (entry: LogEntry) => void;
  /** Runs a call; what it throws is logged: it must not keep what follows from happening. */
  readonly safely: (event: string, call: () => void) => boolean;
}

/** Makes visible what a transaction has written, and starts what it asked for. */
export function publish(options: PublicationOptions, { batch, boxes, taken, refused }: Written): void {
  const { arrivals, live, mailboxes, stays, admission, feed, launch, timers, safely } = options;
  mailboxes.take(boxes); // before anything is called that may make others ready
  for (const { machine, leaf, ms } of batch.left) stays.note(machine, leaf, ms);
  for (const call of batch.committed) safely('committed.failed', call);
  for (const actor of batch.touched) {
    live.retain(actor);
    admission.note(actor.row);
  }
  const kept = taken.filter(arrival => mustKeep(options, arrival, refused.get(arrival)));
  if (kept.length > 0) arrivals.postpone(kept);
  for (const frame of batch.frames) feed.publish(frame);
  for (const effect of batch.aborts) launch.runner.abort(effect);
  for (const row of batch.begins) launch.beginFresh(row);
  timers.note(batch.dues);
  mailboxes.wake(boxes.keys());
  if (mailboxes.ready.size > 0) arrivals.schedule();
}

/** Reports to an arrival what became of it. True: it is tried once more. */
function mustKeep({ log, redact }: PublicationOptions, arrival: Arrival, failure: Failure | undefined): boolean {
  if (!failure) arrival.committed();
  if (failure?.kind === 'defect') log({ level: 'error', event: 'arrival.failed', error: redact(failure.message) });
  return failure !== undefined && arrival.failed(failure);
}
