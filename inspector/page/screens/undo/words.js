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

/** What each kind of change means when it is undone. @type {Readonly<Record<UndoChange['what'], (paths: string) => string>>} */
const deeds = {
  added: paths => say('Removes what the turn added: {paths}.', { paths }),
  changed: paths => say('Brings back the former content of: {paths}.', { paths }),
  deleted: paths => say('Puts back what it deleted: {paths}.', { paths }),
  mode: paths => say('Brings back the former permissions of: {paths}.', { paths }),
  type: paths => say('Turns into what it was: {paths}.', { paths }),
};

/** So many paths are named in a sentence. */
const mostNamed = 6;

/** @param {readonly UndoChange[]} changes */
function namesOf(changes) {
  const named = changes.slice(0, mostNamed).map(({ path }) => path);
  const more = changes.length - named.length;
  return `${named.join(', ')}${more > 0 ? say(' and {more} more', { more }) : ''}`;
}

/**
 * What would be done, sentence by sentence, and what would stay.
 * @param {UndoDetails} details
 * @param {boolean} overwrite
 */
export function consequencesOf({ changes, more }, overwrite) {
  const taken = changes.filter(({ standing }) => standing === 'ready' || (overwrite && standing === 'conflict'));
  const kinds = /** @type {UndoChange['what'][]} */ (Object.keys(deeds));
  const done = kinds.flatMap(kind => {
    const those = taken.filter(({ what }) => what === kind);
    return those.length > 0 ? [deeds[kind](namesOf(those))] : [];
  });
  const conflicts = changes.filter(({ standing }) => standing === 'conflict');
  const lost = changes.filter(({ standing }) => standing === 'lost');
  if (more > 0) done.push(say('The {more} that are not listed are treated the same way.', { more }));
  if (conflicts.length > 0)
    done.push(
      overwrite
        ? say('Overwrites what was changed since in: {paths}.', { paths: namesOf(conflicts) })
        : say('Stays as it is now, in conflict: {paths}.', { paths: namesOf(conflicts) }),
    );
  if (lost.length > 0) done.push(say('Cannot be brought back: {paths}.', { paths: namesOf(lost) }));
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
