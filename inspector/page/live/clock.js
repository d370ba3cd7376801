/**
 * Straylight’s clock, and the two ticks a second by which ages on the screen go on: only those that are seen are drawn.
 */

const everyMs = 500;

let aheadMs = 0;
/** @type {number | undefined} */
let heldAt;

/** @typedef {(now: number) => void} Draw */

/** @type {Map<Element, { draw: Draw, isSeen: boolean }>} */
const drawn = new Map();
/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;
/** @type {IntersectionObserver | undefined} */
let observer;

/** The present by Straylight’s clock, in ms since the epoch; it stands still while the page is not connected. */
export function agentNow() {
  return heldAt ?? Date.now() + aheadMs;
}

/**
 * Straylight’s clock shows `now`.
 * @param {number} now
 */
export function setAgentClock(now) {
  aheadMs = now - Date.now();
}

/**
 * Stops the clock at the present, or lets it go on.
 * @param {boolean} isHeld
 */
export function holdClock(isHeld) {
  if (isHeld) heldAt ??= agentNow();
  else heldAt = undefined;
}

/**
 * Draws an element now, and twice a second while it can be seen. The answer ends it.
 * @param {Element} element
 * @param {Draw} draw
 * @returns {() => void}
 */
export function whileSeen(element, draw) {
  observer ??= new IntersectionObserver(onSeen);
  drawn.set(element, { draw, isSeen: false });
  observer.observe(element);
  draw(agentNow());
  return () => {
    drawn.delete(element);
    observer?.unobserve(element);
    if (drawn.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** @param {readonly IntersectionObserverEntry[]} entries */
function onSeen(entries) {
  const now = agentNow();
  for (const { target, isIntersecting } of entries) {
    const entry = drawn.get(target);
    if (!entry) continue;
    entry.isSeen = isIntersecting;
    if (isIntersecting) entry.draw(now);
  }
  ticking ??= setInterval(tick, everyMs);
}

function tick() {
  if (document.hidden || heldAt !== undefined) return;
  const now = agentNow();
  for (const { draw, isSeen } of drawn.values()) if (isSeen) draw(now);
}
