/**
 * Looks at the whole workspace, keeps the content of what is new or changed, and says what differs from the last time.
 *
 * An unchanged file costs one `lstat` by its whole path, since a path through `/proc/self/fd` takes twice as long. That
 * answer is a sieve and nothing more: all that is noted or read was looked at from the open folder it stands in, so a
 * link swapped in meanwhile leads to no name and no content outside.
 */
import { closeSync, lstatSync, opendirSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { below, bytesOf, onDisk } from './byte-path.ts';
import { type Entry, entryOf, isAlike, isUntouched } from './entry.ts';
import { type HeldFolder, holdFolder, isGone } from './held-folder.ts';
import type { ObjectStore } from './object-store.ts';
import type { Tree } from './tree.ts';

export interface ScanOptions {
  /** The workspace, links resolved. */
  readonly root: string;
  /** How it was; brought up to date. */
  readonly tree: Tree;
  readonly objects: Pick<ObjectStore, 'keep'>;
  /** Beyond so many entries nothing new is looked at. */
  readonly mostEntries: number;
  readonly now: () => number;
  /** Told from time to time that it goes on. */
  readonly onAlive?: () => void;
}

export interface Difference {
  readonly path: string;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

export interface Scan {
  /** What is not as it was, as far as it matters. */
  readonly differences: readonly Difference[];
  /** Every entry that has to be noted anew. */
  readonly touched: ReadonlyMap<string, Entry | undefined>;
  /** There is more than is looked at. */
  readonly isCut: boolean;
}

/** A change so soon before it was read may be followed by another under the same time: clocks of file systems tick. */
const tickMs = 50;
const coarseTickMs = 2_100;
/** A folder whose own size is larger is listed piece by piece, and only as far as there is room. */
const longListing = 2 ** 20;
const mostDepth = 256;
const longestPath = 3_500;
const aliveEvery = 256;

export function scanTree(options: ScanOptions): Scan {
  const { root, tree, objects, mostEntries, now, onAlive = () => {} } = options;
  const rootPath = bytesOf(root);
  const differences: Difference[] = [];
  const touched = new Map<string, Entry | undefined>();
  let isCut = false;
  let looks = 0;

  function note(path: string, before: Entry | undefined, after: Entry | undefined): void {
    touched.set(path, after);
    tree.set(path, after);
    if (!isAlike(before, after)) differences.push({ path, before, after });
  }

  function gone(path: string, before: Entry): undefined {
    emptied(path, before);
    note(path, before, undefined);
  }

  function emptied(path: string, before: Entry): void {
    if (before.kind === 'folder') for (const inner of [...tree.below(path)]) note(inner, tree.get(inner), undefined);
  }

  /** Looks closely at one name. Answers what stands there. */
  function look(folder: HeldFolder, path: string, name: string, before: Entry | undefined): Entry | undefined {
    if (++looks % aliveEvery === 0) onAlive();
    const at = now();
    const stats = folder.look(name);
    if (stats === undefined) return before && gone(path, before);
    const entry = completed(folder, name, stats, at);
    if (entry === undefined) return before; // it was replaced in this very moment; the next look will tell
    if (before && entry.kind !== 'folder') emptied(path, before);
    note(path, before, entry);
    return entry;
  }

  function completed(folder: HeldFolder, name: string, stats: Stats, at: number): Entry | undefined {
    const entry = entryOf(stats);
    try {
      if (entry.kind === 'link') {
        const target = readlinkSync(folder.at(name), { encoding: 'latin1' });
        return { ...entry, target, ...freshness(entry, at) };
      }
      if (entry.kind !== 'file') return { ...entry, ...freshness(entry, at) };
      const fd = folder.open(name);
      try {
        const { stats: now, object, unkept, isSteady } = objects.keep(fd);
        const known = entryOf(now);
        if (known.kind !== 'file') return undefined;
        const content = object === undefined ? { unkept: unkept ?? 'unreadable' } : { object };
        return { ...known, ...content, ...(isSteady ? freshness(known, at) : ({ isFresh: true } as const)) };
      } finally {
        closeSync(fd);
      }
    } catch (error) {
      if (isGone(error)) return undefined;
      if (!isForbidden(error)) throw error;
      return { ...entry, unkept: 'unreadable' };
    }
  }

  function visit(folder: HeldFolder, path: string, depth: number): void {
    const known = tree.in(path);
    const { names, isWhole } = namesOf(folder, known.size + Math.max(0, mostEntries - tree.count));
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
      const whole = `${rootPath}/${inner}`;
      const sieve = before && whole.length < longestPath ? quick(whole) : undefined;
      const after = before && sieve && isUntouched(before, sieve) ? before : look(folder, inner, name, before);
      if (after?.kind === 'folder') folders.push(name);
    }
    if (met < known.size)
      for (const [name, before] of missing(known, names)) {
        // of a listing that was cut short, each name that is missing is asked for
        const after = isWhole ? gone(below(path, name), before) : look(folder, below(path, name), name, before);
        if (after?.kind === 'folder') folders.push(name);
      }
    for (const name of folders) enter(folder, below(path, name), name, depth + 1);
  }

  function enter(folder: HeldFolder, path: string, name: string, depth: number): void {
    if (depth > mostDepth) {
      isCut = true;
      return;
    }
    let inner: HeldFolder;
    try {
      inner = folder.enter(name);
    } catch (error) {
      if (isGone(error) || isForbidden(error)) return; // what is in it counts as unchanged
      throw error;
    }
    try {
      visit(inner, path, depth);
    } catch (error) {
      if (!isForbidden(error) && !isGone(error)) throw error;
    } finally {
      inner.close();
    }
  }

  let held: HeldFolder;
  try {
    held = holdFolder(root);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    note('', tree.get(''), entryOf(lstatSync(onDisk(rootPath))));
    return { differences, touched, isCut };
  }
  try {
    look(held, '', '.', tree.get(''));
    visit(held, '', 0);
  } finally {
    held.close();
  }
  return { differences, touched, isCut };
}

function missing(known: ReadonlyMap<string, Entry>, names: readonly string[]): readonly (readonly [string, Entry])[] {
  const listed = new Set(names);
  return [...known].filter(([name]) => !listed.has(name));
}

function quick(path: string): Stats | undefined {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function freshness({ ctimeMs }: Entry, at: number): { readonly isFresh?: true } {
  const tick = ctimeMs % 1_000 === 0 ? coarseTickMs : tickMs;
  return ctimeMs > at - tick ? { isFresh: true } : {};
}

function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
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
