/** What a turn changed, and what undoing it would do, in words. Pure. */
import { sizeOf } from '../../parts/values/bytes.js';
import { say } from '../../words/say.js';

/** @import { UndoChange, UndoDetails, UndoOutcome, UndoThing, UndoTurn } from '../../../../src/domain/undo/undo.ts' */

/** `1 added, 2 changed`. @param {Pick<UndoTurn, 'added' | 'changed' | 'deleted'>} turn */
export function countsOf({ added, changed, deleted }) {
  const all = /** @type {const} */ ([
    [added, say('added')],
    [changed, say('changed')],
    [deleted, say('deleted')],
  ]);
  return all.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
}

/** `folder with 1 file`, `file, 12 KB → 14 KB`, `permissions 0644 → 0600`. @param {UndoChange} change */
export function factsOf({ what, before, after }) {
  if (before === undefined || after === undefined) return thingOf(before ?? after);
  const rights = [
    ...(before.rights === after.rights
      ? []
      : [say('permissions {before} → {after}', { before: before.rights, after: after.rights })]),
    ...(before.owner === after.owner
      ? []
      : [say('owner {before} → {after}', { before: before.owner, after: after.owner })]),
  ];
  if (what === 'mode') return rights.join(', ');
  const [one, other] = [thingOf(before), thingOf(after)];
  return [one === other ? one : `${one} → ${other}`, ...rights].join(', ');
}

/** @param {UndoThing | undefined} thing */
function thingOf(thing) {
  if (thing === undefined) return '';
  const { kind, bytes, files, target, isKept } = thing;
  if (kind === 'link') return say('link to {target}', { target });
  if (kind === 'folder' && files !== undefined)
    return files === 0
      ? say('folder, empty')
      : files === 1
        ? say('folder with 1 file')
        : say('folder with {count} files', { count: files });
  const size = bytes === undefined ? [] : [sizeOf(bytes)];
  return [kinds[kind], ...size, ...(isKept === false ? [say('not kept')] : [])].join(', ');
}

/** @type {Readonly<Record<UndoThing['kind'], string>>} */
const kinds = {
  file: say('file'),
  folder: say('folder'),
  link: say('link'),
  other: say('pipe, socket or device'),
};

/** @param {number} count */
export function pathsOf(count) {
  return count === 1 ? say('1 path') : say('{count} paths', { count });
}

/** What each kind of change means when it is undone. @type {Readonly<Record<UndoChange['what'], (count: number) => string>>} */
const deeds = {
  added: count =>
    count === 1
      ? say('1 path that the turn added is removed.')
      : say('{count} paths that the turn added are removed.', { count }),
  changed: count =>
    count === 1
      ? say('1 path that it changed gets its former content.')
      : say('{count} paths that it changed get their former content.', { count }),
  deleted: count =>
    count === 1
      ? say('1 path that it deleted is put back.')
      : say('{count} paths that it deleted are put back.', { count }),
  mode: count =>
    count === 1
      ? say('1 path gets its former permissions.')
      : say('{count} paths get their former permissions.', { count }),
  type: count =>
    count === 1 ? say('1 path becomes what it was.') : say('{count} paths become what they were.', { count }),
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
  if (more > 0) done.push(say('The {more} that are not listed are treated the same way.', { more }));
  if (conflicts > 0)
    done.push(
      overwrite
        ? say('What was changed since in {conflicts} is overwritten.', { conflicts: pathsOf(conflicts) })
        : conflicts === 1
          ? say('1 path with a conflict stays as now.')
          : say('{count} paths with a conflict stay as now.', { count: conflicts }),
    );
  if (lost > 0) done.push(say('{lost} cannot be brought back.', { lost: pathsOf(lost) }));
  done.push(say('This can be undone too.'));
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
  return restored === 0 ? say('Nothing was undone.') : say('Undone: {restored}.', { restored: pathsOf(restored) });
}
