/**
 * The way to a place in the workspace or the scripts, which never leads out of them.
 *
 * Every component is opened by itself and no link is followed by the system: a link is read, and goes on only within
 * the folder it lies in (one from the workspace into the scripts would change what a call was judged by, so it is
 * refused too). What is opened is compared with what was looked at. A folder that was let in is entered by its name,
 * whatever the disk has under it; a link in it goes on only within it.
 *
 * On Linux each step is taken from the open folder before it (`/proc/self/fd/N/name`), so nobody who renames folders or
 * swaps links meanwhile can lead it astray. Elsewhere (macOS) a step is taken by path: there a program at work in the
 * folders, a command in a container too, can win that race by swapping a folder for a link between two steps, and lead
 * one call outside. Hard links are files like others: a sandbox cannot make one to a file outside its folders, and a
 * program of this user need not.
 */

import { constants, existsSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { says } from '../../domain/policy/sentence.ts';
import { type Fault, fault } from '../../domain/supervision/failure.ts';
import type {
  ConfinedPaths,
  Directory,
  FolderName,
  Folders,
  Found,
  LetInFolder,
  Place,
} from '../../ports/files/confined.ts';
import { isForbidden, nameOf, placeOf, usualFolders, within } from './confined-place.ts';
import { fileFault } from './file-fault.ts';
import { type LetInPlaces, letInPlaces } from './let-in/let-in-places.ts';

export function confinedPaths(options: {
  /** Where the two are on this machine. */
  readonly folders: Folders;
  /** Where commands see them. */
  readonly seen?: Folders;
  /** Folders of the owner's that stand in the workspace. */
  readonly letIn?: readonly LetInFolder[];
  /** Takes each step from the open folder before it; without this wherever the system can. */
  readonly fromHandles?: boolean;
}): ConfinedPaths {
  const { folders, seen = usualFolders, letIn = [], fromHandles = canGoFromHandles() } = options;
  const name = (place: Place) => nameOf(place, seen);
  const inside = letInPlaces(letIn, name);
  const ground: Ground = { folders, seen, name, inside, fromHandles };
  return {
    place(path) {
      const meant = placeOf(path, seen);
      if ('problem' in meant) throw fault('invalid', meant.problem);
      return meant;
    },
    problemOf(path) {
      const meant = placeOf(path, seen);
      return 'problem' in meant ? meant.problem : undefined;
    },
    unwritable: inside.unwritable,
    name,
    onDisk: place => inside.onDisk(place) ?? join(folders[place.folder], ...place.parts),
    find: (wanted, how) => find(ground, wanted, how),
  };
}

/** What a way is taken on. */
interface Ground {
  readonly folders: Folders;
  readonly seen: Folders;
  readonly name: (place: Place) => string;
  readonly inside: LetInPlaces;
  readonly fromHandles: boolean;
}

async function find(ground: Ground, wanted: Place, { make = false, asNamed = false } = {}): Promise<Found> {
  const { name, inside: letIn } = ground;
  const { folder } = wanted;
  const refused = make ? letIn.unwritable(wanted) : undefined;
  if (refused !== undefined) throw fault('invalid', refused);
  const opened = [await openRoot(ground, folder)];
  let here = opened[0] as Directory;
  const todo = [...wanted.parts];
  let links = 0;
  /** The folder that was let in in which a link was met: the way goes on within it. */
  let bounds: string | undefined;

  /** Back to the folder itself, or one up. */
  function up(by: 'one' | 'all'): void {
    const parts = by === 'all' ? [] : here.place.parts.slice(0, -1);
    const least = bounds === undefined ? 0 : 1;
    if (by === 'one' && here.place.parts.length === least) throw leadsOut(name(wanted));
    here = opened.find(one => sameParts(one.place.parts, parts)) as Directory;
  }

  function follow(target: string): void {
    if (++links > 40) throw fault('invalid', says`${name(wanted)} is a link that leads in a circle.`);
    bounds ??= letIn.of(here.place)?.name;
    if (!target.startsWith('/')) return void todo.unshift(...target.split('/').filter(Boolean));
    const parts = partsBelow(ground, folder, target);
    if (parts === undefined || (bounds !== undefined && parts[0] !== bounds)) throw leadsOut(name(wanted));
    up('all');
    todo.unshift(...parts);
  }

  /**
   * A fault says what the call named. Names that a link brought come from the disk, where anybody may have chosen
   * them.
   */
  const said = (inside: Place) => (links === 0 ? name(inside) : `${name(wanted)} is or passes a link; what is there`);

  try {
    for (let part = todo.shift(); part !== undefined; part = todo.shift()) {
      if (part === '.') continue;
      if (part === '..') {
        up('one');
        continue;
      }
      const inside: Place = { folder, parts: [...here.place.parts, part] };
      if (isForbidden(folder, part)) throw fault('invalid', says`${said(inside)} is not to be touched.`);
      const stats = await present(here.at(part));
      if (here.letIn.includes(part)) mustBeThere(stats, here.at(part), name(inside));
      if (stats?.isSymbolicLink()) {
        follow(await readlink(here.at(part)));
        if (asNamed) throw throughLink(name(wanted));
        continue;
      }
      if (todo.every(rest => rest === '.')) return found(here, part, inside, stats, opened);
      if (stats === undefined && !make) throw fault('invalid', says`${said(inside)} does not exist.`);
      if (stats === undefined) await mkdir(here.at(part)).catch(unlessThere);
      else if (!stats.isDirectory()) throw fault('invalid', says`${said(inside)} is no folder.`);
      if (opened.length > mostOpen) throw fault('invalid', says`${name(wanted)} leads through too many folders.`);
      const next = opened.find(one => sameParts(one.place.parts, inside.parts));
      const child = next ?? (await here.enter(part, stats));
      if (next === undefined) opened.push(child);
      if (stats === undefined) await giveTo(child.handle, await here.handle.stat());
      here = child;
    }
    return found(here, '.', here.place, await here.handle.stat(), opened);
  } catch (error) {
    await closeAll(opened);
    throw fileFault(error, name(wanted));
  }
}

/** The components below the folder that a whole path names; undefined: it lies elsewhere. */
function partsBelow({ folders, seen, inside }: Ground, folder: FolderName, target: string) {
  const own = folder === 'workspace' ? inside.partsOf(target) : undefined;
  const roots = [usualFolders[folder], seen[folder], folders[folder]];
  return own ?? roots.map(root => within(root, target)).find(found => found !== undefined);
}

function mustBeThere(stats: Stats | undefined, path: string, name: string): void {
  if (!stats?.isDirectory()) throw fault('invalid', says`The folder ${path}, which is ${name}, is not there any more.`);
}

/** So many folders are held open on one way; more come of links alone. */
const mostOpen = 128;

/**
 * Opens what stands in a folder, without following a link or waiting for a pipe; it is what `stats` saw, or a fault.
 */
export async function openIn(directory: Directory, name: string, stats: Stats | undefined, flags = 0) {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(directory.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | flags);
  const now = await handle.stat();
  if (stats === undefined || (now.dev === stats.dev && now.ino === stats.ino)) return { handle, stats: now };
  await handle.close();
  throw fault('invalid', says`It was replaced in the same moment; try again.`);
}

/** What stands at a path, links not followed; undefined: nothing. */
export async function present(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Run as root, Straylight makes files for those who work in the folder: a new file gets the owner of the folder. */
export async function giveTo(handle: FileHandle, { uid, gid }: Stats): Promise<void> {
  if (process.getuid?.() === 0) await handle.chown(uid, gid);
}

/** How steps are taken from a folder, and what of it lies elsewhere. */
interface Ways {
  readonly fromHandles: boolean;
  readonly elsewhere: ReadonlyMap<string, string>;
}

const none: Ways['elsewhere'] = new Map();

async function openRoot({ folders, inside, fromHandles }: Ground, folder: FolderName): Promise<Directory> {
  const path = folders[folder];
  const ways: Ways = { fromHandles, elsewhere: folder === 'workspace' ? inside.elsewhere : none };
  try {
    const real = await realpath(path);
    const handle = await open(real, constants.O_RDONLY | constants.O_DIRECTORY);
    return directory(handle, real, { folder, parts: [] }, ways);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw fault('unavailable', `the folder ${path} cannot be opened (${code})`);
  }
}

/** An open folder; `path` is where it was found. */
function directory(handle: FileHandle, path: string, place: Place, ways: Ways): Directory {
  const { fromHandles, elsewhere } = ways;
  const base = fromHandles ? `/proc/self/fd/${handle.fd}` : path;
  const self: Directory = {
    place,
    handle,
    letIn: [...elsewhere.keys()],
    at: name => elsewhere.get(name) ?? (name === '.' ? `${base}/` : `${base}/${name}`),
    async enter(name, seen) {
      const inner = await openIn(self, name, seen, constants.O_DIRECTORY);
      const parts = name === '.' ? place.parts : [...place.parts, name];
      const inside = elsewhere.get(name) ?? join(path, name);
      const further = name === '.' ? ways : { fromHandles, elsewhere: none };
      return directory(inner.handle, inside, { ...place, parts }, further);
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
  return self;
}

/** Can a path go through an open folder? So it is on Linux, and nowhere else. */
function canGoFromHandles(): boolean {
  return process.platform === 'linux' && existsSync('/proc/self/fd');
}

function found(
  parent: Directory,
  name: string,
  place: Place,
  stats: Stats | undefined,
  opened: readonly Directory[],
): Found {
  return { parent, name, place, stats, [Symbol.asyncDispose]: () => closeAll(opened) };
}

async function closeAll(opened: readonly Directory[]): Promise<void> {
  for (const one of opened) await one[Symbol.asyncDispose]();
}

function sameParts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at]);
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function throughLink(name: string): Fault {
  return fault(
    'invalid',
    says`${name} is or passes a link, and nothing was done. Name the file itself; list_files shows where links lead.`,
  );
}

function leadsOut(name: string): Fault {
  return fault('invalid', says`${name} is or passes a link that leads out of its folder, so it is not followed.`);
}
