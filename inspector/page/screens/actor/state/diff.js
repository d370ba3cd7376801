/** What differs between two states of an actor: where, and what stood and stands there. Pure. */

/**
 * @typedef {object} Difference
 * @property {readonly string[]} path
 * @property {'added' | 'removed' | 'changed'} kind
 * @property {unknown} [before]
 * @property {unknown} [after]
 */

/**
 * Of persisted snapshots: where it stands comes first, then its context, then the rest.
 * @param {unknown} before
 * @param {unknown} after
 * @returns {readonly Difference[]}
 */
export function snapshotDiff(before, after) {
  const order = ['value', 'context'];
  const rank = (/** @type {Difference} */ { path: [first = ''] }) =>
    order.includes(first) ? order.indexOf(first) : order.length;
  return [...differences(before, after, [])].sort((a, b) => rank(a) - rank(b));
}

/**
 * @param {unknown} before
 * @param {unknown} after
 * @param {readonly string[]} path
 * @returns {Generator<Difference>}
 */
export function* differences(before, after, path) {
  if (Object.is(before, after)) return;
  if (!isNest(before) || !isNest(after) || Array.isArray(before) !== Array.isArray(after)) {
    if (path[0] === 'value' && JSON.stringify(before) === JSON.stringify(after)) return;
    yield { path, kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed', before, after };
    return;
  }
  // a state value is one thing: half of it says nothing
  if (path.length === 1 && path[0] === 'value') {
    if (JSON.stringify(before) !== JSON.stringify(after)) yield { path, kind: 'changed', before, after };
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    yield* differences(before[key], after[key], [...path, key]);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isNest(value) {
  return typeof value === 'object' && value !== null;
}
