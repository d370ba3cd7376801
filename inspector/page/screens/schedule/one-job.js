/** One job: when it runs next, what it does, and what came of its runs; to be run now, paused or removed. */

import { useSignal } from '@preact/signals';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { actButton, heldIfReadOnly } from '../../parts/act-button.js';
import { icon } from '../../parts/icon.js';
import { dataTable } from '../../parts/lists/data-table.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { a, button, component, div, h1, h2, header, li, ol, p, section, span } from '../../parts/tags.js';
import { formatTook } from '../../parts/values/age.js';
import { formatCount, formatDollars } from '../../parts/values/amount.js';
import { readable } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';
import { wordFor } from '../../words/names.js';
import { locale, say } from '../../words/say.js';
import { jobChip, outcomeWords } from './job-chip.js';
import { jobEditor } from './job-editor.js';

/** @import { JobAct, JobDetail, JobRunRow } from '../../../../src/domain/jobs/service.ts' */

export const oneJob = component(OneJob);

/** @param {{ name: string }} props */
function OneJob({ name }) {
  const ask = () =>
    Promise.all([client.jobs.show({ name, count: 10 }), client.jobs.history({ name, limit: 100 })]).then(
      ([job, { runs }]) => ({ job, runs }),
    );
  const isEdited = useSignal(false);
  const { value, trouble, status, again } = useReading(ask, { of: name, after: ['batch'] });
  // a job that was removed is gone from here, too
  if (!value || status === 404)
    return div(
      { class: 'list-screen' },
      h1({ class: 'unseen' }, name),
      trouble === undefined
        ? skeleton()
        : emptyState(
            status === 404
              ? say('This job does not exist, or no longer does.')
              : say('The job could not be read. {trouble}', { trouble }),
            a({ href: href('schedule') }, say('See all jobs')),
          ),
    );
  const { job, runs } = value;
  const act = (/** @type {JobAct} */ verb) => async () => {
    const { message } = await client.jobs.act({ name, act: verb });
    announce(message);
    await again();
  };
  return div(
    { class: 'list-screen' },
    header(
      { class: 'screen-head' },
      a({ class: 'way-back', href: href('schedule'), 'aria-label': say('All jobs') }, icon('back', 18)),
      h1({ class: 'title mono' }, name),
      span({}, jobChip(job)),
      div(
        { class: 'screen-tools' },
        actButton({ label: say('Run now'), onAct: act('run') }),
        job.state === 'active'
          ? actButton({ label: say('Pause'), onAct: act('disable') })
          : actButton({ label: say('Enable'), onAct: act('enable') }),
        button(
          { type: 'button', class: 'button', ...heldIfReadOnly(), onClick: () => (isEdited.value = !isEdited.value) },
          isEdited.value ? say('Close') : say('Edit'),
        ),
        actButton({ label: say('Remove'), confirm: say('Remove it'), tone: 'danger', onAct: act('remove') }),
      ),
    ),
    isEdited.value && jobEditor({ job, onChanged: again, onEnd: () => (isEdited.value = false) }),
    p({ dir: 'auto' }, ...readable(`${job.when}: ${job.does}`)),
    p({ class: 'section-note' }, termsOf(job)),
    upcoming(job),
    history(runs, job.timeZone),
  );
}

/** @param {JobDetail} job */
function termsOf({ notify, catchUp, overlap, retries, timeoutMs, budgetTokens, by, taint }) {
  return [
    say('Notify: {notify}', { notify: wordFor(notify) }),
    say('missed runs: {catchUp}', { catchUp: wordFor(catchUp) }),
    say('overlap: {overlap}', { overlap: wordFor(overlap) }),
    say('retries: {retries}', { retries }),
    say('timeout: {timeoutMs}', { timeoutMs: formatTook(timeoutMs) }),
    say('budget: {budgetTokens} tokens a run', { budgetTokens: formatCount(budgetTokens) }),
    say('made by {by}{value}', {
      by,
      value: taint === 'external' ? say(', in a conversation with untrusted content') : '',
    }),
  ].join(' · ');
}

/** @param {JobDetail} job */
function upcoming({ upcoming: instants, timeZone }) {
  return section(
    { class: 'list-section', 'aria-labelledby': 'next-title' },
    div(
      { class: 'section-head' },
      h2({ id: 'next-title', class: 'title' }, say('Next')),
      span({ class: 'section-note' }, say('Times of the job ({timeZone}).', { timeZone })),
    ),
    instants.length === 0
      ? p({ class: 'quiet-note' }, say('It does not run by itself.'))
      : ol({ class: 'job-instants' }, ...instants.map(at => li({ key: at }, inZone(at, timeZone)))),
  );
}

/** @param {readonly JobRunRow[]} runs @param {string} timeZone */
function history(runs, timeZone) {
  return section(
    { class: 'list-section', 'aria-labelledby': 'history-title' },
    h2({ id: 'history-title', class: 'title' }, say('History'), ' ', span({ class: 'count' }, String(runs.length))),
    runs.length === 0
      ? p({ class: 'quiet-note' }, say('It has not run yet.'))
      : dataTable({
          label: say('Runs, newest first'),
          rows: runs,
          keyOf: ({ id }) => id,
          columns: [
            { title: say('Due'), show: ({ slot }) => inZone(slot, timeZone) },
            { title: say('Outcome'), show: outcomeWords },
            {
              title: say('Took'),
              isNumber: true,
              show: ({ at, endedAt, state }) =>
                endedAt === null || state === 'skipped' ? undefined : formatTook(endedAt - at),
            },
            {
              title: say('Tokens'),
              isNumber: true,
              show: ({ tokens }) => (tokens > 0 ? formatCount(tokens) : undefined),
            },
            { title: say('Cost'), isNumber: true, show: costOf },
            {
              title: say('Result'),
              isWide: true,
              show: ({ result }) =>
                result
                  ? span({ class: 'job-result', dir: 'auto', title: result }, ...readable(result.slice(0, 300)))
                  : undefined,
            },
          ],
        }),
  );
}

/** Less than half a cent, but not nothing, says so. @param {JobRunRow} run */
function costOf({ micros }) {
  if (micros === 0) return undefined;
  return micros < 5_000 ? '<$0.01' : formatDollars(micros);
}

/** Seconds where there are any. @param {number} at @param {string} timeZone */
function inZone(at, timeZone) {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    second: at % 60_000 < 1_000 ? undefined : '2-digit',
  }).format(at);
}
