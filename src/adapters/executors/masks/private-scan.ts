/**
 * The private files and folders in the workspace and the scripts, as they lie there now.
 *
 * Looked at before every command, so a folder that has not changed since is not read again. Whatever cannot be looked
 * through (not readable, too deep, a flood) counts as private as a whole. Paths have one character a byte
 * (byte-path.ts).
 */
import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import type { PrivateNames } from '../../../domain/privacy/private-names.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Disk, ledTo, placeBytes, type SeenPlace, type SeenRoot } from '../../files/let-in/disk-place.ts';
import { below, onDisk, shownPath } from '../../undo/byte-path.ts';
import { credentialLook } from './credential-look.ts';
import { isReference } from './git-references.ts';

export interface PrivateEntry {
  readonly root: SeenRoot;
  /** Below the root; never a link, and through none. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Device and number of the file. */
  readonly id: string;
  /** When it was made: another file may get the number of one that is gone. */
  readonly madeMs: number;
  /** As commands name it: its path, or that of a link to it that is private by its own name. Empty: it cannot be named. */
  readonly named: readonly string[];
  /** Its name alone does not make it private: it is so where it lies. */
  readonly isByPlace: boolean;
}

export interface PrivateScan {
  /** Of both folders, in no order. Waits now and then, so that a large workspace holds nobody up. */
  entries(): Promise<readonly PrivateEntry[]>;
  /** The same, at once. */
  entriesNow(): readonly PrivateEntry[];
  /**
   * Every name under which something private can be read at the moment, as commands see it: links that lead to it, or to a
   * folder around it, among them.
   */
  waysNow(): readonly string[];
}

const mostDepth = 48;
const mostPathBytes = 3_000;
/** Names that one look may read. */
const mostNames = 400_000;
/** What the clock of a file system cannot tell apart. */
const blurMs = 2_000;
const pauseEvery = 400;

export function privateScan(disk: Disk, names: PrivateNames, clock: Pick<Clock, 'now'>): PrivateScan {
  const seen = new Map<string, Listing>();
  const look = credentialLook();

  const newWalk = (): Walk => ({
    ...disk,
    names,
    clock,
    seen,
    look,
    found: new Map(),
    visited: new Set(),
    rest: mostNames,
  });

  function* all(walk = newWalk()): Generator<void, readonly PrivateEntry[]> {
    for (const root of ['workspace', 'scripts'] as const) yield* folderIn(walk, { root, path: '' }, 0);
    if ([...walk.found.values()].some(({ isShared }) => isShared)) yield* linkedTwice(walk);
    if (seen.size > 2 * walk.visited.size) for (const key of seen.keys()) if (!walk.visited.has(key)) seen.delete(key);
    return [...walk.found.values()].map(({ entry }) => entry);
  }

  return {
    async entries() {
      const steps = all();
      for (let at = 1; ; at++) {
        const { done, value } = steps.next();
        if (done) return value;
        if (at % pauseEvery === 0) await new Promise(resolve => setImmediate(resolve));
      }
    },
    entriesNow: () => atOnce(all()),
    waysNow() {
      const walk = newWalk();
      const entries = atOnce(all(walk));
      return [...entries.flatMap(entry => [seenPath(entry), ...entry.named]), ...linksTo(entries, walk)];
    },
  };
}

function atOnce(steps: Generator<void, readonly PrivateEntry[]>): readonly PrivateEntry[] {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Links whose target is private, or lies in or around what is. */
function linksTo(entries: readonly PrivateEntry[], walk: Walk): readonly string[] {
  if (entries.length === 0) return [];
  const privates = entries.map(entry => textPath(walk, entry));
  return [...walk.visited].flatMap(key => {
    const folder = placeOf(key);
    return (walk.seen.get(key)?.others ?? []).flatMap(name => {
      const link = { root: folder.root, path: below(folder.path, name) };
      try {
        const target = textLedTo(walk, link);
        const leads = privates.some(one => isWithin(one, target) || isWithin(target, one));
        return leads ? [seenPath(link)] : [];
      } catch {
        return [];
      }
    });
  });
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** What stands at a place, links of the way to the workspace itself resolved. */
function textPath(walk: Disk, { root, path }: Place): string {
  const real = { workspace: realpathSync(walk.roots.workspace), scripts: realpathSync(walk.roots.scripts) };
  return shownPath(placeBytes({ roots: real, letIn: walk.letIn }, { root, path }));
}

/** What a link leads to. */
function textLedTo(walk: Walk, link: Place): string {
  try {
    return realpathSync(diskPath(walk, link));
  } catch (error) {
    if (walk.letIn.length === 0) throw error;
    return textPath(walk, ledTo(walk, link));
  }
}

function placeOf(key: string): Place {
  const slash = key.indexOf('/');
  return { root: key.slice(0, slash) as SeenRoot, path: key.slice(slash + 1) };
}

/** What stood in a folder when it was last read. */
interface Listing {
  readonly id: string;
  readonly changedMs: number;
  readonly readAt: number;
  readonly folders: readonly string[];
  /** Private by their names, links among them. */
  readonly files: readonly string[];
  readonly links: readonly string[];
  /** The other links. */
  readonly others: readonly string[];
  readonly searched: readonly string[];
}

type Place = SeenPlace;

interface Walk extends Disk {
  readonly names: PrivateNames;
  readonly clock: Pick<Clock, 'now'>;
  readonly seen: Map<string, Listing>;
  readonly look: (file: string | Buffer, stats: Stats) => boolean;
  readonly found: Map<string, { readonly entry: PrivateEntry; readonly isShared: boolean }>;
  readonly visited: Set<string>;
  rest: number;
}

/** As commands see it. */
const seenPath = ({ root, path }: Place) => (path === '' ? `/${root}` : `/${root}/${shownPath(path)}`);
const keyOf = ({ root, path }: Place) => `${root}/${path}`;
const idOf = ({ dev, ino }: Stats) => `${dev}:${ino}`;

function diskPath(walk: Disk, place: Place): string | Buffer {
  return onDisk(placeBytes(walk, place));
}

function* folderIn(walk: Walk, place: Place, depth: number): Generator<void> {
  yield;
  const stats = lstatOf(walk, place);
  if (!stats?.isDirectory() && place.path !== '') return;
  const listing = depth > mostDepth || place.path.length > mostPathBytes ? undefined : listingOf(walk, place, stats);
  if (listing === undefined) {
    if (stats !== undefined) add(walk, place, stats, { kind: 'folder', isByPlace: true, named: [] });
    return;
  }
  walk.visited.add(keyOf(place));
  const inside = (name: string): Place => ({ root: place.root, path: below(place.path, name) });
  for (const name of listing.files) addFile(walk, inside(name));
  for (const name of listing.links) addTarget(walk, inside(name));
  for (const name of listing.searched) addSearched(walk, inside(name));
  for (const name of listing.folders) {
    const inner = inside(name);
    const isWhole = walk.names.isPrivateFolder(seenPath(inner));
    if (!isWhole) yield* folderIn(walk, inner, depth + 1);
    else {
      const stats = lstatOf(walk, inner);
      if (stats?.isDirectory()) add(walk, inner, stats, { kind: 'folder', named: [seenPath(inner)] });
    }
  }
}

/** Undefined: it cannot be looked through. */
function listingOf(walk: Walk, place: Place, stats: Stats | undefined): Listing | undefined {
  const before = walk.seen.get(keyOf(place));
  const isSame = stats !== undefined && before?.id === idOf(stats) && before.changedMs === stats.ctimeMs;
  if (isSame && before.readAt - before.changedMs > blurMs) return before;
  const readAt = walk.clock.now();
  const names = { folders: [], files: [], links: [], others: [], searched: [] } as Record<
    'folders' | 'files' | 'links' | 'others' | 'searched',
    string[]
  >;
  // under these names the disk has only what stands in for them
  const elsewhere = keyOf(place) === 'workspace/' ? walk.letIn.map(({ name }) => name) : [];
  names.folders.push(...elsewhere);
  try {
    for (const one of readdirSync(diskPath(walk, place), { withFileTypes: true, encoding: 'latin1' })) {
      if (--walk.rest < 0) return undefined;
      if (elsewhere.includes(one.name)) continue;
      const inner = { root: place.root, path: below(place.path, one.name) };
      const path = seenPath(inner);
      if (one.isDirectory()) names.folders.push(one.name);
      else if (walk.names.isPrivate(path)) (one.isSymbolicLink() ? names.links : names.files).push(one.name);
      else if (one.isSymbolicLink()) names.others.push(one.name);
      else if (walk.names.isToBeSearched(path)) names.searched.push(one.name);
    }
  } catch {
    return place.path === '' ? { id: '', changedMs: 0, readAt: 0, ...names } : undefined;
  }
  const listing = { id: stats ? idOf(stats) : '', changedMs: stats?.ctimeMs ?? 0, readAt, ...names };
  walk.seen.set(keyOf(place), listing);
  return listing;
}

function addFile(walk: Walk, place: Place): void {
  const stats = lstatOf(walk, place);
  if (stats === undefined || stats.isSymbolicLink() || stats.isDirectory()) return;
  if (isReference(place.path, stats, () => diskPath(walk, place))) return;
  add(walk, place, stats, { kind: 'file', named: [seenPath(place)] });
}

function addSearched(walk: Walk, place: Place): void {
  const stats = lstatOf(walk, place);
  if (stats?.isFile() && walk.look(diskPath(walk, place), stats))
    add(walk, place, stats, { kind: 'file', named: [seenPath(place)], isByPlace: false });
}

/** A link by a private name makes private what it leads to, where that lies in one of the two folders. */
function addTarget(walk: Walk, link: Place): void {
  try {
    const place = targetOf(walk, link);
    const stats = place === undefined ? undefined : lstatOf(walk, place);
    if (place === undefined || !stats?.isFile()) return;
    const isPrivate = walk.names.isPrivate(seenPath(place));
    // one that leads to another private file is no name for that one
    add(walk, place, stats, {
      kind: 'file',
      named: isPrivate ? [seenPath(place)] : [seenPath(link)],
      isByPlace: !isPrivate,
    });
  } catch {
    // it leads nowhere
  }
}

/** Where a link leads on the disk, else as a command in a sandbox follows it; undefined: out of the two folders. */
function targetOf(walk: Walk, link: Place): Place | undefined {
  const roots = [
    ...walk.letIn.map(({ name, path }) => ({ root: 'workspace' as const, path, under: `${name}/` })),
    ...(['workspace', 'scripts'] as const).map(root => ({ root, path: walk.roots[root], under: '' })),
  ];
  try {
    const target = realpathSync(diskPath(walk, link), { encoding: 'latin1' });
    for (const { root, path, under } of roots) {
      const real = realpathSync(path, { encoding: 'latin1' });
      if (target.startsWith(`${real}/`)) return { root, path: under + target.slice(real.length + 1) };
    }
  } catch (error) {
    if (walk.letIn.length === 0) throw error;
  }
  return walk.letIn.length === 0 ? undefined : ledTo(walk, link);
}

function add(
  walk: Walk,
  place: Place,
  stats: Stats,
  entry: Pick<PrivateEntry, 'kind' | 'named'> & { readonly isByPlace?: boolean },
): void {
  const { kind, named } = entry;
  const name = place.path.split('/').at(-1) ?? '';
  const path = `/${place.root}/${shownPath(name)}`;
  const byName = kind === 'file' ? walk.names.isPrivate(path) : walk.names.isPrivateFolder(path);
  const before = walk.found.get(keyOf(place))?.entry.named ?? [];
  walk.found.set(keyOf(place), {
    entry: {
      ...place,
      kind,
      id: idOf(stats),
      madeMs: stats.birthtimeMs > 0 ? stats.birthtimeMs : stats.ctimeMs,
      named: [...new Set([...before, ...named])],
      isByPlace: entry.isByPlace ?? !byName,
    },
    isShared: kind === 'file' && stats.nlink > 1,
  });
}

/** Every other name of a private file that has several. */
function* linkedTwice(walk: Walk): Generator<void> {
  const ids = new Set([...walk.found.values()].flatMap(({ entry, isShared }) => (isShared ? [entry.id] : [])));
  for (const key of walk.visited) {
    yield;
    const folder = placeOf(key);
    let names: readonly string[] = [];
    try {
      names = readdirSync(diskPath(walk, folder), { encoding: 'latin1' });
    } catch {
      continue;
    }
    for (const name of names) {
      const place = { root: folder.root, path: below(folder.path, name) };
      if (walk.found.has(keyOf(place))) continue;
      const stats = lstatOf(walk, place);
      if (stats?.isFile() && stats.nlink > 1 && ids.has(idOf(stats)))
        add(walk, place, stats, { kind: 'file', named: [], isByPlace: false });
    }
  }
}

function lstatOf(walk: Walk, place: Place): Stats | undefined {
  try {
    return lstatSync(diskPath(walk, place));
  } catch {
    return undefined;
  }
}
