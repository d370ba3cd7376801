/** Nothing to show: one calm sentence, and the next useful step. */
import { div, p } from '../tags.js';
/** @import { ComponentChildren } from 'preact' */

/**
 * @param {string} sentence
 * @param {...ComponentChildren} next what to do now: words, a link, a button
 */
export function emptyState(sentence, ...next) {
  return div(
    { class: 'empty' },
    p({ class: 'empty-sentence' }, sentence),
    next.length > 0 && p({ class: 'empty-next' }, ...next),
  );
}

/** Rows that are about to be there. @param {number} [count] */
export function skeleton(count = 6) {
  return div(
    { class: 'skeleton', 'aria-hidden': 'true' },
    ...Array.from({ length: count }, () => div({ class: 'skeleton-row' })),
  );
}
