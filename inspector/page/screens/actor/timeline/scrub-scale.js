/**
 * How the steps of a journal share the track of the scrubber: the longer it stayed after a step, the wider, but slowly
 * so, for a night of rest must not squeeze a second of work into nothing. Pure.
 */
/** @import { JournalEntry } from '../../../../../src/domain/supervision/view.ts' */

/**
 * Where each step begins, from 0 to 1; the last number is 1.
 * @param {readonly Pick<JournalEntry, 'at'>[]} entries
 * @param {number} now
 * @returns {readonly number[]}
 */
export function scrubScale(entries, now) {
  let sum = 0;
  const starts = entries.map(({ at }, index) => {
    const start = sum;
    const until = entries[index + 1]?.at ?? now;
    sum += 0.5 + Math.log2(1 + Math.max(0, until - at) / 250);
    return start;
  });
  return [...starts, sum].map(start => (sum === 0 ? 0 : start / sum));
}

/**
 * Which step is at a place of the track.
 * @param {readonly number[]} scale
 * @param {number} place 0 to 1
 */
export function indexAt(scale, place) {
  let low = 0;
  let high = Math.max(0, scale.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (/** @type {number} */ (scale[middle]) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
