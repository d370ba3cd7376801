/** Further lists: whatever operation can be looked at and has no screen of its own, drawn from its view. */

import { icon } from '../../parts/icon.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { a, b, div, h1, header, li, span, ul } from '../../parts/tags.js';
import { viewHref } from '../../parts/view/view-act.js';
import { viewing } from '../../parts/view/viewing.js';
import { lists } from '../../view/lists.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';

/** @import { ScreenProps } from '../../view/screens.js' */

/** @param {readonly string[]} params */
export function titleOf([operation]) {
  return operation === undefined ? say('More lists') : listTitle(operation);
}

/** @param {ScreenProps} props */
export function Screen({ params: [operation, fields] }) {
  if (operation === undefined)
    return div(
      { class: 'list-screen' },
      screenHead(say('More lists')),
      ul(
        { class: 'more-lists' },
        ...Object.entries(lists).map(([name, { title, about }]) =>
          li(
            { key: name },
            a(
              { class: 'more-list', href: viewHref(name), 'data-row': '' },
              b({}, title),
              about !== '' && span({ class: 'section-note' }, about),
            ),
          ),
        ),
      ),
    );
  const title = listTitle(operation);
  return div(
    { class: 'list-screen', key: `${operation} ${fields}` },
    header(
      { class: 'screen-head' },
      a({ class: 'way-back', href: wayBack(operation, fields), 'aria-label': say('Back') }, icon('back', 18)),
      h1({ class: 'title' }, title),
    ),
    viewing({ operation, fields: fieldsIn(fields), label: title }),
  );
}

/** From one thing to the list of its kind, from there to all lists. @param {string} operation @param {string} [fields] */
function wayBack(operation, fields) {
  const list = listOf(operation);
  return list === undefined || (list === operation && fields === undefined) ? href('more') : viewHref(list);
}

/** The list of the subject of an operation. @param {string} operation */
function listOf(operation) {
  const [subject] = operation.split('.');
  return Object.hasOwn(lists, operation) ? operation : Object.keys(lists).find(name => name.startsWith(`${subject}.`));
}

/** Of views that need to know what they are about. @type {Readonly<Record<string, string>>} */
const titles = {
  'context.show': say('What the model sees'),
};

/** @param {string} operation */
function listTitle(operation) {
  return lists[listOf(operation) ?? '']?.title ?? titles[operation] ?? operation;
}

/** @param {string} [fields] @returns {Readonly<Record<string, unknown>>} */
function fieldsIn(fields = '{}') {
  try {
    const value = JSON.parse(fields);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
