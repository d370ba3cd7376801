/** What differs between two texts, line by line: the fewest lines taken out and put in. Pure. */
import { diffArrays } from 'diff/lib/diff/array.js';

/** @typedef {{ readonly kind: 'same' | 'added' | 'removed', readonly text: string, readonly at: number }} DiffLine `at`: its number in the text it stands in */

/** Beyond so many changed lines the middle is shown as replaced: it would take too long to find the fewest. */
const maxEditLength = 1_000;

/**
 * @param {string} before
 * @param {string} after
 * @returns {readonly DiffLine[]}
 */
export function lineDiff(before, after) {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const removed = old.slice(start, old.length - end);
  const added = fresh.slice(start, fresh.length - end);
  const numbers = { old: 0, fresh: 0 };
  return [
    { kind: 'same', lines: fresh.slice(0, start) },
    ...middle(removed, added),
    { kind: 'same', lines: fresh.slice(fresh.length - end) },
  ].flatMap(({ kind, lines }) =>
    lines.map(text => {
      if (kind !== 'added') numbers.old += 1;
      if (kind !== 'removed') numbers.fresh += 1;
      return /** @type {DiffLine} */ ({ kind, text, at: kind === 'removed' ? numbers.old : numbers.fresh });
    }),
  );
}

/**
 * @param {string[]} old
 * @param {string[]} fresh
 */
function middle(old, fresh) {
  const changes = diffArrays(old, fresh, { maxEditLength });
  if (!changes)
    return [
      { kind: 'removed', lines: old },
      { kind: 'added', lines: fresh },
    ];
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    lines: value,
  }));
}

/** A line break at the end begins no line. @param {string} text @returns {string[]} */
function linesOf(text) {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
