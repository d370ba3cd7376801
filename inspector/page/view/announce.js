/**
 * Announces things to screen readers: politely, and not more often than every five seconds.
 */

const everyMs = 5_000;

/** @type {string | undefined} */
let waiting;
let isResting = false;

/**
 * Of what is announced in between, only the last is said.
 * @param {string} text
 */
export function announce(text) {
  waiting = text;
  if (!isResting) say();
}

function say() {
  const region = document.getElementById('announcements');
  // what was said is taken away: read later, it would no longer be true
  if (region) region.textContent = waiting ?? '';
  isResting = waiting !== undefined;
  if (!isResting) return;
  waiting = undefined;
  setTimeout(say, everyMs);
}
