/** The week ahead: what runs on which day. What runs many times a day is named once. */
import { a, div, h2, h3, li, ol, p, section, span } from '../../parts/tags.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { locale, say } from '../../words/say.js';

/** @import { JobRow } from '../../../../src/domain/jobs/service.ts' */
/** @typedef {{ readonly job: JobRow, readonly at: number }} Slot */

const days = 7;
/** A job with more instants on a day is not shown with each of them. */
const mostADay = 4;

/** How many instants of each job the calendar asks for. */
export const instantsOfEach = 30;

/** @param {readonly JobRow[]} jobs @param {number} now */
export function calendar(jobs, now) {
  const { week, often } = weekOf(jobs, now);
  return section(
    { class: 'list-section', 'aria-labelledby': 'week-title' },
    div(
      { class: 'section-head' },
      h2({ id: 'week-title', class: 'title' }, say('The week ahead')),
      span(
        { class: 'section-note' },
        say('Times of this browser ({DateTimeFormat}).', {
          DateTimeFormat: Intl.DateTimeFormat().resolvedOptions().timeZone,
        }),
      ),
    ),
    ol(
      { class: 'week' },
      ...week.map(({ start, slots }) =>
        li(
          { key: start, class: slots.length === 0 ? 'week-day week-free' : 'week-day' },
          h3({ class: 'week-name' }, dayName(start, now)),
          slots.length === 0
            ? p({ class: 'section-note' }, say('Nothing'))
            : ol(
                { class: 'week-slots' },
                ...slots.map(({ job, at }) =>
                  li({ key: `${job.id} ${at}` }, span({ class: 'week-time' }, timeOf(at)), ' ', jobLink(job)),
                ),
              ),
        ),
      ),
    ),
    often.length > 0 &&
      p(
        { class: 'section-note' },
        say('Many times a day: '),
        ...often.flatMap((job, at) => [at === 0 ? '' : '; ', jobLink(job), ` (${job.when})`]),
      ),
  );
}

/** @param {readonly JobRow[]} jobs @param {number} now */
export function weekOf(jobs, now) {
  const starts = Array.from({ length: days + 1 }, (_, day) => {
    const date = new Date(now);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() + day).getTime();
  });
  const within = (/** @type {number} */ at, /** @type {number} */ day) =>
    at >= (starts[day] ?? 0) && at < (starts[day + 1] ?? 0);
  const often = jobs.filter(({ upcoming = [] }) =>
    starts.slice(0, days).some((_, day) => upcoming.filter(at => within(at, day)).length > mostADay),
  );
  const others = jobs.filter(job => !often.includes(job));
  const week = starts.slice(0, days).map((start, day) => ({
    start,
    slots: others
      .flatMap(job => (job.upcoming ?? []).filter(at => within(at, day)).map(at => ({ job, at })))
      .sort((one, other) => one.at - other.at),
  }));
  return { week, often };
}

/** @param {JobRow} job */
function jobLink({ name }) {
  return a({ class: 'text-link mono', href: href('schedule', name) }, ...readable(name));
}

/** @param {number} start @param {number} now */
function dayName(start, now) {
  if (start <= now) return say('Today');
  return new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(start);
}

/** @param {number} at */
function timeOf(at) {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at);
}
