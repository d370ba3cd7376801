/**
 * Contents of files, each kept once under its SHA-256, in a folder no sandbox sees.
 *
 * Where the file system can share extents (FICLONE: btrfs, XFS, bcachefs) a content is a clone and costs nothing; elsewhere it is copied, packed by zstd
 * where that saves an eighth. It is written under a name of its own and counts once `settle` has brought it to the disk and renamed it, so a
 * power cut or a kill leaves whole contents and parts nobody asks for; those are removed at the next start. A hard link would cost nothing as well, but it
 * is the file itself: whoever writes in place would write into what is kept.
 */
import { spawnSync } from 'node:child_process';
import { createHash, hash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
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
  /** Keeps what an open file holds. Reads it to its end; `stats` is how it was after that. */
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

export interface ObjectStoreOptions {
  readonly folder: string;
  /** What is known to be there. */
  readonly known: readonly StoredObject[];
  readonly bounds: ObjectBounds;
  /** Asked for when the limit is reached: what nothing needs any more, `needed` apart. */
  readonly makeRoom: (needed: ReadonlySet<string>) => readonly string[];
}

/** Above this a file is copied piece by piece and not packed. */
const wholeBytes = 16 * 2 ** 20;
/** Below this a clone saves nothing. */
const leastClone = 16_384;
const leastFreeBytes = 512 * 2 ** 20;
const pieceBytes = 2 ** 20;
/** So many files are brought to the disk one by one. */
const mostSingly = 64;

export function objectStore({ folder, known, bounds, makeRoom }: ObjectStoreOptions): ObjectStore {
  const stored = new Map(known.map(one => [one.object, one]));
  const fresh = new Map<string, StoredObject & { readonly part: string }>();
  const parts = join(folder, 'parts');
  /** What was asked for since the last time it was settled. */
  const needed = new Set<string>();
  let used = known.reduce((sum, { bytes }) => sum + bytes, 0);
  let freshBytes = 0;
  let count = 0;
  let clones = process.platform === 'linux';
  const piece = Buffer.allocUnsafe(pieceBytes);
  const pathOf = (object: string) => join(folder, object.slice(0, 2), object);

  rmSync(parts, { recursive: true, force: true });
  mkdirSync(parts, { recursive: true, mode: 0o700 });
  removeUnknown(folder, stored);

  /** Has it, or could have it; else why not. */
  function refusal(size: number): Unkept | undefined {
    if (size > bounds.maxFileBytes) return 'large';
    while (used + freshBytes + size > bounds.maxBytes) {
      const free = makeRoom(needed);
      if (free.length === 0) return 'full';
      for (const object of free) store.remove(object);
    }
    const { bavail, bsize } = statfsOnce();
    return bavail * bsize - freshBytes - size < leastFreeBytes ? 'disk' : undefined;
  }

  let free: { readonly bavail: number; readonly bsize: number } | undefined;
  function statfsOnce() {
    free ??= statfsSync(folder);
    return free;
  }

  function add(object: string, part: string, bytes: number, isPacked: boolean): void {
    fresh.set(object, { object, bytes, isPacked, part });
    freshBytes += bytes;
  }

  function isThere(object: string): boolean {
    needed.add(object);
    return stored.has(object) || fresh.has(object);
  }

  function keepWhole(fd: number, size: number): string | Unkept {
    const content = readWhole(fd, size);
    const object = hash('sha256', content);
    if (isThere(object)) return object;
    const problem = refusal(content.length);
    if (problem) return problem;
    const packed =
      content.length < 128 ? content : zstdCompressSync(content, { params: { [zlib.ZSTD_c_compressionLevel]: 1 } });
    const isPacked = packed.length < content.length * (7 / 8);
    const bytes = isPacked ? packed : content;
    const part = join(parts, String(count++));
    const out = openSync(part, 'wx', 0o600);
    try {
      writeAll(out, bytes);
    } finally {
      closeSync(out);
    }
    add(object, part, bytes.length, isPacked);
    return object;
  }

  function keepClone(fd: number, size: number): string | Unkept | undefined {
    const problem = refusal(size);
    if (problem) return problem;
    const part = join(parts, String(count++));
    try {
      copyFileSync(`/proc/self/fd/${fd}`, part, constants.COPYFILE_FICLONE_FORCE);
    } catch {
      clones = false;
      rmSync(part, { force: true });
      return undefined;
    }
    const read = openSync(part, 'r');
    try {
      return addPart(
        part,
        hashed(read, () => {}),
        size,
      );
    } finally {
      closeSync(read);
    }
  }

  function keepPieces(fd: number, size: number): string | Unkept {
    const problem = refusal(size);
    if (problem) return problem;
    const part = join(parts, String(count++));
    const out = openSync(part, 'wx', 0o600);
    try {
      let bytes = 0;
      const object = hashed(fd, some => {
        bytes += some.length;
        writeAll(out, some);
      });
      return addPart(part, object, bytes);
    } finally {
      closeSync(out);
    }
  }

  function addPart(part: string, object: string, bytes: number): string {
    if (isThere(object)) unlinkSync(part);
    else add(object, part, bytes, false);
    return object;
  }

  /** The hash of what an open file holds, from where it stands. */
  function hashed(fd: number, each: (some: Buffer) => void): string {
    const digest = createHash('sha256');
    for (let at = 0; ; ) {
      const read = readSync(fd, piece, 0, pieceBytes, at);
      if (read === 0) return digest.digest('hex');
      const some = piece.subarray(0, read);
      digest.update(some);
      each(some);
      at += read;
    }
  }

  const store: ObjectStore = {
    get usedBytes() {
      return used;
    },
    keep(fd) {
      const before = fstatSync(fd);
      const { size } = before;
      const kept =
        size > bounds.maxFileBytes
          ? 'large'
          : ((clones && size >= leastClone ? keepClone(fd, size) : undefined) ??
            (size > wholeBytes ? keepPieces(fd, size) : keepWhole(fd, size)));
      const stats = fstatSync(fd);
      const isSteady = stats.ctimeMs === before.ctimeMs && stats.size === before.size;
      return { ...(isReason(kept) ? { unkept: kept } : { object: kept }), stats, isSteady };
    },
    settle() {
      free = undefined;
      const now = [...fresh.values()];
      const folders = new Set<string>();
      flush(
        now.map(({ part }) => part),
        parts,
      );
      for (const { object, part } of now) {
        const to = join(folder, object.slice(0, 2));
        if (!folders.has(to)) mkdirSync(to, { recursive: true, mode: 0o700 });
        folders.add(to);
        renameSync(part, join(to, object));
      }
      flush(now.length > 0 ? [...folders, folder] : [], parts);
      const settled = now.map(({ part: _, ...one }) => one);
      for (const one of settled) stored.set(one.object, one);
      used += freshBytes;
      freshBytes = 0;
      fresh.clear();
      needed.clear();
      return settled;
    },
    forget() {
      free = undefined;
      for (const { part } of fresh.values()) rmSync(part, { force: true });
      fresh.clear();
      freshBytes = 0;
      needed.clear();
    },
    has: object => stored.has(object),
    read(object, most) {
      const { isPacked, bytes } = stored.get(object) ?? { isPacked: false, bytes: 0 };
      if (bytes > most) return undefined;
      const raw = readFileSync(pathOf(object));
      const content = isPacked ? zstdDecompressSync(raw, { maxOutputLength: wholeBytes }) : raw;
      return content.length > most ? undefined : whole(content, object);
    },
    copyTo(object, fd) {
      if (stored.get(object)?.isPacked) {
        writeAll(fd, whole(zstdDecompressSync(readFileSync(pathOf(object)), { maxOutputLength: wholeBytes }), object));
        return;
      }
      const from = openSync(pathOf(object), 'r');
      try {
        if (hashed(from, some => writeAll(fd, some)) !== object) throw damaged(object);
      } finally {
        closeSync(from);
      }
    },
    remove(object) {
      const one = stored.get(object);
      if (!one) return;
      rmSync(pathOf(object), { force: true });
      stored.delete(object);
      used -= one.bytes;
    },
  };
  return store;
}

function isReason(kept: string): kept is Unkept {
  return kept.length < 64;
}

function whole(content: Buffer, object: string): Buffer {
  if (hash('sha256', content) !== object) throw damaged(object);
  return content;
}

function damaged(object: string): Error {
  return new Error(`the kept content ${object.slice(0, 12)} is damaged`);
}

function readWhole(fd: number, size: number): Buffer {
  const content = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const read = readSync(fd, content, at, size - at, at);
    if (read === 0) break;
    at += read;
  }
  return content.subarray(0, at);
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Brings files or folders to the disk: a few one by one, many with all else of their file system, which takes a tenth of the time. */
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
