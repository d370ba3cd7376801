/** One actor in one line: who, where in its chart, for how long, what came last, the last minute, how many events. */
import { actorSignal, isOver } from '../../live/actors.js';
import { conversationName } from '../../live/conversations.js';
import { chip, stateChip } from '../../parts/chip.js';
import { shortened } from '../../parts/conversation-link.js';
import { activityStrip } from '../../parts/lists/strip.js';
import { lookOf } from '../../parts/look.js';
import { a, b, component, div, span } from '../../parts/tags.js';
import { age, formatLeft } from '../../parts/values/age.js';
import { eventName } from '../../parts/values/event-name.js';
import { href } from '../../view/router.js';
import { say } from '../../words/say.js';
/** @import { ActorRow as Row } from '../../../../src/domain/supervision/view.ts' */

export const actorRow = component(ActorRow);

/** Names the columns above the rows. */
export function rowHeadings() {
  return div(
    { class: 'row row-headings', 'aria-hidden': 'true' },
    ...[say('Actor'), say('State'), say('for'), say('Last event'), say('Last minute'), say('Events')].map(title =>
      span({}, title),
    ),
  );
}

/** @param {{ id: string, depth?: number }} props */
function ActorRow({ id, depth = 0 }) {
  const row = actorSignal(id)?.value;
  if (!row) return null;
  return a(
    {
      class: `row${isOver(row) ? ' over' : ''}`,
      href: href('actor', id),
      'data-row': '',
      style: depth > 0 ? { '--depth': String(depth) } : undefined,
    },
    span({ class: 'row-name', title: id }, span({ class: 'row-label', dir: 'auto' }, actorName(row)), nameMore(row)),
    span({ class: 'row-state' }, stateOf(row), ...stateMore(row)),
    age({ since: row.since, class: 'row-age' }),
    span({ class: 'row-event' }, row.last && eventName(row.last.type)),
    activityStrip({ actor: id }),
    span({ class: 'row-count' }, String(row.rev), span({ class: 'unseen' }, say(' events'))),
  );
}

/** @param {number} ms */
const formatRetry = ms => (ms >= 0 ? say('now') : say('in {left}', { left: formatLeft(ms) }));

/** What an actor is called here: a conversation as it is everywhere. @param {Row} row */
export function actorName({ id, kind, label }) {
  return kind === 'session' ? shortened(conversationName(id)) : label;
}

/** What tells one of several with the same name. @param {Row} row */
function nameMore(row) {
  const { id } = row;
  const key = id.slice(id.indexOf(':') + 1);
  const name = actorName(row);
  return name === key || name === id ? null : span({ class: 'row-key' }, key);
}

/** How a job stands, as the Schedule says it. @type {Readonly<Record<string, string>>} */
const jobWords = {
  waitingForInput: say('active'),
  idle: say('paused'),
  acting: say('running'),
  done: say('ended [job]'),
  cancelled: say('removed'),
};

/** Where it stands in its chart; of a job, in words. @param {Row} row */
function stateOf(row) {
  const words = row.kind === 'job' && row.status === 'active' ? jobWords[row.leaf.replace(/\..*/, '')] : undefined;
  return words === undefined ? stateChip(row) : chip(lookOf(row), [b({}, words)], row.leaf);
}

/** @param {Row} row */
function stateMore({ retry, waitsFor, queued, error }) {
  return [
    waitsFor && span({ class: 'row-more', title: waitsFor, dir: 'auto' }, waitsFor),
    retry &&
      span(
        { class: 'row-more' },
        say('retry {attempt}{value} ', {
          attempt: retry.attempt,
          value: retry.of === undefined ? '' : say(' of {of}', { of: retry.of }),
        }),
        age({ since: retry.nextAt, format: formatRetry }),
      ),
    queued > 0 && span({ class: 'row-more' }, say('{queued} queued', { queued })),
    error && span({ class: 'row-more row-trouble', title: error.message, dir: 'auto' }, error.message),
  ];
}
