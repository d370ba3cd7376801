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
import { age } from '../../parts/values/age.js';
import { formatCount, formatDollars, formatDollarText, formatTokens } from '../../parts/values/amount.js';
import { isDemo } from '../../parts/values/demo-model.js';
import { readable } from '../../parts/values/visible.js';
import { href } from '../../view/router.js';
import { untilText } from '../../words/ages.js';
import { locale, say } from '../../words/say.js';
import { modelCards } from './model-cards.js';
import { requestParts } from './request-parts.js';

/** @import { BudgetView } from '../../../../src/domain/budget/view.ts' */

export function Screen() {
  const { value: view, trouble, status } = useReading(() => client.budget.show(), { after: ['budget', 'turn'] });
  return div(
    { class: 'list-screen' },
    screenHead(say('Budget'), {
      standing:
        view &&
        span(
          { class: 'section-note' },
          say('{day}, {timeZone} · a new day begins ', { day: dayName(view.day), timeZone: view.timeZone }),
          age({ since: view.endsAt, format: inTime }),
          view.underWay > 0 &&
            say(' · {view} in progress, counted at their highest cost', { view: calls(view.underWay) }),
        ),
    }),
    !view &&
      (trouble === undefined
        ? skeleton(4)
        : status === 404
          ? emptyState(say('Cost tracking is off.'))
          : emptyState(say('The budget could not be read.'), trouble)),
    ...(view
      ? [
          today(view),
          spendingPlot({}),
          stopped(view),
          sessions(view),
          models(view),
          modelCards({}),
          requestParts({ sessions: sessionsOf(view) }),
        ]
      : []),
  );
}

/** @param {BudgetView} view */
function today(view) {
  const { spent, limit, forecast } = view.today;
  const card = (
    /** @type {string} */ title,
    /** @type {'tokens' | 'micros'} */ unit,
    /** @type {(amount: number) => string} */ show,
  ) => {
    const most = limit[unit];
    const words =
      most === null
        ? say('{spent}, no limit', { spent: show(spent[unit]) })
        : say('{spent} of {most}', { spent: show(spent[unit]), most: show(most) });
    return div(
      { class: 'limit-card' },
      h2({ class: 'title' }, title),
      div(
        { class: 'limit-words' },
        b({}, show(spent[unit])),
        span({}, most === null ? say('no limit') : say('of {most}', { most: show(most) })),
      ),
      limitBar({
        label: say('{title} today', { title }),
        words,
        spent: spent[unit],
        limit: most,
        forecast: forecast?.[unit],
      }),
      p({ class: 'section-note' }, comes(forecast?.[unit], most, show)),
    );
  };
  return div(
    { class: 'budget-today' },
    card(say('Money'), 'micros', formatDollars),
    view.isDemoAlone ? demoCard() : card(say('Tokens'), 'tokens', formatTokens),
  );
}

/** In place of tokens that nobody pays and no limit counts. */
function demoCard() {
  return div(
    { class: 'limit-card' },
    h2({ class: 'title' }, say('Tokens')),
    div({ class: 'limit-words' }, b({}, say('none'))),
    p({ class: 'section-note' }, say('The demo model is rules, and free.')),
  );
}

/**
 * @param {number | undefined} forecast
 * @param {number | null} most
 * @param {(amount: number) => string} show
 */
function comes(forecast, most, show) {
  if (forecast === undefined) return say('It is too early in the day for a forecast.');
  const words = say('At this pace {forecast} by the end of the day', { forecast: show(forecast) });
  return most !== null && forecast > most ? say('{words}: over the limit.', { words }) : `${words}.`;
}

/** @param {BudgetView} view */
function stopped({ stopped: all = [] }) {
  if (all.length === 0) return null;
  return section(
    { class: 'list-section', 'aria-labelledby': 'stopped-title' },
    h2(
      { id: 'stopped-title', class: 'title' },
      say('Stopped by the budget'),
      ' ',
      span({ class: 'count' }, String(all.length)),
    ),
    ul(
      { class: 'stopped-list' },
      ...all.map(stop => {
        const { session, unit, used, limit, next } = stop;
        const show = unit === 'micros' ? formatDollars : formatTokens;
        const of = unit === 'micros' ? '' : say(' tokens');
        return li(
          { key: session, class: 'stopped tint-failed' },
          glyph('failed'),
          conversationLink({ session, isRow: true }),
          span(
            { class: 'stopped-why' },
            say('Its next call may take {next}{of}; {used} of {limit}{of} are spent. ', {
              next: show(next),
              of,
              used: show(used),
              limit: show(limit),
            }),
            goesOn(stop),
          ),
        );
      }),
    ),
  );
}

/** When it goes on, as far as time alone can help. @param {NonNullable<BudgetView['stopped']>[number]} stop */
function goesOn({ session, cap, limit, next, until }) {
  if (cap === 'session') return say('It resumes with your next message.');
  if (cap === 'schedule') {
    const name = jobOf(session);
    const job = name === undefined ? say('the job') : a({ class: 'text-link', href: href('schedule', name) }, name);
    return [say('This is the limit of one run, and the run has ended: raise “Tokens a run” of '), job, '.'];
  }
  if (next > limit) return say('One such call alone is over the limit of a day: raise that in config.toml.');
  return [say('It may resume '), age({ since: until, format: inTime }), say(', when a new day begins.')];
}

/** @param {BudgetView} view */
function sessions(view) {
  const { sessions: rows, sessionLimit } = view;
  const isFree = view.isDemoAlone === true;
  const limits = [
    ...(sessionLimit.micros === null ? [] : [formatDollars(sessionLimit.micros)]),
    ...(sessionLimit.tokens === null
      ? []
      : [say('{sessionLimit} tokens', { sessionLimit: formatTokens(sessionLimit.tokens) })]),
  ];
  return section(
    { class: 'list-section', 'aria-labelledby': 'sessions-title' },
    div(
      { class: 'section-head' },
      h2({ id: 'sessions-title', class: 'title' }, say('Conversations today')),
      span(
        { class: 'section-note' },
        limits.length === 0
          ? say('No limit per conversation.')
          : say('Each may spend {join} between two of your messages.', { join: limits.join(say(' and ')) }),
      ),
    ),
    rows.length === 0
      ? p({ class: 'quiet-note' }, say('No model calls today.'))
      : dataTable({
          label: say('Conversations today, most expensive first'),
          rows,
          keyOf: ({ session }) => session,
          hrefOf: ({ session }) => href('chat', session),
          columns: [
            { title: say('Conversation'), show: ({ session }) => nameOf(session) },
            { title: say('Today'), isNumber: true, show: ({ today: spent }) => amount(spent, isFree) },
            {
              title: say('Since you last wrote'),
              isNumber: true,
              show: ({ sinceYourWords: spent }) => [
                amount(spent, isFree),
                limitBar({
                  label: say('Since you last wrote'),
                  words: say('{spent} tokens', { spent: formatTokens(spent.tokens) }),
                  spent: spent.tokens,
                  limit: sessionLimit.tokens,
                }),
              ],
            },
            { title: say('Total'), isNumber: true, show: ({ total }) => amount(total, isFree && total.micros === 0) },
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
    h2({ id: 'models-title', class: 'title' }, say('Models today')),
    dataTable({
      label: say('Models today'),
      rows,
      keyOf: ({ model }) => model,
      columns: [
        { title: say('Model'), show: ({ model }) => model },
        { title: say('Spent'), isNumber: true, show: one => amount(one.spent, isDemo(one)) },
        {
          title: say('Calls'),
          isNumber: true,
          show: ({ calls: made, lost }) => `${formatCount(made)}${lost > 0 ? say(', {lost} lost', { lost }) : ''}`,
        },
        {
          title: say('Price per million tokens'),
          isNumber: true,
          show: ({ price: { input, output, source } }) =>
            source === 'free'
              ? say('free')
              : say('{input} in, {output} out{value}', {
                  input: formatDollarText(input),
                  output: formatDollarText(output),
                  value: source === 'guess' ? say(' (estimate: its provider’s highest rate)') : '',
                }),
        },
      ],
    }),
  );
}

/** @param {{ readonly tokens: number, readonly micros: number }} amount @param {boolean} isFree */
function amount({ tokens, micros }, isFree) {
  if (isFree) return say('free');
  return `${formatDollars(micros)} · ${formatTokens(tokens)}`;
}

/** @param {number} count */
const calls = count => (count === 1 ? say('one call') : say('{count} calls', { count }));

/** `28 November 2026`. @param {string} day `2026-11-28` */
function dayName(day) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
}

/** @param {number} ms */
const inTime = ms => (ms >= 0 ? say('now') : untilText(ms));

/** @param {BudgetView} view */
function sessionsOf({ sessions: rows }) {
  return rows.map(({ session }) => session);
}
