/** Two tabs: whom the actor has started, and what it sent to whom and received from whom. */
import { actorSignal, roster } from '../../../live/actors.js';
import { stateChip } from '../../../parts/chip.js';
import { glyph } from '../../../parts/glyph.js';
import { a, b, component, div, li, p, span, time, ul } from '../../../parts/tags.js';
import { age, clockTime, exactTime, formatAge } from '../../../parts/values/age.js';
import { eventName } from '../../../parts/values/event-name.js';
import { href } from '../../../view/router.js';
import { say } from '../../../words/say.js';
import { at } from '../store.js';
import { childrenIn, messagesIn } from './relations.js';
import { tasksOf } from './tasks-of.js';

/** @import { Actor } from '../actor.js' */
/** @import { Child } from './relations.js' */

/** More of them are more than anybody reads. */
const most = 300;

export const childrenTab = component(ChildrenTab);

/** @param {{ actor: Actor }} props */
function ChildrenTab({ actor }) {
  void roster.value;
  const children = childrenIn(entriesSeen(actor));
  const listed = new Set(children.map(({ address }) => address));
  const elder =
    at.value === null ? roster.value.filter(({ id, parent }) => parent === actor.id && !listed.has(id)) : [];
  const shown = children.slice(-most).toReversed();
  return div(
    { class: 'tab-scroll', tabIndex: 0, role: 'region', 'aria-label': say('Children') },
    actor.id.startsWith('session:') && tasksOf({ key: actor.id, session: actor.id }),
    children.length + elder.length === 0 && p({ class: 'tab-none' }, say('It has started nothing.')),
    ul(
      { class: 'relations' },
      ...elder.map(row =>
        li(
          { key: row.id },
          a(
            { class: 'relation', href: href('actor', row.id), 'data-row': '' },
            b({ dir: 'auto' }, row.label),
            stateChip(row),
          ),
        ),
      ),
      ...shown.map(child => li({ key: `${child.address} ${child.at}` }, childRow({ child, isNow: at.value === null }))),
    ),
  );
}

const childRow = component(ChildRow);

/** @param {{ child: Child, isNow: boolean }} props */
function ChildRow({ child: { childId, src, address, at: began, end }, isNow }) {
  const row = isNow ? actorSignal(address)?.value : undefined;
  const isActor = !address.includes('#');
  const words = { done: say('done'), failed: say('failed'), stopped: say('stopped') };
  const standing = row
    ? stateChip(row)
    : end
      ? span(
          { class: `relation-end ink-${end.how === 'failed' ? 'failed' : 'idle'}` },
          glyph(end.how === 'failed' ? 'failed' : end.how === 'done' ? 'healthy' : 'idle', 10),
          say(' {value} after {end}', { value: words[end.how], end: shortTime(end.at - began) }),
        )
      : span(
          { class: 'relation-end ink-working' },
          glyph('working', 10),
          say(' running '),
          isNow && age({ since: began }),
        );
  const name = [
    b({ dir: 'auto' }, row?.label ?? childId),
    span({ class: 'relation-more' }, src === childId ? address : `${src}, ${address}`),
  ];
  return isActor
    ? a(
        { class: 'relation', href: href('actor', address), 'data-row': '' },
        span({ class: 'relation-name' }, ...name),
        standing,
      )
    : div({ class: 'relation' }, span({ class: 'relation-name' }, ...name), standing);
}

export const messagesTab = component(MessagesTab);

/** @param {{ actor: Actor }} props */
function MessagesTab({ actor }) {
  const letters = messagesIn(entriesSeen(actor));
  const shown = letters.slice(-most).toReversed();
  return div(
    { class: 'tab-scroll', tabIndex: 0, role: 'region', 'aria-label': say('Messages') },
    letters.length === 0 && p({ class: 'tab-none' }, say('It has neither sent nor received anything.')),
    ul(
      { class: 'relations' },
      ...shown.map(({ seq, at: instant, type, other, isSent }, index) =>
        li(
          { key: `${seq} ${isSent} ${index}`, class: 'letter' },
          span({ class: `letter-way ${isSent ? 'sent' : 'received'}`, 'aria-hidden': 'true' }, isSent ? '↗' : '↙'),
          span({ class: 'letter-type' }, eventName(type)),
          time(
            { class: 'step-time', dateTime: new Date(instant).toISOString(), title: exactTime(instant) },
            clockTime(instant, true),
          ),
          span(
            { class: 'letter-other' },
            isSent ? say('to ') : say('from '),
            /^[a-z][a-z-]*(?::|$)/.test(other) && !other.includes('#')
              ? a({ href: href('actor', other), dir: 'auto' }, other)
              : span({ dir: 'auto' }, other),
          ),
        ),
      ),
    ),
    letters.length > most &&
      p({ class: 'tab-none' }, say('The last {most} of {length}.', { most, length: letters.length })),
  );
}

/** Up to the step that is looked at. @param {Actor} actor */
function entriesSeen(actor) {
  const step = at.value;
  const { entries } = actor.journal.value;
  return step === null ? entries : entries.filter(({ seq }) => seq <= step);
}

/** @param {number} ms */
function shortTime(ms) {
  return ms < 1_000 ? `${ms} ms` : formatAge(ms);
}
