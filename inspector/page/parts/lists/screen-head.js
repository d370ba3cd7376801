/** The first line of a screen of lists: its name, how many there are, how it stands, and what can be done with it. */
import { div, h1, header, span } from '../tags.js';
/** @import { ComponentChildren } from 'preact' */

/**
 * @param {string} title
 * @param {object} [more]
 * @param {string | number | undefined} [more.count]
 * @param {ComponentChildren} [more.standing] a chip, a sentence
 * @param {ComponentChildren[]} [more.tools] fields and buttons
 */
export function screenHead(title, { count, standing, tools = [] } = {}) {
  return header(
    { class: 'screen-head' },
    h1({ class: 'title' }, title, ' ', count !== undefined && span({ class: 'count' }, String(count))),
    standing,
    tools.length > 0 && div({ class: 'screen-tools' }, ...tools),
  );
}
