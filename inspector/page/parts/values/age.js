/** Ages and times: `4.7 s`, `4 min`, the exact instant on hover. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { whileSeen } from '../../live/clock.js';
import { locale, say } from '../../words/say.js';
import { component, time } from '../tags.js';

/**
 * @typedef {object} AgeProps
 * @property {number} since ms since the epoch
 * @property {(ms: number) => string} [format] of the ms since then; for an instant to come they are negative
 * @property {string} [class]
 */

/** How long ago something was, going on by itself twice a second while it can be seen. */
export const age = component(Age);

/** @param {AgeProps} props */
function Age({ since, format = formatAge, class: name = 'age' }) {
  const element = useRef(/** @type {HTMLTimeElement | null} */ (null));
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return undefined;
    return whileSeen(shown, now => {
      const text = format(now - since);
      if (shown.textContent !== text) shown.textContent = text;
    });
  }, [since, format]);
  return time({ ref: element, class: name, dateTime: new Date(since).toISOString(), title: exactTime(since) });
}

/** How long until an instant, counting down: `4 s`, `4 min`. @param {number} ms */
export function formatLeft(ms) {
  return formatAge(Math.max(0, -ms), true);
}

/**
 * A length of time in the one unit that matters.
 * @param {number} ms
 * @param {boolean} [isWhole] no tenths
 */
export function formatAge(ms, isWhole = false) {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10 && !isWhole)
    return `${(Math.floor(seconds * 10) / 10).toLocaleString(locale, { minimumFractionDigits: 1 })} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? say('1 day') : say('{days} days', { days });
}

/** How long something took: `85 ms`, `1.4 s`. @param {number} ms */
export function formatTook(ms) {
  return ms < 1_000 ? `${Math.round(ms)} ms` : formatAge(ms);
}

/** `14:02`, `14:02:31`: of today, with the date before it otherwise. @param {number} at @param {boolean} [withSeconds] */
export function clockTime(at, withSeconds = false) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const hours = date.toLocaleTimeString(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: withSeconds ? '2-digit' : undefined,
  });
  return isToday ? hours : `${date.toLocaleDateString(locale, { day: 'numeric', month: 'short' })} ${hours}`;
}

/** The whole instant, for a title. @param {number} at */
export function exactTime(at) {
  const date = new Date(at);
  const day = date.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  return `${day}, ${date.toLocaleTimeString(locale)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
