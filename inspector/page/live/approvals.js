/**
 * The approvals as they stand: read when a screen first wants them, then kept up by the stream. What is decided stays
 * for as long as the page is open, so that its card can show how it ended.
 */
import { computed, signal } from '@preact/signals';
import { needs } from './agent.js';
import { Refused } from './api.js';
import { client } from './client.js';
import { listen } from './events.js';

/** @import { ApprovalRow } from '../../../src/domain/supervision/view.ts' */

/** By address. */
const known = signal(/** @type {ReadonlyMap<string, ApprovalRow>} */ (new Map()));

/** They have been read once. */
export const areApprovalsRead = signal(false);

/** What waits, the oldest first. */
export const pendingApprovals = computed(() => {
  const since = new Map(needs.value.map(need => [need.id, need.since]));
  return [...known.value.values()]
    .filter(({ state }) => state === 'pending')
    .sort((one, other) => (since.get(one.id) ?? Infinity) - (since.get(other.id) ?? Infinity));
});

/** Granted, and still to be taken back. */
export const undoableApprovals = computed(() =>
  [...known.value.values()].filter(({ state, card }) => state === 'granted' && card.undoUntil !== undefined),
);

/** An approval that was decided is shown for so long. */
const shownMs = 10_000;
/** So many that were decided are shown at once. */
const mostDecided = 3;

/** Granted and taken back a moment ago, as of `now`. @param {number} now */
export function takenBackApprovals(now) {
  return [...known.value.values()].filter(
    ({ reason, decidedAt = 0 }) => reason === 'taken back' && now - decidedAt < shownMs,
  );
}

/** Denied a moment ago, or approved and no longer to be undone; as of `now`, the newest first. @param {number} now */
export function justDecided(now) {
  const isNew = (/** @type {ApprovalRow} */ { state, reason, decidedAt = 0, card: { undoMs = 0, undoUntil } }) =>
    (state === 'denied' && reason !== 'taken back' && now - decidedAt < shownMs) ||
    (state === 'granted' && undoUntil === undefined && now - decidedAt < undoMs + shownMs);
  return [...known.value.values()]
    .filter(isNew)
    .toSorted((one, other) => (other.decidedAt ?? 0) - (one.decidedAt ?? 0))
    .slice(0, mostDecided);
}

/** An approval by its address, whatever became of it. @param {string} id */
export function approvalAt(id) {
  return known.value.get(id);
}

/**
 * Takes rows as they come; one that is older than what is known is none.
 * @param {readonly ApprovalRow[]} rows
 */
export function takeApprovals(rows) {
  const next = new Map(known.peek());
  let isNews = false;
  for (const row of rows) {
    const before = next.get(row.id);
    if (before && before.rev >= row.rev) continue;
    next.set(row.id, row);
    isNews = true;
  }
  if (isNews) known.value = next;
}

let isFollowing = false;

/** Reads them, and keeps them up from then on. */
export function followApprovals() {
  if (isFollowing) return;
  isFollowing = true;
  listen('approval', ({ approval }) => takeApprovals([approval]));
  listen('fresh', () => void read());
  void read();
}

async function read() {
  try {
    const { approvals } = await client.approvals.list();
    takeApprovals(approvals);
    areApprovalsRead.value = true;
  } catch (thrown) {
    // not connected: `fresh` reads them again
    if (!(thrown instanceof Refused)) throw thrown;
  }
}
