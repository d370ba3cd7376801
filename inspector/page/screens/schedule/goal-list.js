/** The open goals, to be completed and dropped. */

import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { actButton } from '../../parts/act-button.js';
import { dataTable } from '../../parts/lists/data-table.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { component, div, h2, p, section, span } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { readable } from '../../parts/values/visible.js';
import { untilText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { newGoal } from './adding.js';

/** @import { Goal, GoalAct } from '../../../../src/domain/goals/goal.ts' */

export const goalList = component(GoalList);

function GoalList() {
  const { value, trouble, again } = useReading(() => client.goals.list({ state: 'open' }), { after: ['batch'] });
  return section(
    { class: 'list-section', 'aria-labelledby': 'goals-title' },
    div({ class: 'section-head' }, h2({ id: 'goals-title', class: 'title' }, say('Goals'))),
    value
      ? table(value.goals, again)
      : trouble
        ? emptyState(say('The goals could not be read.'), trouble)
        : skeleton(1),
    newGoal({ onAdded: again }),
  );
}

/** @param {readonly Goal[]} goals @param {() => Promise<void>} again */
function table(goals, again) {
  if (goals.length === 0) return p({ class: 'quiet-note' }, say('No open goals.'));
  const act = (/** @type {number} */ id, /** @type {GoalAct} */ verb) => async () => {
    await client.goals.act({ id, act: verb });
    await again();
  };
  return dataTable({
    label: say('Open goals'),
    rows: goals,
    keyOf: ({ id }) => String(id),
    columns: [
      { title: say('Goal'), show: ({ id }) => span({ class: 'mono' }, String(id)) },
      { title: say('Due'), show: ({ due }) => (due === null ? undefined : age({ since: due, format: untilText })) },
      { title: say('Text'), isWide: true, show: ({ text }) => span({ dir: 'auto' }, ...readable(text)) },
      {
        title: say('Act'),
        show: ({ id }) =>
          div(
            { class: 'goal-acts' },
            actButton({ key: 'complete', label: say('Complete'), onAct: act(id, 'complete') }),
            actButton({ key: 'drop', label: say('Drop'), onAct: act(id, 'drop') }),
          ),
      },
    ],
  });
}

/** @param {number} ms */
