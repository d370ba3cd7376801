/** The actors by who belongs to whom: each beneath the one that started it. */
import { isOver, roster } from '../../live/actors.js';
import { component, div, h2, li, section, ul } from '../../parts/tags.js';
import { viewed } from '../../view/store.js';
import { say } from '../../words/say.js';
import { fitsWords } from './actor-groups.js';
import { actorRow, rowHeadings } from './actor-row.js';

/** @import { ActorRow } from '../../../../src/domain/supervision/view.ts' */
/** @import { VNode } from 'preact' */

const rowFilter = viewed(context => context.rowFilter);

export const actorTree = component(ActorTree);

function ActorTree() {
  const words = rowFilter.value.toLowerCase();
  const rows = roster.value.toSorted(
    (one, other) => Number(isOver(one)) - Number(isOver(other)) || one.startedAt - other.startedAt,
  );
  const ids = new Set(rows.map(({ id }) => id));
  const children = Map.groupBy(rows, ({ parent }) => (parent !== undefined && ids.has(parent) ? parent : ''));

  /**
   * What fitsWords, and what it hangs from.
   * @param {string} parent
   * @param {number} depth
   * @returns {readonly VNode[]}
   */
  const branch = (parent, depth) =>
    (children.get(parent) ?? []).flatMap(row => {
      const inner = branch(row.id, depth + 1);
      if (inner.length === 0 && words !== '' && !fitsWords(row, words)) return [];
      return [li({ key: row.id }, actorRow({ id: row.id, depth }), inner.length > 0 && ul({}, ...inner))];
    });

  return div(
    { class: 'groups' },
    rowHeadings(),
    section(
      { class: 'group', 'aria-labelledby': 'tree-title' },
      h2({ id: 'tree-title', class: 'unseen' }, say('Actors as a tree')),
      ul({ class: 'rows family' }, ...branch('', 0)),
    ),
  );
}
