/** A kept turn as its owner is shown it. */

import { hash } from 'node:crypto';
import { inEnglish, says, worded } from '../../domain/policy/sentence.ts';
import { defined } from '../../domain/text/json.ts';
import { lineDiff } from '../../domain/text/line-diff.ts';
import type { UndoChange, UndoDetails, UndoThing, UndoTurn } from '../../domain/undo/undo.ts';
import { shownPath } from './byte-path.ts';
import { type Entry, hasSameContent } from './entry.ts';
import type { ObjectStore } from './object-store.ts';
import type { ChangeRow, Judged } from './plan.ts';
import type { KeptTurn } from './undo-index.ts';

/** So many changes are listed, and of so many the lines. */
const mostChanges = 500;
const mostDiffs = 50;
const mostDiffLines = 120;
const largestText = 262_144;

export function turnOf({ id, turn, session, at, undoes, facts }: KeptTurn, all: readonly ChangeRow[]): UndoTurn {
  const changes = all.filter(change => !isOnTheWay(change, all));
  const count = (test: (change: ChangeRow) => boolean) => changes.filter(test).length;
  const added = count(({ before }) => before === undefined);
  const deleted = count(({ after }) => after === undefined);
  const counts = { added, changed: changes.length - added - deleted, deleted };
  return { id, turn, session, at, what: facts.what, ...counts, undoes };
}

/** A folder that came or went with something in it: to its owner that is one thing, and not two. */
function isOnTheWay({ path, before, after }: ChangeRow, all: readonly ChangeRow[]): boolean {
  const came = before === undefined && after?.kind === 'folder';
  const went = after === undefined && before?.kind === 'folder';
  if (!came && !went) return false;
  return all.some(
    other => other.path.startsWith(`${path}/`) && (came ? other.before === undefined : other.after === undefined),
  );
}

export function detailsOf(
  turn: KeptTurn,
  all: readonly Judged[],
  {
    objects,
    others,
  }: {
    readonly objects: Pick<ObjectStore, 'read'>;
    /** Turns that ran at the same time and changed something too. */
    readonly others: readonly number[];
  },
): UndoDetails {
  // what needs a decision comes first
  const listed = [...all].sort((a, b) => rank(a) - rank(b)).slice(0, mostChanges);
  let diffs = 0;
  const changes = listed.map(({ change, standing, why }): UndoChange => {
    const { path, before, after } = change;
    const diff = diffs < mostDiffs ? diffOf(change, objects) : undefined;
    if (diff) diffs++;
    return {
      path: path === '' ? '.' : shownPath(path),
      what: whatOf(before, after),
      before: before ? thingOf(before, after ? undefined : filesBelow(change, all)) : undefined,
      after: after ? thingOf(after, before ? undefined : filesBelow(change, all)) : undefined,
      standing,
      ...defined({ why: why && inEnglish(why), said: why }),
      diff,
    };
  });
  const changed = all.map(({ change }) => change);
  const more = all.length - listed.length;
  const seen = nameOf(turn.id, changes, more);
  return { ...turnOf(turn, changed), seen, changes, more, notes: notesOf(turn, others) };
}

/** A difference by a hash of what it is and of how far it can be restored. */
function nameOf(id: number, changes: readonly UndoChange[], more: number): string {
  const shown = changes.map(({ path, what, before, after, standing }) => [path, what, before, after, standing]);
  return hash('sha256', JSON.stringify([id, shown, more]), 'base64url').slice(0, 16);
}

function notesOf({ facts }: KeptTurn, others: readonly number[]): UndoDetails['notes'] {
  const names = others.join(', ');
  const sameTime =
    others.length === 1
      ? says`Calls of turn ${names} ran at the same time, so some of this may be theirs.`
      : says`Calls of turns ${names} ran at the same time, so some of this may be theirs.`;
  const cut = says`The program ended while a call of this turn ran: all that changed until the next start is listed here.`;
  const notes = [...(others.length === 0 ? [] : [sameTime]), ...(facts.isCut ? [cut] : []), ...facts.notes];
  return notes.map(note => worded('text', note));
}

function rank({ standing }: Judged): number {
  return ['conflict', 'lost', 'ready', 'done'].indexOf(standing);
}

function whatOf(before: Entry | undefined, after: Entry | undefined): UndoChange['what'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  if (before.kind !== after.kind) return 'type';
  if (before.kind === 'folder') return 'mode';
  if (before.kind === 'link') return before.target === after.target ? 'mode' : 'changed';
  return hasSameContent(before, after) ? 'mode' : 'changed';
}

function thingOf({ kind, mode, size, target, unkept, uid, gid }: Entry, files: number | undefined): UndoThing {
  return {
    kind,
    rights: mode.toString(8).padStart(4, '0'),
    owner: `${uid}:${gid}`,
    bytes: kind === 'file' ? size : undefined,
    files: kind === 'folder' && files !== undefined ? files : undefined,
    target: kind === 'link' ? shownPath(target ?? '') : undefined,
    isKept: unkept === undefined ? undefined : false,
  };
}

/** Of a folder that came or went: how many files came or went with it. */
function filesBelow({ path, before }: ChangeRow, all: readonly Judged[]): number {
  return all.filter(({ change: other }) => {
    const thing = before ? other.before : other.after;
    const isSame = (before ? other.after : other.before) === undefined;
    return isSame && thing !== undefined && thing.kind !== 'folder' && other.path.startsWith(`${path}/`);
  }).length;
}

/** Where both sides are text; a file that was not there counts as empty. */
function diffOf({ before, after }: ChangeRow, objects: Pick<ObjectStore, 'read'>): readonly string[] | undefined {
  const [old, now] = [before, after].map(entry => textOf(entry, objects));
  if (old === undefined || now === undefined || old === now) return undefined;
  return lineDiff(old, now, mostDiffLines);
}

function textOf(entry: Entry | undefined, objects: Pick<ObjectStore, 'read'>): string | undefined {
  if (entry === undefined || entry.kind === 'folder') return '';
  if (entry.kind !== 'file' || entry.object === undefined || entry.size > largestText) return undefined;
  try {
    const content = objects.read(entry.object, largestText);
    if (content === undefined || content.includes(0)) return undefined;
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined; // no text, or what was kept is damaged; bringing it back says so
  }
}
