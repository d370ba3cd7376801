/**
 * What an operation answers, drawn from its view: lines, tables, code and actions, in the owner's language. It is read
 * again after each act, and whenever the stream says that something may have changed.
 */
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { say } from '../../words/say.js';
import { dataTable } from '../lists/data-table.js';
import { emptyState, skeleton } from '../lists/empty.js';
import { component, div, p } from '../tags.js';
import { codeLines } from '../values/code-lines.js';
import { readable } from '../values/visible.js';
import { viewActs } from './view-act.js';

/** @import { Block, Row, View } from '../../../../src/api/view.ts' */

/**
 * @typedef {object} ViewingProps
 * @property {string} operation its whole name; one that only looks
 * @property {Readonly<Record<string, unknown>>} [fields] what it is asked
 * @property {string} label what it is about, for screen readers
 */

export const viewing = component(Viewing);

/** @param {ViewingProps} props */
function Viewing({ operation, fields = {}, label }) {
  const query = JSON.stringify(fields);
  const { value, trouble, status, again } = useReading(() => client.views.show({ operation, fields: query }), {
    of: `${operation} ${query}`,
    after: ['batch', 'turn'],
  });
  if (trouble !== undefined && (!value || status === 404))
    return emptyState(status === 404 ? trouble : say('It could not be read. {trouble}', { trouble }));
  return value ? drawn(value.view, label, again) : skeleton(2);
}

/** @param {View} view @param {string} label @param {() => Promise<void>} again */
function drawn(view, label, again) {
  return div({ class: 'view' }, ...view.map((block, at) => blockOf(block, { label, again, key: at })));
}

/** @param {Block} block @param {{ label: string, again: () => Promise<void>, key: number }} place */
function blockOf(block, { label, again, key }) {
  if (block.kind === 'lines')
    return div(
      { key, class: 'view-lines' },
      ...block.lines.map(({ text, tone }, at) =>
        text === '' ? null : p({ key: at, class: tone && `view-${tone}`, dir: 'auto' }, ...readable(text)),
      ),
    );
  if (block.kind === 'code') return codeLines(label, block.lines.map(codeLine));
  if (block.kind === 'actions') return viewActs({ key, actions: block.actions, again });
  return tableOf(block, { label, again });
}

/** @param {string} text */
function codeLine(text) {
  return { kind: /** @type {const} */ ('same'), text };
}

/** @param {Extract<Block, { kind: 'table' }>} block @param {{ label: string, again: () => Promise<void> }} place */
function tableOf({ head, rows }, { label, again }) {
  const width = Math.max(head?.length ?? 0, ...rows.map(({ cells }) => cells.length));
  const keys = keysOf(rows);
  const cells = Array.from({ length: width }, (_, at) => ({
    title: head?.[at] ?? '',
    isWide: at === width - 1,
    show: (/** @type {Row} */ { cells: texts, tone }) => {
      const text = texts[at] ?? '';
      return text === '' ? undefined : div({ class: tone && `view-${tone}`, dir: 'auto' }, ...readable(text));
    },
  }));
  const acts = {
    title: head ? say('Act') : '',
    isPlain: true,
    show: (/** @type {Row} */ { actions = [] }) => (actions.length === 0 ? undefined : viewActs({ actions, again })),
  };
  return dataTable({
    label,
    rows,
    keyOf: row => keys.get(row) ?? '',
    columns: rows.some(({ actions = [] }) => actions.length > 0) ? [...cells, acts] : cells,
  });
}

/** A row is known by its first cell, and where several have the same, by its place among them. @param {readonly Row[]} rows */
function keysOf(rows) {
  /** @type {Map<string, number>} */
  const met = new Map();
  return new Map(
    rows.map(row => {
      const [first = ''] = row.cells;
      const before = met.get(first) ?? 0;
      met.set(first, before + 1);
      return [row, before === 0 ? first : `${first} ${before}`];
    }),
  );
}
