/**
 * The Overview: first what needs the owner, then what runs, by kind or by who belongs to whom; at the right what has
 * just happened.
 */
import { isLoaded } from '../../live/agent.js';
import { spendingPlot } from '../../parts/spending-plot.js';
import { component, div, h1, input, label, span } from '../../parts/tags.js';
import { useKeys } from '../../view/keys.js';
import { view, viewed } from '../../view/store.js';
import { say } from '../../words/say.js';
import { actorGroups } from './actor-groups.js';
import { actorTree } from './actor-tree.js';
import { eventStream } from './event-stream.js';
import { needsYou } from './needs-you.js';
import { undelivered } from './undelivered.js';

const isTree = viewed(context => context.isTree);
const rowFilter = viewed(context => context.rowFilter);

export function Overview() {
  useKeys({ t: () => view.trigger.treeToggled() }, [['T', say('Switch between tree and groups')]]);
  if (!isLoaded.value) return null;
  return div(
    { class: 'overview' },
    div(
      { class: 'overview-main' },
      h1({ class: 'unseen' }, say('Overview')),
      needsYou({}),
      undelivered({}),
      spendingPlot({}),
      overviewTools({}),
      isTree.value ? actorTree({}) : actorGroups({}),
    ),
    eventStream({}),
  );
}

const overviewTools = component(OverviewTools);

/** The filter of the rows, and how they are put. */
function OverviewTools() {
  const choice = (/** @type {boolean} */ tree, /** @type {string} */ title) =>
    label(
      { class: 'choice' },
      input({
        type: 'radio',
        name: 'rows',
        checked: isTree.value === tree,
        onChange: () => isTree.value !== tree && view.trigger.treeToggled(),
      }),
      span({}, title),
    );
  return div(
    { class: 'overview-tools' },
    input({
      class: 'filter',
      type: 'search',
      placeholder: say('Filter actors'),
      'aria-label': say('Filter actors'),
      'aria-keyshortcuts': '/',
      'data-filter': '',
      value: rowFilter.value,
      onInput: event => view.trigger.rowsFiltered({ text: event.currentTarget.value }),
    }),
    div(
      { class: 'choices', role: 'radiogroup', 'aria-label': say('Rows'), title: 'T' },
      choice(false, say('By kind')),
      choice(true, say('Tree')),
    ),
  );
}
