/**
 * What an operation answers, drawn from its view: lines, tables, code and actions, in the owner's language. It is read
 * again after each act, and whenever the stream says that something may have changed.
 */
import { useSignal } from '@preact/signals';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { announce } from '../../view/announce.js';
import { say } from '../../words/say.js';
import { conversationLink } from '../conversation-link.js';
import { dataTable } from '../lists/data-table.js';
import { emptyState, skeleton } from '../lists/empty.js';
import { component, div, p } from '../tags.js';
import { codeLines } from '../values/code-lines.js';
import { readable } from '../values/visible.js';
import { graph } from './graph.js';
import { isLooking, saidIn, viewActs, viewHref } from './view-act.js';

/** @import { CodeLine, SkippedLines } from '../values/code-lines.js' */
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
  const outcome = useSignal(/** @type {View} */ ([]));
  const query = JSON.stringify(fields);
  const { value, trouble, status, again } = useReading(() => client.views.show({ operation, fields: query }), {
    of: `${operation} ${query}`,
    after: ['batch', 'turn'],
  });
  if (trouble !== undefined && (!value || status === 404))
    return emptyState(status === 404 ? trouble : say('It could not be read. {trouble}', { trouble }));
  if (!value) return skeleton(2);
  const onOutcome = (/** @type {View} */ view) => {
    // a table is seen in the list
    outcome.value = view.filter(({ kind }) => kind !== 'table');
    announce(saidIn(view));
  };
  const place = { label, again, onOutcome };
  return div(
    { class: 'view' },
    ...drawn(value.view, place),
    outcome.value.length > 0 && div({ class: 'view-outcome', role: 'status' }, ...drawn(outcome.value, place)),
  );
}

/** @typedef {{ readonly label: string, readonly again: () => Promise<void>, readonly onOutcome: (view: View) => void }} Place */

/** @param {View} view @param {Place} place */
function drawn(view, place) {
  return view.map((block, at) => blockOf(block, { ...place, label: labelOf(view, at) ?? place.label, key: at }));
}

/** Code is about the line before it. @param {View} view @param {number} at */
function labelOf(view, at) {
  const [block, before] = [view[at], view[at - 1]];
  return block?.kind === 'code' && before?.kind === 'lines' ? before.lines.at(-1)?.text : undefined;
}

/** @param {Block} block @param {Place & { key: number }} place */
function blockOf(block, { key, ...place }) {
  const { label } = place;
  if (block.kind === 'lines')
    return div(
      { key, class: 'view-lines' },
      ...block.lines.map(({ text, tone }, at) =>
        text === '' ? null : p({ key: at, class: tone && `view-${tone}`, dir: 'auto' }, ...readable(text)),
      ),
    );
  if (block.kind === 'code' && block.graph) return graph({ key, label, nodes: block.graph });
  if (block.kind === 'code')
    return codeLines(label, block.lines.map(isDifference(block.lines) ? changedLine : plainLine));
  if (block.kind === 'actions') return viewActs({ key, actions: block.actions, ...place });
  return tableOf(block, place);
}

/** @param {readonly string[]} lines */
function isDifference(lines) {
  return lines.every(line => /^(?:[ +-]|@@|$)/.test(line)) && lines.some(line => /^[+-]/.test(line));
}

/** @param {string} line @returns {CodeLine | SkippedLines} */
function changedLine(line) {
  const text = line.slice(1);
  if (line.startsWith('+')) return { kind: 'added', text };
  if (line.startsWith('-')) return { kind: 'removed', text };
  return line.startsWith('@@') ? { kind: 'skipped', words: line.slice(3) || '…' } : { kind: 'same', text };
}

/** @param {string} text @returns {CodeLine} */
function plainLine(text) {
  return { kind: 'same', text };
}

/** A row leads to what its first action shows, where that only looks. @param {Extract<Block, { kind: 'table' }>} block @param {Place} place */
function tableOf({ head, rows }, place) {
  const { label } = place;
  const width = Math.max(head?.length ?? 0, ...rows.map(({ cells }) => cells.length));
  const keys = keysOf(rows);
  const cells = Array.from({ length: width }, (_, at) => ({
    title: head?.[at] ?? '',
    isWide: at === width - 1,
    show: (/** @type {Row} */ { cells: texts, tone, session }) => {
      const text = texts[at] ?? '';
      if (session !== undefined && (text === session || `session:${text}` === session))
        return conversationLink({ session });
      return text === '' ? undefined : div({ class: tone && `view-${tone}`, dir: 'auto' }, ...readable(text));
    },
  }));
  const acts = {
    title: head ? say('Act') : '',
    isPlain: true,
    show: (/** @type {Row} */ row) => {
      const actions = actsIn(row);
      return actions.length === 0 ? undefined : viewActs({ actions, ...place });
    },
  };
  return dataTable({
    label,
    rows,
    keyOf: row => keys.get(row) ?? '',
    hrefOf: row => {
      const shown = shownBy(row);
      return shown && viewHref(shown.operation, shown.input);
    },
    columns: rows.some(row => actsIn(row).length > 0) ? [...cells, acts] : cells,
  });
}

/** @param {Row} row */
function shownBy({ actions: [first] = [] }) {
  return first && isLooking(first) ? first : undefined;
}

/** What is left as buttons. @param {Row} row */
function actsIn(row) {
  const { actions = [] } = row;
  return shownBy(row) ? actions.slice(1) : actions;
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
