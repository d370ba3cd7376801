/** A table of facts: columns with a heading, rows with a key. On a narrow screen each row becomes a small list of its own. */
import { div, table, tbody, td, th, thead, tr } from './tags.js';
/** @import { ComponentChildren } from 'preact' */

/**
 * @template Row
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: Row) => ComponentChildren} show
 * @property {boolean} [isNumber] to the right, in figures of one width
 */

/**
 * @template Row
 * @param {object} props
 * @param {string} props.label what the table is about, for those who hear it
 * @param {readonly Column<Row>[]} props.columns the first names the row
 * @param {readonly Row[]} props.rows
 * @param {(row: Row) => string} props.keyOf
 */
export function dataTable({ label, columns, rows, keyOf }) {
  const [naming, ...others] = columns;
  const look = (/** @type {Column<Row>} */ { isNumber }) => (isNumber ? 'number' : undefined);
  return div(
    { class: 'table-frame', tabIndex: 0, role: 'region', 'aria-label': label },
    table(
      { class: 'table' },
      thead({}, tr({}, ...columns.map(column => th({ scope: 'col', class: look(column) }, column.title)))),
      tbody(
        {},
        ...rows.map(row =>
          tr(
            { key: keyOf(row) },
            naming && th({ scope: 'row', class: look(naming) }, naming.show(row)),
            ...others.map(column => td({ class: look(column), 'data-title': column.title }, column.show(row))),
          ),
        ),
      ),
    ),
  );
}
