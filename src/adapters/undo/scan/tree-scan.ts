/**
 * Looks at the whole workspace, keeps the content of what is new or changed, and says what differs from the last time.
 *
 * An unchanged file costs one `lstat` by its whole path, since a path through `/proc/self/fd` takes twice as long. That
 * answer only decides whether to look closely: all that is noted or read was looked at from the open folder it stands
 * in, so a link swapped in meanwhile leads to no name and no content outside.
 */
import { lstatSync, opendirSync, readdirSync, type Stats } from 'node:fs';
import { copiesFolder } from '../../../domain/agents/agent.ts';
import { diskBytes } from '../../files/let-in/disk-place.ts';
import { below, bytesOf, onDisk } from '../byte-path.ts';
import { type Entry, entryOf, isUntouched } from '../entry.ts';
import { type HeldFolder, holdFolder, isForbidden, isGone } from '../held-folder.ts';
import type { LetIn } from '../let-in.ts';
import type { ObjectStore } from '../object-store.ts';
import type { Tree } from '../tree.ts';
import { readEntry } from './entry-reading.ts';
import { type TreeChanges, treeChanges } from './tree-changes.ts';

export interface ScanOptions {
  /** The workspace, links resolved. */
  readonly root: string;
  readonly letIn: LetIn;
  /** How it was; brought up to date. */
  readonly tree: Tree;
  readonly objects: Pick<ObjectStore, 'keep'>;
  /** Beyond so many entries nothing new is looked at. */
  readonly mostEntries: number;
  readonly now: () => number;
  /** Called from time to time while it goes on. */
  readonly onAlive?: () => void;
}

export interface Scan extends Pick<TreeChanges, 'differences' | 'touched'> {
  /** There is more than is looked at. */
  readonly isCut: boolean;
}

/** A folder whose own size is larger is listed piece by piece, and only as far as there is room. */
const longListing = 2 ** 20;
const mostDepth = 256;
const longestPath = 3_500;
const aliveEvery = 256;

export function scanTree({ root, letIn, tree, objects, mostEntries, now, onAlive = () => {} }: ScanOptions): Scan {
  const rootPath = bytesOf(root);
  const strange = letIn.changed(tree);
  const changes = treeChanges(tree);
  const { differences, touched } = changes;
  let isCut = false;
  let looks = 0;

  /** Looks closely at one name. Answers what stands there. */
  function look(folder: HeldFolder, path: string, name: string, before: Entry | undefined): Entry | undefined {
    if (++looks % aliveEvery === 0) onAlive();
    const at = now();
    const stats = folder.look(name);
    if (stats === undefined) {
      if (before) changes.noteGone(path, before);
      return undefined;
    }
    const entry = letIn.noted(path, readEntry(folder, name, { stats, at }, objects));
    if (entry === undefined) return before; // the next look will tell
    if (before && entry.kind !== 'folder') changes.noteEmptied(path, before);
    changes.note(path, before, entry);
    return entry;
  }

  function visit(folder: HeldFolder, path: string, depth: number): void {
    const known = tree.in(path);
    const { names: listed, isWhole } = namesOf(folder, known.size + Math.max(0, mostEntries - tree.count));
    const names = path === '' ? letIn.namesIn(listed).filter(name => name !== copiesFolder) : listed;
    if (!isWhole) isCut = true;
    const folders: string[] = [];
    let met = 0;
    for (const name of names) {
      const inner = below(path, name);
      const before = known.get(name);
      if (before) met++;
      else if (tree.count >= mostEntries) {
        isCut = true;
        continue;
      }
      const isSame =
        before !== undefined &&
        before.letIn === letIn.pathOf(inner) &&
        isQuicklySame(diskBytes(rootPath, letIn.kept, inner), before);
      const after = isSame ? before : look(folder, inner, name, before);
      if (after?.kind === 'folder') folders.push(name);
    }
    if (met < known.size)
      for (const [name, before] of missing(known, names)) {
        // of a listing that was cut short, each name that is missing is looked at
        if (isWhole) changes.noteGone(below(path, name), before);
        else if (look(folder, below(path, name), name, before)?.kind === 'folder') folders.push(name);
      }
    for (const name of folders) enter(folder, below(path, name), name, depth + 1);
  }

  function enter(folder: HeldFolder, path: string, name: string, depth: number): void {
    if (depth > mostDepth) {
      isCut = true;
      return;
    }
    const inner = entered(folder, name);
    if (inner === undefined) return; // what is in it counts as unchanged
    try {
      visit(inner, path, depth);
    } catch (error) {
      if (!isForbidden(error) && !isGone(error)) throw error;
    } finally {
      inner.close();
    }
  }

  const held = heldRoot(root, letIn);
  if (held === undefined) changes.note('', tree.get(''), entryOf(lstatSync(onDisk(rootPath))));
  else
    try {
      look(held, '', '.', tree.get(''));
      visit(held, '', 0);
    } finally {
      held.close();
    }
  return { differences: differences.filter(({ path }) => !strange(path)), touched, isCut };
}

/** Undefined where it may not be looked into. */
function heldRoot(root: string, letIn: LetIn): HeldFolder | undefined {
  try {
    return holdFolder(root, letIn.kept);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return undefined;
  }
}

/** Undefined where it is gone or may not be looked into. */
function entered(folder: HeldFolder, name: string): HeldFolder | undefined {
  try {
    return folder.enter(name);
  } catch (error) {
    if (isGone(error) || isForbidden(error)) return undefined;
    throw error;
  }
}

function missing(known: ReadonlyMap<string, Entry>, names: readonly string[]): readonly (readonly [string, Entry])[] {
  const listed = new Set(names);
  return [...known].filter(([name]) => !listed.has(name));
}

/** By its whole path; false where that does not tell. */
function isQuicklySame(path: string, before: Entry): boolean {
  if (path.length >= longestPath) return false;
  const stats = quickStats(path);
  return stats !== undefined && isUntouched(before, stats);
}

function quickStats(path: string): Stats | undefined {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The names in a folder; of a very long list only as many as there is room for. */
function namesOf(folder: HeldFolder, most: number): { readonly names: readonly string[]; readonly isWhole: boolean } {
  const path = folder.at('.');
  if ((folder.look('.')?.size ?? 0) <= longListing)
    return { names: readdirSync(path, { encoding: 'latin1' }), isWhole: true };
  const names: string[] = [];
  const list = opendirSync(path as string, { encoding: 'latin1', bufferSize: 1_024 });
  try {
    for (let one = list.readSync(); one !== null; one = list.readSync()) {
      if (names.length >= most) return { names, isWhole: false };
      names.push(one.name);
    }
    return { names, isWhole: true };
  } finally {
    list.closeSync();
  }
}
