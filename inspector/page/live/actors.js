/**
 * The actors, one signal each: a row on the screen is drawn again when its own actor changes, and no other.
 *
 * What arrives is gathered until the next frame of the screen. Who is there, and in which order, is `roster`: it
 * changes at most ten times a second, whatever happens.
 */
import { batch, signal } from '@preact/signals';
import { noteActivity } from './activity.js';
import { agentNow } from './clock.js';

/** @import { Signal } from '@preact/signals' */
/** @import { ActorRow } from '../../../src/domain/supervision/view.ts' */

/** Ended actors stay on the screen for so long. */
const afterglowMs = 60_000;
const rosterMs = 100;

/** @type {Map<string, Signal<ActorRow>>} */
const actors = new Map();
/** @type {Map<string, ActorRow>} */
let arrived = new Map();
let isScheduled = false;
let isRosterDue = false;

/** Every row there is, as of a tenth of a second ago. */
export const roster = signal(/** @type {readonly ActorRow[]} */ ([]));

/**
 * The signal of one actor; undefined: it is not among the rows (any more).
 * @param {string} id
 */
export function actorSignal(id) {
  return actors.get(id);
}

/** Is it that actor, or one of those beneath it? @param {string} id @param {string} ancestor */
export function isBeneath(id, ancestor) {
  /** @type {string | undefined} */
  let one = id;
  for (let depth = 0; one !== undefined && depth < 20; depth += 1) {
    if (one === ancestor) return true;
    one = actors.get(one)?.value.parent;
  }
  return false;
}

/**
 * Takes rows as they come; a row that is older than the one that is known is none.
 * @param {readonly ActorRow[]} rows
 */
export function takeRows(rows) {
  for (const row of rows) {
    if (isDeleted(row)) {
      dropRows([row.id]);
      continue;
    }
    const known = arrived.get(row.id) ?? actors.get(row.id)?.peek();
    if (known && known.rev > row.rev) continue;
    if (known) noteActivity(row.id, row.rev - known.rev, row.last?.at ?? row.since);
    else noteActivity(row.id, 1, row.last?.at ?? row.since);
    arrived.set(row.id, row);
  }
  if (isScheduled || arrived.size === 0) return;
  isScheduled = true;
  // a tab that is not seen draws no frames
  if (document.hidden) setTimeout(apply, rosterMs);
  else requestAnimationFrame(apply);
}

/**
 * Everything as it is now: who is not in it has gone.
 * @param {readonly ActorRow[]} rows
 */
export function takeAllRows(rows) {
  const present = new Set(rows.flatMap(row => (isDeleted(row) ? [] : [row.id])));
  for (const id of actors.keys()) if (!present.has(id)) actors.delete(id);
  arrived = new Map();
  for (const row of rows) if (!isDeleted(row)) arrived.set(row.id, row);
  apply();
  makeRoster();
}

/** @param {readonly string[]} ids */
export function dropRows(ids) {
  for (const id of ids) {
    actors.delete(id);
    arrived.delete(id);
  }
  if (ids.length > 0) scheduleRoster();
}

function apply() {
  isScheduled = false;
  const rows = arrived;
  arrived = new Map();
  batch(() => {
    for (const [id, row] of rows) {
      const known = actors.get(id);
      if (known) known.value = row;
      else actors.set(id, signal(row));
    }
  });
  scheduleRoster();
}

function scheduleRoster() {
  if (isRosterDue) return;
  isRosterDue = true;
  setTimeout(makeRoster, rosterMs);
}

function makeRoster() {
  isRosterDue = false;
  const now = agentNow();
  let nextGoneAt = Number.POSITIVE_INFINITY;
  /** @type {ActorRow[]} */
  const rows = [];
  for (const [id, { value: row }] of actors) {
    const goneAt = isOver(row) ? (row.last?.at ?? row.since) + afterglowMs : Number.POSITIVE_INFINITY;
    if (goneAt <= now) actors.delete(id);
    else rows.push(row);
    if (goneAt > now) nextGoneAt = Math.min(nextGoneAt, goneAt);
  }
  roster.value = rows;
  clearTimeout(afterglow);
  if (nextGoneAt < Number.POSITIVE_INFINITY) afterglow = setTimeout(scheduleRoster, nextGoneAt - now);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let afterglow;

/**
 * Its owner has deleted it, so it is not shown for a while as one that has ended. One that lives on may bear that event
 * too: words were taken out of it.
 * @param {ActorRow} row
 */
function isDeleted(row) {
  return isOver(row) && row.last?.type === 'host.forgot';
}

/**
 * It has ended, by itself or by the owner.
 * @param {Pick<ActorRow, 'status'>} row
 */
export function isOver({ status }) {
  return status === 'done' || status === 'stopped';
}
