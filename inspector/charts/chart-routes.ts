/** The charts over HTTP. A chart is named by its hash, so what was answered once is true for ever. */

import { refuse } from '../../src/api/refusal.ts';
import type { Route } from '../http/routes.ts';
import type { ServerClock } from '../limits.ts';
import type { DrawnChart } from './chart-model.ts';
import type { Charts } from './charts.ts';

/** After so long an asker gets what there is: the states can be listed while their places are still being found. */
const patienceMs = 150;

export function chartRoutes(charts: Charts, clock: Pick<ServerClock, 'after'>): readonly Route[] {
  return [
    { method: 'GET', path: '/api/charts', run: () => ({ status: 200, value: { charts: charts.hashes() } }) },
    {
      method: 'GET',
      path: '/api/charts/{machine}/{hash}',
      run: async ({ params }) => {
        const { machine = '', hash = '' } = params;
        const found = charts.get(machine, hash);
        if (!found) throw refuse(404, 'there is no such chart in this version');
        const value = await withinPatience(found.drawn, { model: found.model, isDrawing: true });
        const headers: Readonly<Record<string, string>> = value.layout
          ? { 'Cache-Control': 'private, max-age=31536000, immutable' }
          : {};
        return { status: 200, value, headers };
      },
    },
  ];

  function withinPatience(drawn: Promise<DrawnChart>, meanwhile: DrawnChart): Promise<DrawnChart> {
    return new Promise(resolve => {
      const cancel = clock.after(patienceMs, () => resolve(meanwhile));
      void drawn.then(chart => {
        cancel();
        resolve(chart);
      });
    });
  }
}
