/** What a turn changed, and which turns are undone. Pure. */
import { say } from '../../words/say.js';

/** @import { UndoTurn } from '../../../../src/domain/undo/undo.ts' */

/** `1 added, 2 changed`. @param {Pick<UndoTurn, 'added' | 'changed' | 'deleted'>} turn */
export function countsOf({ added, changed, deleted }) {
  const all = /** @type {const} */ ([
    [added, say('added')],
    [changed, say('changed')],
    [deleted, say('deleted')],
  ]);
  return all.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
}

/**
 * Which turns are undone, and by which; a turn whose undo was undone in turn is not.
 * @param {readonly UndoTurn[]} turns
 * @returns {ReadonlyMap<number, number>}
 */
export function undoneBy(turns) {
  /** @type {Map<number, number>} */
  const undone = new Map();
  // the newest first: what undid an undo is known before that undo is looked at
  for (const { id, undoes } of turns.toSorted((one, other) => other.id - one.id))
    if (undoes !== undefined && !undone.has(id) && !undone.has(undoes)) undone.set(undoes, id);
  return undone;
}
