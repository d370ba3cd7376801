/**
 * The effects that wait for a place in their lane, each lane in the order in which its places are given away.
 *
 * The order is a time: when the effect asked, five minutes earlier for each step of urgency, a minute later for each
 * place its actor was given within the last minute. So what is urgent goes first, an actor with many calls does not
 * keep the others waiting, and nothing waits for ever. What another process had begun counts as given a place once:
 * after a crash with many open calls a new conversation is answered at once.
 */
import type { EffectRecord } from '../../../ports/store.ts';

export interface Parked {
  readonly size: number;
  /** `urgency`: 0 is usual. `now`, as all times here, in ms since the epoch. */
  add(lane: string, row: EffectRecord, terms: { readonly urgency: number; readonly now: number }): void;
  /** Takes out the next one of a lane. */
  take(lane: string): EffectRecord | undefined;
  /** Its actor was given a place in the lane. */
  given(lane: string, row: EffectRecord, now: number): void;
}

/** Five minutes. */
const urgencyMs = 300_000;
const shareMs = 60_000;
/** More places than these within a minute do not put an actor further back: urgency stays above shares. */
const mostShares = 4;

/** `boot`: of this process. */
export function createParked(boot: string): Parked {
  /** By lane; the next one stands last. */
  const lanes = new Map<string, { readonly row: EffectRecord; readonly due: number }[]>();
  const shares = createShares();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(lane, row, { urgency, now }) {
      const taken = shares.of(lane, row.owner, now) + (row.attempt > 1 || row.boot !== boot ? 1 : 0);
      const due = row.at - urgency * urgencyMs + Math.min(taken, mostShares) * shareMs;
      const waiting = lanes.get(lane) ?? [];
      lanes.set(lane, waiting);
      waiting.splice(placeFor(waiting, due), 0, { row, due });
      size += 1;
    },
    take(lane) {
      const next = lanes.get(lane)?.pop();
      if (next) size -= 1;
      return next?.row;
    },
    given: (lane, row, now) => shares.add(lane, row.owner, now),
  };
}

/** Where one that is due then belongs among these, the latest first: behind all that are due later or as late. */
function placeFor(waiting: readonly { readonly due: number }[], due: number): number {
  let from = 0;
  let to = waiting.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((waiting[middle]?.due ?? 0) > due) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many places each actor was given within the last minute, a lane apart. */
function createShares() {
  let current = new Map<string, number>();
  let since = 0;
  const roll = (now: number) => {
    if (now - since < shareMs && now >= since) return;
    current = new Map();
    since = now;
  };
  return {
    of(lane: string, owner: string, now: number): number {
      roll(now);
      return current.get(`${lane} ${owner}`) ?? 0;
    },
    add(lane: string, owner: string, now: number): void {
      roll(now);
      const key = `${lane} ${owner}`;
      current.set(key, (current.get(key) ?? 0) + 1);
    },
  };
}
