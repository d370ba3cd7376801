/**
 * A table of facts: columns with a heading, rows with a key. On a narrow screen each row becomes a small list of its
 * own.
 */
import { a, div, table, tbody, td, th, thead, tr } from '../tags.js';
/** @import { ComponentChildren } from 'preact' */

/**
 * @template Row
 * @typedef {object} Column
 * @property {string} title empty in each: there is no line of headings
 * @property {(row: Row) => ComponentChildren} show undefined: there is nothing to say, and where room is short nothing is said
 * @property {boolean} [isNumber] to the right, in figures of one width
 * @property {boolean} [isPlain] on a narrow screen it says by itself what it is
 * @property {boolean} [isWide] takes the room that is left
 */

/**
 * @template Row
 * @param {object} props
 * @param {string} props.label what the table is about, for screen readers
 * @param {readonly Column<Row>[]} props.columns the first names the row
 * @param {readonly Row[]} props.rows
 * @param {(row: Row) => string} props.keyOf
 * @param {(row: Row) => string | undefined} [props.hrefOf] where a row leads
 */
export function dataTable({ label, columns, rows, keyOf, hrefOf }) {
  const [naming, ...others] = columns;
  const isHeaded = columns.some(({ title }) => title !== '');
  const look = (/** @type {Column<Row>} */ { isNumber, isWide }) =>
    isNumber ? 'number' : isWide ? 'wide-cell' : undefined;
  return div(
    { class: 'table-frame', tabIndex: 0, role: 'group', 'aria-label': label },
    table(
      { class: 'table' },
      isHeaded && thead({}, tr({}, ...columns.map(column => th({ scope: 'col', class: look(column) }, column.title)))),
      tbody(
        {},
        ...rows.map(row => {
          const target = hrefOf?.(row);
          const name = naming?.show(row);
          // J and K walk what leads somewhere, or else the rows themselves
          return tr(
            {
              key: keyOf(row),
              tabIndex: target === undefined ? -1 : undefined,
              'data-row': target === undefined ? '' : undefined,
            },
            naming &&
              th(
                { scope: 'row', class: look(naming) },
                target === undefined ? name : a({ class: 'table-link', href: target, 'data-row': '' }, name),
              ),
            ...others.map(column => {
              const shown = column.show(row);
              const isBlank = shown === undefined;
              return td(
                {
                  class: `${look(column) ?? ''}${isBlank ? ' blank' : ''}`,
                  'data-title': column.isPlain || column.title === '' ? undefined : column.title,
                },
                isBlank ? '–' : shown,
              );
            }),
          );
        }),
      ),
    ),
  );
}
