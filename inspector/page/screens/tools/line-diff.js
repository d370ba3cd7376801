/** What differs between two texts, line by line: the fewest lines taken out and put in. Pure. */

/** @typedef {{ readonly kind: 'same' | 'added' | 'removed', readonly text: string, readonly at: number }} DiffLine `at`: its number in the text it stands in */

/** Beyond so many pairs of lines the middle is told as replaced: it would take too long to find the fewest. */
const mostPairs = 4_000_000;

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
  const same = (/** @type {number} */ from, /** @type {number} */ to) =>
    fresh.slice(from, to).map((text, index) => line('same', text, from + index));
  return [
    ...same(0, start),
    ...middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end), start),
    ...same(fresh.length - end, fresh.length),
  ];
}

/**
 * @param {readonly string[]} old
 * @param {readonly string[]} fresh
 * @param {number} start
 * @returns {readonly DiffLine[]}
 */
function middle(old, fresh, start) {
  if (old.length * fresh.length > mostPairs)
    return [
      ...old.map((text, index) => line('removed', text, start + index)),
      ...fresh.map((text, index) => line('added', text, start + index)),
    ];
  const width = fresh.length + 1;
  // how many lines the rests of both have in common, from each pair on
  const common = new Uint32Array((old.length + 1) * width);
  const at = (/** @type {number} */ i, /** @type {number} */ j) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  /** @type {DiffLine[]} */
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    const removed = old[i];
    const added = fresh[j];
    if (removed !== undefined && removed === added) {
      lines.push(line('same', removed, start + j));
      i += 1;
      j += 1;
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(line('removed', removed, start + i));
      i += 1;
    } else {
      lines.push(line('added', added ?? '', start + j));
      j += 1;
    }
  }
  return lines;
}

/** A line break at the end begins no line. @param {string} text @returns {readonly string[]} */
function linesOf(text) {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/**
 * @param {DiffLine['kind']} kind
 * @param {string} text
 * @param {number} index
 * @returns {DiffLine}
 */
function line(kind, text, index) {
  return { kind, text, at: index + 1 };
}
