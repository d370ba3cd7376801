/** Reads one name of a held folder as an entry; the content of a file is kept. */
import { closeSync, readlinkSync, type Stats } from 'node:fs';
import { type Entry, entryOf } from '../entry.ts';
import { type HeldFolder, isForbidden, isGone } from '../held-folder.ts';
import type { ObjectStore } from '../object-store.ts';

/** A change so soon before it was read may be followed by another under the same time: clocks of file systems tick. */
const tickMs = 50;
const coarseTickMs = 2_100;

/** Undefined: it was replaced in this very moment. `at`: when `stats` were taken. */
export function readEntry(
  folder: HeldFolder,
  name: string,
  { stats, at }: { readonly stats: Stats; readonly at: number },
  objects: Pick<ObjectStore, 'keep'>,
): Entry | undefined {
  const entry = entryOf(stats);
  try {
    if (entry.kind === 'link') {
      const target = readlinkSync(folder.at(name), { encoding: 'latin1' });
      return { ...entry, target, ...freshness(entry, at) };
    }
    if (entry.kind === 'file') return readFile(folder, name, at, objects);
    return { ...entry, ...freshness(entry, at) };
  } catch (error) {
    if (isGone(error)) return undefined;
    if (!isForbidden(error)) throw error;
    return { ...entry, unkept: 'unreadable' };
  }
}

function readFile(folder: HeldFolder, name: string, at: number, objects: Pick<ObjectStore, 'keep'>): Entry | undefined {
  const fd = folder.open(name);
  try {
    const { stats, object, unkept, isSteady } = objects.keep(fd);
    const entry = entryOf(stats);
    if (entry.kind !== 'file') return undefined;
    const content = object === undefined ? { unkept: unkept ?? 'unreadable' } : { object };
    const fresh = isSteady ? freshness(entry, at) : ({ isFresh: true } as const);
    return { ...entry, ...content, ...fresh };
  } finally {
    closeSync(fd);
  }
}

function freshness({ ctimeMs }: Entry, at: number): { readonly isFresh?: true } {
  const tick = ctimeMs % 1_000 === 0 ? coarseTickMs : tickMs;
  return ctimeMs > at - tick ? { isFresh: true } : {};
}
