/** The charts, as Straylight draws them: fetched once per shape, then kept for as long as the page is open. */
import { signal } from '@preact/signals';
import { Refused, send } from '../../../live/api.js';
import { lifecycle } from './lifecycle.js';

/** @import { Signal } from '@preact/signals' */
/** @import { DrawnChart } from '../../../../charts/chart-model.ts' */

/** @type {Map<string, Signal<DrawnChart | undefined>>} */
const known = new Map();
const againMs = 300;

/**
 * The chart of a machine, undefined until it is there. Asked for again, it looks whether there is another one by now.
 * @param {string} machine
 */
export function chartSignal(machine) {
  const chart = known.get(machine) ?? signal(/** @type {DrawnChart | undefined} */ (undefined));
  known.set(machine, chart);
  void fetchChart(machine, chart).catch(thrown => {
    if (!(thrown instanceof Refused)) throw thrown;
    setTimeout(() => known.delete(machine), againMs);
  });
  return chart;
}

/**
 * @param {string} machine
 * @param {Signal<DrawnChart | undefined>} chart
 */
async function fetchChart(machine, chart) {
  const { charts } = await send('/api/charts');
  const hash = charts[machine];
  if (hash === undefined) {
    chart.value ??= lifecycle(machine);
    return;
  }
  while (chart.peek()?.model.hash !== hash || chart.peek()?.isDrawing) {
    chart.value = await send(`/api/charts/${encodeURIComponent(machine)}/${hash}`, { cache: 'default' });
    if (chart.peek()?.isDrawing) await new Promise(resolve => setTimeout(resolve, againMs));
  }
}
