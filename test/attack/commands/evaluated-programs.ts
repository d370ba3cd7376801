/**
 * Generated shell programs, each judged and then run by a real bash: nothing may happen that the verdict did not name.
 */
import { evaluate } from '../../proof/evaluation/evaluation.ts';
import { whyNotObservable } from '../../proof/evaluation/observe.ts';
import type { Area } from '../area.ts';
import { seedOf } from '../draw.ts';

const most = 20_000;

export const evaluatedPrograms: Area = {
  name: 'policy against real bash',
  async run({ share, draw }) {
    const why = whyNotObservable();
    if (why !== undefined) return { probes: 0, breaches: [], skipped: why };
    // the seeds of each draw are its own, apart from those that other tests begin with
    const first = 1_000_000 + (seedOf(`evaluation ${draw}`) % 2 ** 24) * 1_000;
    const { programs, run, levels, problems } = await evaluate({ first, count: Math.ceil(most * share) }, { lanes: 2 });
    const breaches = run > 0 ? problems : ['no program was judged to run unasked, so none was run'];
    return { probes: programs, breaches, note: `${run} ran unasked; by level ${levels.join(', ')}` };
  },
};
