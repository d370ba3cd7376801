/**
 * Budget: what today has cost and may cost, where that goes, who was stopped by it, and what the model calls are made
 * of.
 */
import { client } from '../../live/client.js';
import { conversationName, jobOf } from '../../live/conversations.js';
import { useReading } from '../../live/reading.js';
import { conversationLink, shortened } from '../../parts/conversation-link.js';
import { glyph } from '../../parts/glyph.js';
import { limitBar } from '../../parts/limit-bar.js';
import { dataTable } from '../../parts/lists/data-table.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { screenHead } from '../../parts/lists/screen-head.js';
import { spendingPlot } from '../../parts/spending-plot.js';
import { a, b, div, h2, li, p, section, span, ul } from '../../parts/tags.js';
import { age, formatLeft } from '../../parts/values/age.js';
import { formatCount, formatDollars, formatTokens } from '../../parts/values/amount.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { requestParts } from './request-parts.js';

/** @import { BudgetView } from '../../../../src/domain/budget/view.ts' */

export function Screen() {
  const { value: view, trouble, status } = useReading(() => client.budget.show(), { after: ['budget', 'turn'] });
  return div(
    { class: 'list-screen' },
    screenHead('Budget', {
      standing:
        view &&
        span(
          { class: 'section-note' },
          `${view.day}, ${view.timeZone} · a new day begins `,
          age({ since: view.endsAt, format: inTime }),
          view.underWay > 0 && ` · ${calls(view.underWay)} in progress, counted at their highest cost`,
        ),
    }),
    !view &&
      (trouble === undefined
        ? skeleton(4)
        : status === 404
          ? emptyState('Cost tracking is off.')
          : emptyState('The budget could not be read.', trouble)),
    ...(view
      ? [
          today(view),
          spendingPlot({}),
          stopped(view),
          sessions(view),
          models(view),
          requestParts({ sessions: sessionsOf(view) }),
        ]
      : []),
  );
}

/** @param {BudgetView} view */
function today({ today: { spent, limit, forecast } }) {
  const card = (
    /** @type {string} */ title,
    /** @type {'tokens' | 'micros'} */ unit,
    /** @type {(amount: number) => string} */ show,
  ) => {
    const most = limit[unit];
    const words = most === null ? `${show(spent[unit])}, no limit` : `${show(spent[unit])} of ${show(most)}`;
    return div(
      { class: 'limit-card' },
      h2({ class: 'title' }, title),
      div(
        { class: 'limit-words' },
        b({}, show(spent[unit])),
        span({}, most === null ? 'no limit' : `of ${show(most)}`),
      ),
      limitBar({ label: `${title} today`, words, spent: spent[unit], limit: most, forecast: forecast?.[unit] }),
      p({ class: 'section-note' }, comes(forecast?.[unit], most, show)),
    );
  };
  return div({ class: 'budget-today' }, card('Money', 'micros', formatDollars), card('Tokens', 'tokens', formatTokens));
}

/**
 * @param {number | undefined} forecast
 * @param {number | null} most
 * @param {(amount: number) => string} show
 */
function comes(forecast, most, show) {
  if (forecast === undefined) return 'It is too early in the day for a forecast.';
  const words = `At this pace ${show(forecast)} by the end of the day`;
  return most !== null && forecast > most ? `${words}: over the limit.` : `${words}.`;
}

/** @param {BudgetView} view */
function stopped({ stopped: all = [] }) {
  if (all.length === 0) return null;
  return section(
    { class: 'list-section', 'aria-labelledby': 'stopped-title' },
    h2(
      { id: 'stopped-title', class: 'title' },
      'Stopped by the budget',
      ' ',
      span({ class: 'count' }, String(all.length)),
    ),
    ul(
      { class: 'stopped-list' },
      ...all.map(stop => {
        const { session, unit, used, limit, next } = stop;
        const show = unit === 'micros' ? formatDollars : formatTokens;
        const of = unit === 'micros' ? '' : ' tokens';
        return li(
          { key: session, class: 'stopped tint-failed' },
          glyph('failed'),
          conversationLink({ session, isRow: true }),
          span(
            { class: 'stopped-why' },
            `Its next call may take ${show(next)}${of}; ${show(used)} of ${show(limit)}${of} are spent. `,
            goesOn(stop),
          ),
        );
      }),
    ),
  );
}

/** When it goes on, as far as time alone can help. @param {NonNullable<BudgetView['stopped']>[number]} stop */
function goesOn({ session, cap, limit, next, until }) {
  if (cap === 'session') return 'It resumes with your next message.';
  if (cap === 'schedule') {
    const name = jobOf(session);
    const job = name === undefined ? 'the job' : a({ class: 'text-link', href: href('schedule', name) }, name);
    return ['This is the limit of one run, and the run has ended: raise “Tokens a run” of ', job, '.'];
  }
  if (next > limit) return 'One such call alone is over the limit of a day: raise that in config.toml.';
  return ['It may resume ', age({ since: until, format: inTime }), ', when a new day begins.'];
}

/** @param {BudgetView} view */
function sessions({ sessions: rows, sessionLimit }) {
  const limits = [
    ...(sessionLimit.micros === null ? [] : [formatDollars(sessionLimit.micros)]),
    ...(sessionLimit.tokens === null ? [] : [`${formatTokens(sessionLimit.tokens)} tokens`]),
  ];
  return section(
    { class: 'list-section', 'aria-labelledby': 'sessions-title' },
    div(
      { class: 'section-head' },
      h2({ id: 'sessions-title', class: 'title' }, 'Conversations today'),
      span(
        { class: 'section-note' },
        limits.length === 0
          ? 'No limit per conversation.'
          : `Each may spend ${limits.join(' and ')} between two of your messages.`,
      ),
    ),
    rows.length === 0
      ? p({ class: 'quiet-note' }, 'No model calls today.')
      : dataTable({
          label: 'Conversations today, most expensive first',
          rows,
          keyOf: ({ session }) => session,
          hrefOf: ({ session }) => href('chat', session),
          columns: [
            { title: 'Conversation', show: ({ session }) => nameOf(session) },
            { title: 'Today', isNumber: true, show: ({ today: spent }) => amount(spent) },
            {
              title: 'Since you last wrote',
              isNumber: true,
              show: ({ sinceYourWords: spent }) => [
                amount(spent),
                limitBar({
                  label: 'Since you last wrote',
                  words: `${formatTokens(spent.tokens)} tokens`,
                  spent: spent.tokens,
                  limit: sessionLimit.tokens,
                }),
              ],
            },
            { title: 'Total', isNumber: true, show: ({ total }) => amount(total) },
          ],
        }),
  );
}

/** @param {string} session */
function nameOf(session) {
  const key = session.replace(/^session:/, '');
  return span({ dir: 'auto', title: key }, ...readable(shortened(conversationName(session))));
}

/** @param {BudgetView} view */
function models({ models: rows }) {
  if (rows.length === 0) return null;
  return section(
    { class: 'list-section', 'aria-labelledby': 'models-title' },
    h2({ id: 'models-title', class: 'title' }, 'Models today'),
    dataTable({
      label: 'Models today',
      rows,
      keyOf: ({ model }) => model,
      columns: [
        { title: 'Model', show: ({ model }) => model },
        { title: 'Spent', isNumber: true, show: ({ spent }) => amount(spent) },
        {
          title: 'Calls',
          isNumber: true,
          show: ({ calls: made, lost }) => `${formatCount(made)}${lost > 0 ? `, ${lost} lost` : ''}`,
        },
        {
          title: 'Price per million tokens',
          isNumber: true,
          show: ({ price: { input, output, source } }) =>
            source === 'free'
              ? 'free'
              : `$${input} in, $${output} out${source === 'guess' ? ' (estimate: its provider’s highest rate)' : ''}`,
        },
      ],
    }),
  );
}

/** @param {{ readonly tokens: number, readonly micros: number }} amount */
function amount({ tokens, micros }) {
  return `${formatDollars(micros)} · ${formatTokens(tokens)}`;
}

/** @param {number} count */
const calls = count => (count === 1 ? 'one call' : `${count} calls`);

/** @param {number} ms */
const inTime = ms => (ms >= 0 ? 'now' : `in ${formatLeft(ms)}`);

/** @param {BudgetView} view */
function sessionsOf({ sessions: rows }) {
  return rows.map(({ session }) => session);
}
