/** Everything of a transaction is committed: now it may be seen, and what was asked for may start. */
import type { Failure } from '../../domain/supervision/failure.ts';
import type { Arrival } from './arrivals.ts';
import type { HostPieces } from './running/pieces.ts';
import type { Written } from './transaction.ts';

/** Makes visible what a transaction has written, and starts what it asked for. */
export function publish(pieces: HostPieces, { batch, boxes, taken, refused }: Written): void {
  const { arrivals, live, mailboxes, stays, admission, feed, launch, timers, safely } = pieces;
  mailboxes.take(boxes); // before anything is called that may make others ready
  for (const { machine, leaf, ms } of batch.left) stays.note(machine, leaf, ms);
  for (const call of batch.committed) safely('committed.failed', call);
  for (const actor of batch.touched) {
    live.retain(actor);
    admission.note(actor.row);
  }
  const kept = taken.filter(arrival => mustKeep(pieces, arrival, refused.get(arrival)));
  if (kept.length > 0) arrivals.postpone(kept);
  for (const frame of batch.frames) feed.publish(frame);
  for (const effect of batch.aborts) launch.runner.abort(effect);
  for (const row of batch.begins) launch.beginFresh(row);
  timers.note(batch.dues);
  mailboxes.wake(boxes.keys());
  if (mailboxes.ready.size > 0) arrivals.schedule();
}

/** Reports to an arrival what became of it. True: it is tried once more. */
function mustKeep({ log, redact }: HostPieces, arrival: Arrival, failure: Failure | undefined): boolean {
  if (!failure) arrival.committed();
  if (failure?.kind === 'defect') log({ level: 'error', event: 'arrival.failed', error: redact(failure.message) });
  return failure !== undefined && arrival.failed(failure);
}
