/**
 * Makes files, folders and links what they were.
 *
 * Every step may be done a second time: a file is written beside its place, brought to the disk and renamed into it, a
 * folder is made before what is in it and gets its rights last. So after a kill the same steps finish what was started.
 */

import { mkdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { type Sentence, says } from '../../../domain/policy/sentence.ts';
import { depthOf, partsOf } from '../byte-path.ts';
import { type Entry, hasSameContent, isSameNode } from '../entry.ts';
import { type HeldFolder, holdBelow, isGone, setMode, settle } from '../held-folder.ts';
import type { ObjectStore } from '../object-store.ts';
import { outerFirst, type Plan, type Step } from '../plan.ts';
import type { Tree } from '../tree.ts';
import { type Replacing, removeFile, replacing } from './replacing.ts';

/** What could not be done, and why: the end of a sentence about the file. */
export interface Left {
  readonly path: string;
  readonly why: Sentence;
}

/** Does one thing in the folder of a path. */
type InFolder = (path: string, act: (folder: HeldFolder, name: string) => void) => void;

export function bringBack(
  steps: readonly Step[],
  closed: Plan['closed'],
  options: {
    readonly root: HeldFolder;
    readonly tree: Tree;
    readonly objects: Pick<ObjectStore, 'copyTo'>;
    /** The name of what is written beside its place; the same for every try of one undo. */
    readonly part: string;
    readonly onAlive?: () => void;
  },
): readonly Left[] {
  const { root, tree, onAlive = () => {} } = options;
  const left: Left[] = [];
  const inFolder: InFolder = (path, act) => {
    const { folder, name } = path === '' ? { folder: '', name: '.' } : partsOf(path);
    onAlive();
    try {
      const held = holdBelow(root, folder);
      if (held === undefined) throw isGoneFolder;
      try {
        act(held, name);
      } finally {
        held.close();
      }
    } catch (error) {
      left.push({ path, why: whyOf(error) });
    }
  };
  const linked = linkable(steps, tree);
  const places = replacing(options);

  openFolders(steps, closed, inFolder);
  removeOld(steps, inFolder);
  const outward = [...steps]
    .sort((a, b) => depthOf(a.path) - depthOf(b.path))
    .filter(({ path }) => left.every(one => one.path !== path));
  makeFolders(outward, inFolder);
  for (const { path, from, to } of outward)
    if (to && to.kind !== 'folder')
      inFolder(path, (folder, name) => {
        removeFile(folder, options.part);
        putContent(places, { folder, name, from, to, other: to.nlink > 1 ? linked.get(nodeOf(to)) : undefined });
        linked.set(nodeOf(to), path);
        settle(folder);
      });
  for (const { path, to } of [...outward].sort(outerFirst))
    if (to?.kind === 'folder') inFolder(path, (folder, name) => places.setAttributes(folder, name, to));
  for (const { path, mode } of [...closed].sort(outerFirst))
    inFolder(path, (folder, name) => setMode(folder, name, mode));
  return left;
}

/** Lets us look into folders, and change them, whose rights forbid it. */
function openFolders(steps: readonly Step[], closed: Plan['closed'], inFolder: InFolder): void {
  const shut = [...closed.map(({ path }) => path), ...steps.filter(isShut).map(({ path }) => path)];
  for (const path of shut.sort((a, b) => depthOf(a) - depthOf(b)))
    inFolder(path, (folder, name) => {
      const stats = folder.look(name);
      if (stats?.isDirectory()) setMode(folder, name, (stats.mode & 0o7777) | 0o700);
    });
}

/** Removes what was not there, and what turns from a folder into something else or back; the innermost first. */
function removeOld(steps: readonly Step[], inFolder: InFolder): void {
  for (const { path, from, to } of [...steps].sort(outerFirst))
    if (from && (to === undefined || (from.kind !== to.kind && (from.kind === 'folder' || to.kind === 'folder'))))
      inFolder(path, (folder, name) => remove(folder, name, from));
}

function makeFolders(outward: readonly Step[], inFolder: InFolder): void {
  for (const { path, to } of outward)
    if (to?.kind === 'folder' && path !== '')
      inFolder(path, (folder, name) => {
        if (folder.look(name) === undefined) mkdirSync(folder.at(name), 0o700);
      });
}

/** A file or link that is to stand under a name; `other`: another path of the same file. */
interface Placed {
  readonly folder: HeldFolder;
  readonly name: string;
  readonly from: Entry | undefined;
  readonly to: Entry;
  readonly other: string | undefined;
}

function putContent(places: Replacing, { folder, name, from, to, other }: Placed): void {
  if (to.kind === 'link') places.putLink(folder, name, to);
  else if (from?.kind === 'file' && hasSameContent(from, to) && isLinkedAs(from, to))
    places.setAttributes(folder, name, to);
  else if (other === undefined || !places.putHardLink(folder, name, other)) places.putFile(folder, name, to);
}

/** Removes what an earlier try has left beside the places of a plan. */
export function dropParts({ steps }: Plan, root: HeldFolder, part: string): void {
  for (const folder of new Set(steps.map(({ path }) => partsOf(path).folder))) {
    const held = holdBelow(root, folder);
    if (held) removeFile(held, part);
    held?.close();
  }
}

function isShut({ from }: Step): boolean {
  return from?.kind === 'folder' && (from.mode & 0o700) !== 0o700;
}

function remove(folder: HeldFolder, name: string, from: Entry): void {
  try {
    if (from.kind === 'folder') rmdirSync(folder.at(name));
    else unlinkSync(folder.at(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Files with several names that are as they were: what comes back can be one of their names. */
function linkable(steps: readonly Step[], tree: Tree): Map<string, string> {
  const wanted = new Map(
    steps.flatMap(({ to }) => (to?.kind === 'file' && to.nlink > 1 ? [[nodeOf(to), to] as const] : [])),
  );
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  const changing = new Set(steps.map(({ path }) => path));
  for (const path of tree.below('')) {
    const now = tree.get(path);
    if (now?.kind !== 'file' || changing.has(path)) continue;
    const to = wanted.get(nodeOf(now));
    if (to && hasSameContent(now, to) && now.mode === to.mode) found.set(nodeOf(now), path);
  }
  return found;
}

function isLinkedAs(from: Entry, to: Entry): boolean {
  return isSameNode(from, to) || (from.nlink < 2 && to.nlink < 2);
}

/** One file under all its names. */
function nodeOf({ dev, ino, bornMs, object, mode }: Entry): string {
  return `${dev}:${ino}:${bornMs}:${object}:${mode}`;
}

const isGoneFolder = new Error('the folder is gone');

function whyOf(error: unknown): Sentence {
  if (error === isGoneFolder) return says`stood in a folder that is gone`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOTEMPTY' || code === 'EEXIST') return says`holds files that were made since`;
  if (isGone(error)) return says`was replaced in the same moment`;
  return code === undefined ? message : says`could not be changed (${code})`;
}
