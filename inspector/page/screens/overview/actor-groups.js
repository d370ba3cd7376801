/** The actors by kind: each group with its count and how its members are; long ones show the first few. */
import { isOver, roster } from '../../live/actors.js';
import { glyph } from '../../parts/glyph.js';
import { icon } from '../../parts/icon.js';
import { emptyState } from '../../parts/lists/empty.js';
import { lookCount, lookOf, lookWords } from '../../parts/look.js';
import { a, button, component, div, h2, header, li, section, span, ul } from '../../parts/tags.js';
import { href } from '../../view/router.js';
import { view, viewed } from '../../view/store.js';
import { say } from '../../words/say.js';
import { actorName, actorRow, rowHeadings } from './actor-row.js';
import { actorKinds, otherKind } from './kinds.js';

/** @import { ActorRow } from '../../../../src/domain/supervision/view.ts' */
/** @import { Look } from '../../parts/look.js' */
/** @import { Kind } from './kinds.js' */

/** So many rows of a group are on the screen until all are asked for; fewer where there are many actors. */
const shownAtFirst = () => (roster.peek().length > 1_000 ? 15 : 50);

const wholeGroups = viewed(context => context.wholeGroups);
const rowFilter = viewed(context => context.rowFilter);

export const actorGroups = component(ActorGroups);

function ActorGroups() {
  const words = rowFilter.value.toLowerCase();
  const rows = words === '' ? roster.value : roster.value.filter(row => fitsWords(row, words));
  if (rows.length === 0)
    return words === ''
      ? emptyState(say('Nothing runs yet.'), a({ href: href('chat') }, say('Say something to your agent')), '.')
      : emptyState(say('No actor matches the filter.'));
  const byKind = Map.groupBy(rows, row => actorKinds.find(({ kind }) => kind === row.kind) ?? otherKind);
  return div(
    { class: 'groups' },
    rowHeadings(),
    ...[...actorKinds, otherKind].flatMap(kind => {
      const members = byKind.get(kind);
      return members ? [actorGroup({ key: kind.kind, kind, rows: members })] : [];
    }),
  );
}

/** What the filter looks through; a row that changes is another one. @type {WeakMap<ActorRow, string>} */
const searched = new WeakMap();

/** By what it is called, its address and where it stands. @param {ActorRow} row @param {string} words in lower case */
export function fitsWords(row, words) {
  // a title comes later than its row, and may change
  return wordsOf(row).includes(words) || (row.kind === 'session' && actorName(row).toLowerCase().includes(words));
}

/** @param {ActorRow} row */
function wordsOf(row) {
  const known = searched.get(row);
  if (known !== undefined) return known;
  const words = `${row.label} ${row.id} ${row.leaf}`.toLowerCase();
  searched.set(row, words);
  return words;
}

const actorGroup = component(ActorGroup);

/** @param {{ kind: Kind, rows: readonly ActorRow[] }} props */
function ActorGroup({ kind: { kind, title, icon: name }, rows }) {
  const isWhole = rows.length <= shownAtFirst() || wholeGroups.value.includes(kind);
  const shown = isWhole ? rows.toSorted(byBirth) : mostUrgent(rows);
  return section(
    { class: 'group', 'aria-labelledby': `group-${kind}` },
    header(
      { class: 'group-head' },
      icon(name),
      h2({ id: `group-${kind}`, class: 'title' }, title, ' ', span({ class: 'count' }, String(rows.length))),
      standingOf(rows),
    ),
    ul({ class: 'rows' }, ...shown.map(({ id }) => li({ key: id }, actorRow({ id })))),
    !isWhole &&
      button(
        { type: 'button', class: 'show-all', onClick: () => view.trigger.groupOpened({ group: kind }) },
        say('Show all {length}', { length: rows.length }),
      ),
  );
}

/** `1 needs you · 2 working`, as far as there are any. @param {readonly ActorRow[]} rows */
function standingOf(rows) {
  const counts = Map.groupBy(rows, lookOf);
  return span(
    { class: 'group-standing' },
    .../** @type {Look[]} */ (Object.keys(lookWords)).flatMap(look => {
      const count = counts.get(look)?.length ?? 0;
      return count > 0 ? [span({ key: look }, glyph(look), lookCount(count, look))] : [];
    }),
  );
}

/** A row keeps its place as long as all fit. @param {ActorRow} one @param {ActorRow} other */
function byBirth(one, other) {
  return Number(isOver(one)) - Number(isOver(other)) || one.startedAt - other.startedAt || (one.id < other.id ? -1 : 1);
}

const urgency = Object.keys(lookWords);

/** Where not all fit, the ones that matter are among the first. @param {readonly ActorRow[]} rows */
function mostUrgent(rows) {
  const byLook = Map.groupBy(rows, lookOf);
  const looks = /** @type {Look[]} */ (urgency);
  /** @type {ActorRow[]} */
  const first = [];
  // a look that does not fit is not sorted
  for (const look of looks) {
    if (first.length >= shownAtFirst()) break;
    first.push(...(byLook.get(look) ?? []).toSorted(byBirth));
  }
  return first.slice(0, shownAtFirst());
}
