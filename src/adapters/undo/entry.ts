/** What stands at one path of the workspace, as it is kept. */
import type { Stats } from 'node:fs';
import { isOpenedToSandbox } from '../executors/docker/user.ts';

export interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** The rights, with setuid, setgid and sticky. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly mtimeMs: number;
  /** No program of a user can set it, so as long as it stays the content does. */
  readonly ctimeMs: number;
  readonly dev: number;
  readonly ino: number;
  /**
   * When the file was made, which tells it from a later one under the same number; 0 where the file system does not
   * know.
   */
  readonly bornMs: number;
  readonly nlink: number;
  /** Of a file: the SHA-256 of its content, which is kept. */
  readonly object?: string;
  /** Of a file without `object`: why its content is not kept. */
  readonly unkept?: Unkept;
  /** Of a link: where it leads, byte for byte. */
  readonly target?: string;
  /** Of a folder that stands in the workspace and lies elsewhere: where. */
  readonly letIn?: string;
  /**
   * It was read so soon after its last change that the next change could bear the same time; it is read again next
   * time.
   */
  readonly isFresh?: true;
}

/**
 * `large`: above the limit for one file; `full`: above the limit for all; `disk`: too little is free; `unreadable`: its
 * rights forbid it;
 * `changed`: it was written while it was read.
 */
export type Unkept = 'large' | 'full' | 'disk' | 'unreadable' | 'changed';

/** Without content and target, which are read separately. */
export function entryOf(stats: Stats): Entry {
  const { mode, uid, gid, size, mtimeMs, ctimeMs, dev, ino, birthtimeMs: bornMs, nlink } = stats;
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
  return {
    kind,
    mode: mode & 0o7777,
    uid,
    gid,
    size: kind === 'folder' ? 0 : size,
    mtimeMs,
    ctimeMs,
    dev,
    ino,
    bornMs,
    nlink,
  };
}

/** Nothing has touched it since it was kept. */
export function isUntouched(entry: Entry, { ctimeMs, ino, dev, size, mode }: Stats): boolean {
  return (
    entry.ctimeMs === ctimeMs &&
    entry.ino === ino &&
    entry.dev === dev &&
    entry.mode === (mode & 0o7777) &&
    (entry.kind === 'folder' || entry.size === size) &&
    entry.isFresh === undefined
  );
}

/** One is as good as the other: kind, rights, content, target. When they were changed does not count. */
export function isAlike(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.kind !== b.kind || !hasSameRights(a, b)) return false;
  switch (a.kind) {
    case 'folder':
      return true;
    case 'link':
      return a.target === b.target;
    case 'other':
      return isSameNode(a, b);
    case 'file':
      return hasSameContent(a, b) && (isSameNode(a, b) || (a.nlink < 2 && b.nlink < 2));
  }
}

/** What Straylight itself opened to the sandbox, before a command or at a start, has not been changed by anybody. */
function hasSameRights(a: Entry, b: Entry): boolean {
  if (a.mode === b.mode && a.uid === b.uid && a.gid === b.gid) return true;
  const isFolder = a.kind === 'folder';
  return isOpenedToSandbox(a, b, isFolder) || isOpenedToSandbox(b, a, isFolder);
}

/** Two files hold the same; of what is not kept only as far as the system tells. */
export function hasSameContent(a: Entry, b: Entry): boolean {
  if (a.object !== undefined && b.object !== undefined) return a.object === b.object;
  return a.size === b.size && a.mtimeMs === b.mtimeMs && isSameNode(a, b);
}

/** The same file under both names, or the same one as before. */
export function isSameNode(a: Entry, b: Entry): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.bornMs === b.bornMs;
}
