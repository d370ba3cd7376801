/** What one transaction will make visible once it is committed, and the parts of it that may fail alone. */

import type { FeedFrame } from '../../../ports/host.ts';
import type { EffectRecord, HostStore } from '../../../ports/store.ts';
import { kindOf } from '../address.ts';
import type { Event } from '../step.ts';
import type { LiveActor } from './live-actor.ts';

/** A message on its way to an actor. `child`: the address of the child whose end it reports. */
export interface Mail {
  readonly target: string;
  readonly event: Event;
  readonly child: string | null;
}

export interface Batch {
  /**
   * Has each part of it a savepoint of its own? Without, one that fails takes all of it down, and it is made again with
   * them.
   */
  readonly isApart: boolean;
  readonly mails: Mail[];
  readonly begins: EffectRecord[];
  readonly aborts: string[];
  readonly frames: FeedFrame[];
  readonly touched: LiveActor[];
  readonly dues: number[];
  /** What the host has to report of itself. */
  readonly facts: Event[];
  /** What memory takes over from the rows, once they stand. */
  readonly committed: (() => void)[];
  /** Leaves that actors have left, and how long they were there. */
  readonly left: { readonly machine: string; readonly leaf: string; readonly ms: number }[];
  /** Addresses of effects whose outcome is recorded in it. */
  readonly settled: string[];
}

export function newBatch(isApart: boolean): Batch {
  return {
    isApart,
    mails: [],
    begins: [],
    aborts: [],
    frames: [],
    touched: [],
    dues: [],
    facts: [],
    committed: [],
    left: [],
    settled: [],
  };
}

/** Names a commit for the crash points and the log: the last step in it. */
export function labelOf(batch: Batch): string {
  const last = batch.touched.at(-1);
  return last ? `${kindOf(last.row.address)}<${last.row.lastEvent}` : 'host';
}

/**
 * A part of a transaction failed that has no savepoints: all of it is to be made again with them. `cause`: what the
 * part threw.
 */
export class PartFailed extends Error {}

/** Does a failed part end the whole transaction? */
export function isOver(store: Pick<HostStore, 'isOpen'>, { isApart }: Batch, error: unknown): boolean {
  return !isApart || error instanceof PartFailed || !store.isOpen();
}

/**
 * One part of a transaction, which fails alone: its rows are undone, and what it has put into the batch is taken out
 * again. Savepoints cost a copy of every page that is written, and parts hardly ever fail: so the transaction is first
 * made without them.
 */
export function inPart<Result>(
  store: Pick<HostStore, 'isOpen' | 'savepoint'>,
  batch: Batch,
  work: () => Result,
): Result {
  if (!batch.isApart)
    try {
      return work();
    } catch (error) {
      if (error instanceof PartFailed || !store.isOpen()) throw error;
      throw new PartFailed('a part failed', { cause: error });
    }
  const lists = Object.values(batch).filter(Array.isArray) as unknown[][];
  const before = lists.map(list => [...list]);
  try {
    return store.savepoint(work);
  } catch (error) {
    for (const [index, list] of lists.entries()) list.splice(0, list.length, ...(before[index] ?? []));
    throw error;
  }
}
