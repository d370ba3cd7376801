/**
 * Says things to those who hear the page instead of seeing it: politely, and not more often than every five seconds.
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
  // what was said is taken away: who comes to it later would hear what is no longer so
  if (region) region.textContent = waiting ?? '';
  isResting = waiting !== undefined;
  if (!isResting) return;
  waiting = undefined;
  setTimeout(say, everyMs);
}
