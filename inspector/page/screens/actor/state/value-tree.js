/** A value as a tree that unfolds: objects and lists with what is in them, everything else as it would be written. */
/** @import { VNode } from 'preact' */

import { component, details, div, li, span, summary, ul } from '../../../parts/tags.js';
import { say } from '../../../words/say.js';

/** @type {ReturnType<typeof component<{ name: string, value: unknown, depth?: number, search: string }>>} */
export const valueTree = component(ValueTree);

/** Below this depth it is folded at first, above it open. */
const openDepth = 2;

/**
 * @param {{ name: string, value: unknown, depth?: number, search: string }} props `search`: what holds it is open and marked
 * @returns {VNode}
 */
function ValueTree({ name, value, depth = 0, search }) {
  const label = span({ class: isFound(name, search) ? 'tree-name found' : 'tree-name' }, name);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return div({ class: 'tree-leaf' }, label, ' ', valueText(value, search));
  const entries = Object.entries(value);
  const isOpen = search === '' ? depth < openDepth && entries.length <= 60 : holds(value, search);
  return details(
    { class: 'tree', open: isOpen },
    summary(
      {},
      label,
      span({ class: 'tree-size' }, Array.isArray(value) ? ` ${entries.length}` : ` {${entries.length}}`),
    ),
    ul(
      { class: 'tree-list' },
      ...entries.map(([key, inner]) => li({ key }, valueTree({ name: key, value: inner, depth: depth + 1, search }))),
    ),
  );
}

/**
 * One value in a line.
 * @param {unknown} value
 * @param {string} [search]
 */
export function valueText(value, search = '') {
  const text = value === undefined ? say('nothing') : typeof value === 'string' ? value : JSON.stringify(value);
  const kind = value === null || value === undefined ? say('none') : typeof value;
  return span(
    { class: `tree-value ${kind}${isFound(text, search) ? ' found' : ''}`, dir: 'auto' },
    text === '' ? '""' : text,
  );
}

/** @param {string} text @param {string} search */
function isFound(text, search) {
  return search !== '' && text.toLowerCase().includes(search);
}

/** @param {unknown} value @param {string} search @returns {boolean} */
function holds(value, search) {
  if (typeof value !== 'object' || value === null) return isFound(String(value), search);
  return Object.entries(value).some(([key, inner]) => isFound(key, search) || holds(inner, search));
}
