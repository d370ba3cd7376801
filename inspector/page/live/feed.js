/** The event stream of the Overview: the last steps of all actors, newest first, each once. */
import { signal } from '@preact/signals';

/**
 * @typedef {object} FeedEntry
 * @property {string} actor
 * @property {number} seq
 * @property {number} at
 * @property {string} type
 * @property {string} [source]
 * @property {string} [from] where it stood, if it moved
 * @property {string} [to] where it stands
 */

const kept = 500;
const everyMs = 100;

/** At most ten times a second. */
export const feed = signal(/** @type {readonly FeedEntry[]} */ ([]));

/** So many were left out because this page could not keep up. */
export const feedDropped = signal(0);

/** @type {FeedEntry[]} */
let entries = [];
let isDue = false;

/**
 * Takes entries as they come or all over again.
 * @param {readonly FeedEntry[]} more
 */
export function takeFeed(more) {
  if (more.length === 0) return;
  const known = new Set(entries.map(keyOf));
  for (const entry of more) if (!known.has(keyOf(entry))) entries.push(entry);
  if (isDue) return;
  isDue = true;
  setTimeout(show, everyMs);
}

/** @param {FeedEntry} entry */
export function keyOf({ actor, seq }) {
  return `${actor} ${seq}`;
}

function show() {
  isDue = false;
  entries.sort((a, b) => a.at - b.at || (a.actor === b.actor ? a.seq - b.seq : 0));
  entries = entries.slice(-kept);
  feed.value = entries.toReversed();
}
