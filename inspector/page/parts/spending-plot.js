/** What was spent over a day, a week or a month: a bar for each step, in shares by model or by purpose. */
import { useSignal } from '@preact/signals';
import { budget } from '../live/agent.js';
import { client } from '../live/client.js';
import { useReading } from '../live/reading.js';
import { view, viewed } from '../view/store.js';
import { locale, say } from '../words/say.js';
import {
  component,
  div,
  h2,
  li,
  option,
  p,
  section,
  select,
  span,
  table,
  tbody,
  td,
  th,
  thead,
  tr,
  ul,
} from './tags.js';
import { formatCount, formatDollars, formatTokens } from './values/amount.js';
import { isDemo } from './values/demo-model.js';

/** @import { BudgetHistory, BudgetSpan } from '../../../src/domain/budget/view.ts' */
/** @import { PlotChoice } from '../view/store.js' */

/** @typedef {{ readonly name: string, readonly total: number, readonly bySteps: readonly number[] }} Series */

const choice = viewed(({ plot }) => plot);

/** The others are one series, so that each can be told from its neighbours. */
const mostSeries = 4;

/** @type {Readonly<Record<BudgetSpan, string>>} */
const spans = { day: say('Last 24 hours'), week: say('Last 7 days'), month: say('Last 30 days') };
/** @type {Readonly<Record<PlotChoice['unit'], readonly [title: string, show: (amount: number) => string]>>} */
const units = {
  micros: [say('Money'), formatDollars],
  tokens: [say('Tokens'), formatTokens],
  calls: [say('Model calls'), formatCount],
};
/** @type {Readonly<Record<PlotChoice['by'], string>>} */
const divisions = { model: say('By model'), purpose: say('By purpose') };

export const spendingPlot = component(SpendingPlot);

function SpendingPlot() {
  const { span: length, unit, by } = choice.value;
  const { value, trouble, status } = useReading(() => client.budget.history({ span: length }, { canWait: true }), {
    of: length,
    after: ['turn'],
  });
  // nobody counts, which the Budget screen says
  if (status === 404) return null;
  const [, show] = units[unit];
  const all = value ? seriesOf(value, unit, by) : [];
  const total = all.reduce((sum, one) => sum + one.total, 0);
  const isFree = value !== undefined && unit === 'tokens' && isFreeOfTokens(value);
  return section(
    { class: 'plot', 'aria-labelledby': 'plot-title' },
    div(
      { class: 'plot-head' },
      h2({ class: 'title', id: 'plot-title' }, say('Spending')),
      span({ class: 'plot-total' }, value && !isFree ? show(total) : ''),
      chooser(say('Time'), spans, length, chosen => view.trigger.plotChosen({ span: chosen })),
      chooser(say('Unit'), namesOf(units), unit, chosen => view.trigger.plotChosen({ unit: chosen })),
      chooser(say('Division'), divisions, by, chosen => view.trigger.plotChosen({ by: chosen })),
    ),
    trouble !== undefined && p({ class: 'section-note', role: 'alert' }, trouble),
    value &&
      (total > 0 && !isFree
        ? bars({ history: value, all, unit, length })
        : p({ class: 'section-note' }, isFree ? say('The demo model is rules, and free.') : say('Nothing was spent.'))),
  );
}

/** Only the demo model was called, and no limit counts its tokens. @param {BudgetHistory} history */
function isFreeOfTokens({ spent }) {
  return spent.length > 0 && spent.every(isDemo) && budget.value?.today.limit.tokens === null;
}

/** @param {Readonly<Record<PlotChoice['unit'], readonly [string, unknown]>>} table */
function namesOf(table) {
  return { micros: table.micros[0], tokens: table.tokens[0], calls: table.calls[0] };
}

/**
 * @template {string} Name
 * @param {string} label
 * @param {Readonly<Record<Name, string>>} titles
 * @param {Name} chosen
 * @param {(name: Name) => void} onChosen
 */
function chooser(label, titles, chosen, onChosen) {
  const names = /** @type {readonly Name[]} */ (/** @type {unknown} */ (Object.keys(titles)));
  return select(
    {
      class: 'filter',
      'aria-label': label,
      value: chosen,
      onChange: event => onChosen(/** @type {Name} */ (event.currentTarget.value)),
    },
    ...names.map(name => option({ key: name, value: name, selected: name === chosen }, titles[name])),
  );
}

const bars = component(Bars);

/** @param {{ history: BudgetHistory, all: readonly Series[], unit: PlotChoice['unit'], length: BudgetSpan }} props */
function Bars({ history: { steps, end }, all, unit, length }) {
  const [title, show] = units[unit];
  const at = useSignal(/** @type {number | undefined} */ (undefined));
  const heights = steps.map((_, step) => all.reduce((sum, { bySteps }) => sum + (bySteps[step] ?? 0), 0));
  const highest = Math.max(...heights);
  const times = steps.map((from, step) => timeOf(length, from, steps[step + 1] ?? end));
  const shown = at.value === undefined ? undefined : Math.min(at.value, steps.length - 1);
  return [
    div(
      { class: 'plot-bars', 'aria-hidden': 'true', onPointerLeave: () => (at.value = undefined) },
      span({ class: 'plot-highest' }, show(highest)),
      ...steps.map((from, step) =>
        div(
          { key: from, class: 'plot-step', onPointerEnter: () => (at.value = step) },
          ...all.map(({ name, bySteps }, index) =>
            div({
              key: name,
              class: `plot-part plot-${index}`,
              style: { height: `${((bySteps[step] ?? 0) / highest) * 100}%` },
            }),
          ),
        ),
      ),
    ),
    div(
      { class: 'plot-times', 'aria-hidden': 'true' },
      span({}, times[0]?.replace(/ to .*/, '')),
      span({ class: 'plot-here' }, shown === undefined ? '' : `${times[shown]}: ${show(heights[shown] ?? 0)}`),
      span({}, say('now')),
    ),
    ul(
      { class: 'plot-legend' },
      ...all.map(({ name, total, bySteps }, index) =>
        li(
          { key: name },
          span({ class: `plot-mark plot-${index}`, 'aria-hidden': 'true' }),
          name,
          ' ',
          span({ class: 'count' }, show(shown === undefined ? total : (bySteps[shown] ?? 0))),
        ),
      ),
    ),
    // a table is as wide as its words, whatever its style says
    div(
      { class: 'unseen' },
      table(
        { 'aria-label': `${title}, ${spans[length]}` },
        thead(
          {},
          tr({}, th({ scope: 'col' }, say('Time')), ...all.map(({ name }) => th({ key: name, scope: 'col' }, name))),
        ),
        tbody(
          {},
          ...steps.flatMap((from, step) =>
            heights[step]
              ? [
                  tr(
                    { key: from },
                    th({ scope: 'row' }, times[step]),
                    ...all.map(({ name, bySteps }) => td({ key: name }, show(bySteps[step] ?? 0))),
                  ),
                ]
              : [],
          ),
        ),
      ),
    ),
  ];
}

/**
 * The series, the largest first.
 * @param {BudgetHistory} history
 * @param {PlotChoice['unit']} unit
 * @param {PlotChoice['by']} by
 * @returns {readonly Series[]}
 */
function seriesOf({ steps, spent }, unit, by) {
  /** @type {Map<string, number[]>} */
  const known = new Map();
  for (const { step, model, purpose, amount, calls } of spent) {
    const name = by === 'model' ? model : purpose;
    const bySteps = known.get(name) ?? steps.map(() => 0);
    bySteps[step] = (bySteps[step] ?? 0) + (unit === 'calls' ? calls : amount[unit]);
    known.set(name, bySteps);
  }
  const sum = (/** @type {readonly number[]} */ amounts) => amounts.reduce((all, one) => all + one, 0);
  const all = [...known]
    .map(([name, bySteps]) => ({ name, bySteps, total: sum(bySteps) }))
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total);
  if (all.length <= mostSeries) return all;
  const rest = all.slice(mostSeries - 1);
  const bySteps = steps.map((_, step) => sum(rest.map(one => one.bySteps[step] ?? 0)));
  return [
    ...all.slice(0, mostSeries - 1),
    { name: say('{count} others', { count: rest.length }), bySteps, total: sum(bySteps) },
  ];
}

/** @param {BudgetSpan} length @param {number} from @param {number} to */
function timeOf(length, from, to) {
  const day = new Date(from).toLocaleDateString(locale, { day: 'numeric', month: 'short' });
  if (length === 'month') return day;
  const clock = (/** @type {number} */ instant) =>
    new Date(instant).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  return `${length === 'week' ? `${day}, ` : ''}${clock(from)}–${clock(to)}`;
}
