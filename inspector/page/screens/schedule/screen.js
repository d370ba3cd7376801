/** Schedule: the jobs there are, and what Straylight will do by itself because a time comes. */
import { roster } from '../../live/actors.js';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { stateChip } from '../../parts/chip.js';
import { dataTable } from '../../parts/lists/data-table.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { a, div, h2, p, section, span } from '../../parts/tags.js';
import { age, formatLeft } from '../../parts/values/age.js';
import { eventName, readEventName } from '../../parts/values/event-name.js';
import { href } from '../../view/router.js';

/** @import { ActorRow } from '../../../../src/domain/supervision/view.ts' */

/** @typedef {{ readonly actor: string, readonly label: string, readonly kind: string, readonly event: string, readonly at: number }} Coming */

/** The nearest are shown. */
const mostComing = 50;

export function Screen() {
  const { value, trouble } = useReading(() => client.actors.jobs(), { after: ['batch'] });
  return div(
    { class: 'list-screen' },
    screenHead('Schedule', { count: value?.jobs.length || undefined }),
    value ? jobs(value.jobs) : trouble ? emptyState('The jobs could not be read.', trouble) : skeleton(2),
    comingUp(),
  );
}

/** @param {readonly ActorRow[]} rows */
function jobs(rows) {
  if (rows.length === 0)
    return emptyState(
      'No jobs yet.',
      'The agent acts when ',
      a({ href: href('chat') }, 'you ask it to'),
      ', or when a timer below fires.',
    );
  return dataTable({
    label: 'Jobs',
    rows,
    keyOf: ({ id }) => id,
    hrefOf: ({ id }) => href('actor', id),
    columns: [
      { title: 'Job', show: ({ label }) => label },
      { title: 'State', show: stateChip },
      { title: 'Next', show: row => nextOf(row) },
      { title: 'Last event', show: ({ last }) => (last ? eventName(last.type) : undefined) },
      { title: 'Error', isWide: true, show: ({ error }) => error?.message },
    ],
  });
}

/** @param {ActorRow} row */
function nextOf({ timers }) {
  const at = Math.min(...timers.map(timer => timer.at));
  return Number.isFinite(at) ? age({ since: at, format: formatNext }) : undefined;
}

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
        'Upcoming',
        ' ',
        all.length > 0 && span({ class: 'count' }, String(all.length)),
      ),
      span({ class: 'section-note' }, 'Running timers: retries, deadlines and pauses.'),
    ),
    all.length === 0
      ? p({ class: 'quiet-note' }, 'Nothing scheduled.')
      : dataTable({
          label: 'Upcoming, next first',
          rows: all.slice(0, mostComing),
          keyOf: (/** @type {Coming} */ { actor, event }) => `${actor} ${event}`,
          hrefOf: ({ actor }) => href('actor', actor),
          columns: [
            {
              title: 'Actor',
              show: ({ label, kind }) => [span({ dir: 'auto' }, label), ' ', span({ class: 'section-note' }, kind)],
            },
            { title: 'Event', isWide: true, show: ({ event }) => comingWords(event) },
            { title: 'In', isNumber: true, show: ({ at }) => age({ since: at, format: formatNext }) },
          ],
        }),
    all.length > mostComing && p({ class: 'section-note' }, `and ${all.length - mostComing} later ones`),
  );
}

/** The times there are in the charts, in words. @type {Readonly<Record<string, string>>} */
const delays = {
  untilReminder: 'you are reminded',
  untilExpiry: 'the deadline to answer passes',
  untilBegin: 'starts, and can no longer be undone',
  backoff: 'retry',
  nextTry: 'the model call is retried',
  conflict: 'retry',
  rest: 'its pause ends',
  patience: 'check whether the remedy helped',
  recheck: 'second check',
  steady: 'the connection counts as stable',
};

/** @param {string} event */
function comingWords(event) {
  const { mark, text } = readEventName(event);
  const words = mark === '◷' ? delays[text] : undefined;
  return words === undefined ? eventName(event) : span({ title: event }, words);
}

/** @param {number} ms */
const formatNext = ms => (ms >= 0 ? 'now' : formatLeft(ms));
