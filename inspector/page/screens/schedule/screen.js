/** Schedule: the jobs there are, and what Straylight will do by itself because a time comes. */

import { roster } from '../../live/actors.js';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { dataTable } from '../../parts/lists/data-table.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { oneTask, taskList } from '../../parts/lists/task-list.js';
import { component, div, h2, p, section, span } from '../../parts/tags.js';
import { age } from '../../parts/values/age.js';
import { eventName, readEventName } from '../../parts/values/event-name.js';
import { viewing } from '../../parts/view/viewing.js';
import { href } from '../../view/router.js';
import { untilText } from '../../words/ages.js';
import { wordFor } from '../../words/names.js';
import { say } from '../../words/say.js';
import { newJob, newTask } from './adding.js';
import { calendar, instantsOfEach } from './calendar.js';
import { oneJob } from './one-job.js';
import { templates } from './templates.js';

/** @import { ScreenProps } from '../../view/screens.js' */

/** @typedef {{ readonly actor: string, readonly label: string, readonly kind: string, readonly event: string, readonly at: number }} Coming */

/** The nearest are shown. */
const mostComing = 50;
/** The week shows the jobs that run next. */
const mostPlanned = 100;

/** @param {readonly string[]} params */
export function titleOf([name, id]) {
  if (id !== undefined) return say('Task {id}', { id });
  return name === undefined ? say('Schedule') : say('Job: {name}', { name });
}

/** @param {ScreenProps} props */
export function Screen({ params: [name, id] }) {
  if (id !== undefined) return oneTask({ key: id, id: /^\d{1,15}$/.test(id) ? Number(id) : 0 });
  return name === undefined ? allJobs({}) : oneJob({ key: name, name });
}

const allJobs = component(AllJobs);

function AllJobs() {
  const ask = () =>
    Promise.all([
      client.jobs.list(),
      client.jobs.list({ order: 'next', limit: mostPlanned, upcoming: instantsOfEach }),
    ]);
  const { value, again } = useReading(ask, { after: ['batch'] });
  const [all, coming] = value ?? [];
  return div(
    { class: 'list-screen' },
    screenHead(say('Schedule'), { count: all?.total || undefined }),
    viewing({ operation: 'jobs.list', label: say('Jobs') }),
    coming && coming.jobs.length > 0 && calendar(coming.jobs, Date.now()),
    all && newJob({ jobs: all.jobs, onAdded: again }),
    all && templates({ jobs: all.jobs, onAdded: again }),
    taskList({ add: newTask }),
    goals(),
    comingUp(),
  );
}

/** The open goals, to be completed and dropped. */
function goals() {
  return section(
    { class: 'list-section', 'aria-labelledby': 'goals-title' },
    h2({ id: 'goals-title', class: 'title' }, say('Goals')),
    viewing({ operation: 'goals.list', fields: openGoals, label: say('Open goals') }),
  );
}

const openGoals = { state: 'open' };

/** What has a time: of every actor, the nearest first. */
function comingUp() {
  const all = roster.value
    .flatMap(({ id, label, kind, timers }) => timers.map(({ event, at }) => ({ actor: id, label, kind, event, at })))
    .sort((one, other) => one.at - other.at);
  return section(
    { class: 'list-section', 'aria-labelledby': 'coming-title' },
    div(
      { class: 'section-head' },
      h2(
        { id: 'coming-title', class: 'title' },
        say('Upcoming'),
        ' ',
        all.length > 0 && span({ class: 'count' }, String(all.length)),
      ),
      span({ class: 'section-note' }, say('Running timers: retries, deadlines and pauses.')),
    ),
    all.length === 0
      ? p({ class: 'quiet-note' }, say('Nothing scheduled.'))
      : dataTable({
          label: say('Upcoming, next first'),
          rows: all.slice(0, mostComing),
          keyOf: (/** @type {Coming} */ { actor, event }) => `${actor} ${event}`,
          hrefOf: ({ actor }) => href('actor', actor),
          columns: [
            {
              title: say('Actor'),
              show: ({ label, kind }) => [
                span({ dir: 'auto' }, label),
                ' ',
                span({ class: 'section-note' }, wordFor(kind)),
              ],
            },
            { title: say('Event'), isWide: true, show: ({ event }) => comingWords(event) },
            { title: say('When'), isNumber: true, show: ({ at }) => age({ since: at, format: formatNext }) },
          ],
        }),
    all.length > mostComing &&
      p({ class: 'section-note' }, say('and {value} later ones', { value: all.length - mostComing })),
  );
}

/** The times there are in the charts, in words. @type {Readonly<Record<string, string>>} */
const delays = {
  untilReminder: say('you are reminded'),
  untilExpiry: say('the deadline to answer passes'),
  untilBegin: say('starts, and can no longer be undone'),
  backoff: say('retry'),
  nextTry: say('the model call is retried'),
  conflict: say('retry'),
  rest: say('its pause ends'),
  patience: say('check whether the remedy helped'),
  recheck: say('second check'),
  steady: say('the connection counts as stable'),
};

/** @param {string} event */
function comingWords(event) {
  const { mark, text } = readEventName(event);
  const words = mark === '◷' ? delays[text] : undefined;
  return words === undefined ? eventName(event) : span({ title: event }, words);
}

/** @param {number} ms */
const formatNext = ms => (ms >= 0 ? say('now') : untilText(ms));
