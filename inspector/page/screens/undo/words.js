/** What a turn changed, and what undoing it would do, in words. Pure. */

/** @import { UndoChange, UndoDetails, UndoOutcome, UndoTurn } from '../../../../src/domain/undo/undo.ts' */

/** `1 added, 2 changed`. @param {Pick<UndoTurn, 'added' | 'changed' | 'deleted'>} turn */
export function countsOf({ added, changed, deleted }) {
  const all = /** @type {const} */ ([
    [added, 'added'],
    [changed, 'changed'],
    [deleted, 'deleted'],
  ]);
  return all.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
}

/** @param {number} count */
export function pathsOf(count) {
  return count === 1 ? '1 path' : `${count} paths`;
}

/** What each kind of change means when it is undone. @type {Readonly<Record<UndoChange['what'], (count: number) => string>>} */
const deeds = {
  added: count => `${pathsOf(count)} that the turn added ${count === 1 ? 'is' : 'are'} removed.`,
  changed: count => `${pathsOf(count)} that it changed ${count === 1 ? 'gets its' : 'get their'} former content.`,
  deleted: count => `${pathsOf(count)} that it deleted ${count === 1 ? 'is' : 'are'} put back.`,
  mode: count => `${pathsOf(count)} ${count === 1 ? 'gets its' : 'get their'} former permissions.`,
  type: count =>
    `${pathsOf(count)} ${count === 1 ? 'becomes' : 'become'} what ${count === 1 ? 'it was' : 'they were'}.`,
};

/**
 * What would be done, sentence by sentence, and what would stay.
 * @param {UndoDetails} details
 * @param {boolean} overwrite
 */
export function consequencesOf({ changes, more }, overwrite) {
  const taken = changes.filter(({ standing }) => standing === 'ready' || (overwrite && standing === 'conflict'));
  const kinds = /** @type {UndoChange['what'][]} */ (Object.keys(deeds));
  const done = kinds.flatMap(kind => {
    const count = taken.filter(({ what }) => what === kind).length;
    return count > 0 ? [deeds[kind](count)] : [];
  });
  const conflicts = changes.filter(({ standing }) => standing === 'conflict').length;
  const lost = changes.filter(({ standing }) => standing === 'lost').length;
  if (more > 0) done.push(`The ${more} that are not listed are treated the same way.`);
  if (conflicts > 0)
    done.push(
      overwrite
        ? `What was changed since in ${pathsOf(conflicts)} is overwritten.`
        : `${pathsOf(conflicts)} with a conflict ${conflicts === 1 ? 'stays' : 'stay'} as now.`,
    );
  if (lost > 0) done.push(`${pathsOf(lost)} cannot be brought back.`);
  done.push('This can be undone too.');
  return done;
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

/** @param {UndoOutcome} outcome */
export function outcomeOf({ restored }) {
  return restored === 0 ? 'Nothing was undone.' : `Undone: ${pathsOf(restored)}.`;
}

/** @param {number} bytes */
export function sizeOf(bytes) {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1_024)} KB` : `${Math.round(bytes / 2 ** 20)} MB`;
}
