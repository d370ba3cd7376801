/**
 * Contents of files, each kept once, sealed (content-seal.ts), in a folder no sandbox sees.
 *
 * A content is written under a name of its own and counts once `settle` has brought it to the disk and renamed it, so a
 * power cut or a kill leaves whole contents and parts nobody asks for; those are removed at the next start. A hard link
 * or a clone (FICLONE) would cost nothing, but the one is the file itself, so a program that writes in place would write into
 * what is kept, and the other lies there in clear text.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  copyPieces,
  readContent,
  readOpen,
  type WrittenContent,
  wholeBytes,
  writeAll,
  writePieces,
  writeWhole,
} from './content-files.ts';
import { type ContentSeal, endBytes, startBytes } from './content-seal.ts';
import type { Unkept } from './entry.ts';

export interface ObjectBounds {
  readonly maxFileBytes: number;
  /** What all contents together may take on the disk. */
  readonly maxBytes: number;
}

/** One content as it lies on the disk. */
export interface StoredObject {
  readonly object: string;
  /** What it takes. */
  readonly bytes: number;
  readonly isPacked: boolean;
}

export interface ObjectStore {
  /** What all that is settled takes. */
  readonly usedBytes: number;
  /**
   * Keeps what an open file holds. Reads no more than it held at first, and keeps nothing of one that has changed
   * meanwhile; `stats` is how it was after that.
   */
  keep(fd: number): {
    readonly object?: string;
    readonly unkept?: Unkept;
    readonly stats: Stats;
    readonly isSteady: boolean;
  };
  /** Brings what was kept since the last time to the disk; answers it. */
  settle(): readonly StoredObject[];
  /** Drops what was kept since the last time. */
  forget(): void;
  has(object: string): boolean;
  /** The whole content, up to `most` bytes; undefined where it is larger. Throws where it is damaged. */
  read(object: string, most: number): Buffer | undefined;
  /** Writes the content to an open file. Throws where it is damaged. */
  copyTo(object: string, fd: number): void;
  remove(object: string): void;
}

const leastFreeBytes = 512 * 2 ** 20;
/** So many files are brought to the disk one by one. */
const mostSingly = 64;

export function objectStore({
  folder,
  seal,
  known,
  bounds,
  makeRoom,
}: {
  readonly folder: string;
  readonly seal: ContentSeal;
  /** What is known to be there. */
  readonly known: readonly StoredObject[];
  readonly bounds: ObjectBounds;
  /** Asked for when the limit is reached: what nothing needs any more, `needed` apart. */
  readonly makeRoom: (needed: ReadonlySet<string>) => readonly string[];
}): ObjectStore {
  const stored = new Map(known.map(one => [one.object, one]));
  const parts = join(folder, 'parts');
  let used = known.reduce((sum, { bytes }) => sum + bytes, 0);
  const pathOf = (object: string) => join(folder, object.slice(0, 2), object);
  const remove = (object: string) => {
    const one = stored.get(object);
    if (!one) return;
    rmSync(pathOf(object), { force: true });
    stored.delete(object);
    used -= one.bytes;
  };

  rmSync(parts, { recursive: true, force: true });
  mkdirSync(parts, { recursive: true, mode: 0o700 });
  removeUnknown(folder, stored);

  const collector = contentCollector({
    parts,
    folder,
    seal,
    bounds,
    isStored: object => stored.has(object),
    used: () => used,
    makeRoom(needed) {
      const free = makeRoom(needed);
      free.forEach(remove);
      return free.length > 0;
    },
  });
  return {
    get usedBytes() {
      return used;
    },
    keep: collector.keep,
    settle() {
      const settled = collector.taken().map(({ part, ...one }) => ({ part, one }));
      bringToDisk(settled, folder, parts);
      for (const { one } of settled) {
        stored.set(one.object, one);
        used += one.bytes;
      }
      collector.empty();
      return settled.map(({ one }) => one);
    },
    forget() {
      for (const { part } of collector.taken()) rmSync(part, { force: true });
      collector.empty();
    },
    has: object => stored.has(object),
    read(object, most) {
      const { isPacked = false, bytes = 0 } = stored.get(object) ?? {};
      if (bytes - startBytes - endBytes > most) return undefined;
      const content = readContent(pathOf(object), object, isPacked, seal);
      return content.length > most ? undefined : content;
    },
    copyTo(object, fd) {
      if (stored.get(object)?.isPacked) writeAll(fd, readContent(pathOf(object), object, true, seal));
      else copyPieces(pathOf(object), object, seal, fd);
    },
    remove,
  };
}

interface Taken extends StoredObject {
  /** Where it lies until it counts. */
  readonly part: string;
}

interface CollectorOptions {
  readonly parts: string;
  readonly folder: string;
  readonly seal: ContentSeal;
  readonly bounds: ObjectBounds;
  readonly isStored: (object: string) => boolean;
  readonly used: () => number;
  /** False: there is nothing that could go. */
  readonly makeRoom: (needed: ReadonlySet<string>) => boolean;
}

/** What was kept since the last time it was settled. */
function contentCollector({ parts, folder, seal, bounds, isStored, used, makeRoom }: CollectorOptions) {
  const fresh = new Map<string, Taken>();
  /** What was asked for; it must not go to make room. */
  const needed = new Set<string>();
  let freshBytes = 0;
  let count = 0;
  let free: { readonly bavail: number; readonly bsize: number } | undefined;
  const nextPart = () => join(parts, String(count++));

  /** Why a content of this size cannot be kept. */
  function refusal(size: number): Unkept | undefined {
    while (used() + freshBytes + size > bounds.maxBytes) if (!makeRoom(needed)) return 'full';
    free ??= statfsSync(folder);
    return free.bavail * free.bsize - freshBytes - size < leastFreeBytes ? 'disk' : undefined;
  }

  function isThere(object: string): boolean {
    needed.add(object);
    return isStored(object) || fresh.has(object);
  }

  function add(object: string, part: string, written: WrittenContent): void {
    const { bytes, isPacked } = written;
    fresh.set(object, { object, bytes, isPacked, part });
    freshBytes += bytes;
  }

  function keepWhole(fd: number, size: number, hasChanged: () => boolean): string | Unkept {
    const content = readOpen(fd, size);
    const object = seal.nameOf(content);
    if (hasChanged()) return 'changed';
    if (isThere(object)) return object;
    const problem = refusal(content.length);
    if (problem) return problem;
    const part = nextPart();
    add(object, part, writeWhole(part, content, seal));
    return object;
  }

  function keepPieces(fd: number, size: number, hasChanged: () => boolean): string | Unkept {
    const problem = refusal(size);
    if (problem) return problem;
    const part = nextPart();
    const written = writePieces(part, fd, size, seal);
    const isTorn = hasChanged();
    if (isTorn || isThere(written.object)) unlinkSync(part);
    else add(written.object, part, written);
    if (isTorn) return 'changed';
    return written.object;
  }

  return {
    keep(fd: number): ReturnType<ObjectStore['keep']> {
      const before = fstatSync(fd);
      const { size } = before;
      let stats = before;
      let isSteady = true;
      const hasChanged = () => {
        stats = fstatSync(fd);
        isSteady = stats.ctimeMs === before.ctimeMs && stats.size === size;
        return !isSteady;
      };
      const keep = size > wholeBytes ? keepPieces : keepWhole;
      const kept = size > bounds.maxFileBytes ? 'large' : keep(fd, size, hasChanged);
      const held = isReason(kept) ? { unkept: kept } : { object: kept };
      return { ...held, stats, isSteady };
    },
    taken: (): readonly Taken[] => [...fresh.values()],
    empty(): void {
      free = undefined;
      freshBytes = 0;
      fresh.clear();
      needed.clear();
    },
  };
}

/** Brings parts to the disk, and then into their places. */
function bringToDisk(
  settled: readonly { readonly part: string; readonly one: StoredObject }[],
  folder: string,
  parts: string,
): void {
  const folders = new Set<string>();
  flush(
    settled.map(({ part }) => part),
    parts,
  );
  for (const { one, part } of settled) {
    const to = join(folder, one.object.slice(0, 2));
    if (!folders.has(to)) mkdirSync(to, { recursive: true, mode: 0o700 });
    folders.add(to);
    renameSync(part, join(to, one.object));
  }
  flush(settled.length > 0 ? [...folders, folder] : [], parts);
}

function isReason(kept: string): kept is Unkept {
  return kept.length < 64;
}

/**
 * Brings files or folders to the disk: a few one by one, many with all else of their file system, which takes a tenth
 * of the time.
 */
function flush(paths: readonly string[], folder: string): void {
  if (paths.length > mostSingly && spawnSync('sync', ['-f', folder], { stdio: 'ignore' }).status === 0) return;
  for (const path of paths) {
    const fd = openSync(path, 'r');
    fsyncSync(fd);
    closeSync(fd);
  }
}

/** What was renamed into its place by a process that ended before it was noted. */
function removeUnknown(folder: string, stored: ReadonlyMap<string, unknown>): void {
  for (const name of readdirSync(folder))
    if (/^[0-9a-f]{2}$/.test(name))
      for (const object of readdirSync(join(folder, name)))
        if (!stored.has(object)) rmSync(join(folder, name, object), { force: true });
}
