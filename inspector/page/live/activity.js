/** When each actor took its events, for the last minute: what the activity strips draw. */

export const activityMs = 60_000;
/** More strokes than pixels say nothing. */
const most = 120;

/** @type {Map<string, number[]>} */
const times = new Map();

/**
 * An actor took so many events, the last of them at `at`.
 * @param {string} actor
 * @param {number} count
 * @param {number} at
 */
export function noteActivity(actor, count, at) {
  if (count <= 0) return;
  const known = times.get(actor) ?? [];
  for (let left = Math.min(count, most); left > 0; left -= 1) known.push(at);
  times.set(actor, known.slice(-most));
}

/**
 * Everything that is known of the last minute, by actor.
 * @param {readonly { readonly actor: string, readonly at: number }[]} steps
 */
export function takeActivity(steps) {
  times.clear();
  for (const { actor, at } of [...steps].sort((a, b) => a.at - b.at)) noteActivity(actor, 1, at);
}

/**
 * The instants of the last minute, oldest first.
 * @param {string} actor
 * @param {number} now
 * @returns {readonly number[]}
 */
export function activityOf(actor, now) {
  const known = times.get(actor);
  if (!known) return [];
  while (known.length > 0 && /** @type {number} */ (known[0]) < now - activityMs) known.shift();
  if (known.length === 0) times.delete(actor);
  return known;
}
