/**
 * A folder of the workspace that is held open, for the thread that keeps it.
 *
 * Like files/confined-path.ts each step is taken from the open folder before it and no link is followed, so nobody who
 * swaps folders for links meanwhile leads it out; but every call here is synchronous, since ten thousand of them have
 * to fit into a few hundredths of a second, and it runs in a thread of its own. Elsewhere than on Linux a step is taken
 * by path.
 */
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lchmodSync,
  lstatSync,
  lutimesSync,
  openSync,
  type Stats,
  utimesSync,
} from 'node:fs';
import type { LetInFolder } from '../../ports/files/confined.ts';
import { below, bytesOf, onDisk } from './byte-path.ts';

export interface HeldFolder {
  readonly fd: number;
  /** A path to a name in it, for calls that do not follow links; `.` is the folder itself. */
  at(name: string): string | Buffer;
  /** What stands there; undefined: nothing. */
  look(name: string): Stats | undefined;
  /** Opens a folder in it. Throws where it is none, or a link. */
  enter(name: string): HeldFolder;
  /** Opens a file for reading, without following a link or waiting for a pipe. */
  open(name: string): number;
  close(): void;
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Linux alone, and missing in Node's list: a name held without being opened. */
const O_PATH = 0o10000000;
const isLinux = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Opens the workspace; `path` has its links resolved. `letIn`: folders in it that lie elsewhere, and where. */
export function holdFolder(path: string, letIn: readonly LetInFolder[] = []): HeldFolder {
  const elsewhere = new Map(letIn.map(one => [one.name, bytesOf(one.path)]));
  return held(openSync(onDisk(bytesOf(path)), O_RDONLY | O_DIRECTORY), bytesOf(path), elsewhere);
}

/** Opens a folder by its path from the workspace, step by step. Undefined: it is not there, or no folder. */
export function holdBelow(root: HeldFolder, path: string): HeldFolder | undefined {
  let here: HeldFolder | undefined;
  for (const name of path === '' ? ['.'] : path.split('/'))
    try {
      const next: HeldFolder = (here ?? root).enter(name);
      here?.close();
      here = next;
    } catch (error) {
      here?.close();
      if (isGone(error)) return undefined;
      throw error;
    }
  return here;
}

/** This process may not look into it, or change it. */
export function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** It is not there any more, or something else is. */
export function isGone(error: unknown): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // what was a link a moment ago is none any more
  if (code === 'EINVAL' && syscall === 'readlink') return true;
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(code);
}

/** Sets the rights of a file or folder, never of what a link leads to. */
export function setMode(folder: HeldFolder, name: string, mode: number): void {
  if (isLinux) withName(folder, name, path => chmodSync(path, mode));
  else lchmodSync(folder.at(name), mode);
}

/** Sets when it was changed last; access time with it. */
export function setTime(folder: HeldFolder, name: string, mtimeMs: number): void {
  const seconds = mtimeMs / 1_000;
  if (isLinux) withName(folder, name, path => utimesSync(path, seconds, seconds));
  else lutimesSync(folder.at(name), seconds, seconds);
}

/** Names in it are on the disk. */
export function settle(folder: HeldFolder): void {
  fsyncSync(folder.fd);
}

/** Does something by a path that stands for what has this name now, and for nothing a link leads to. */
function withName(folder: HeldFolder, name: string, act: (path: string) => void): void {
  const fd = openSync(folder.at(name), O_PATH | O_NOFOLLOW);
  try {
    act(`/proc/self/fd/${fd}`);
  } finally {
    closeSync(fd);
  }
}

const none: ReadonlyMap<string, string> = new Map();

function held(fd: number, path: string, elsewhere: ReadonlyMap<string, string> = none): HeldFolder {
  const base = isLinux ? `/proc/self/fd/${fd}` : path;
  const at = (name: string) => onDisk(elsewhere.get(name) ?? `${base}/${name}`);
  return {
    fd,
    at,
    look: name => lstatSync(at(name), { throwIfNoEntry: false }),
    enter(name) {
      const inner = openSync(at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      return name === '.' ? held(inner, path, elsewhere) : held(inner, elsewhere.get(name) ?? below(path, name));
    },
    open: name => openSync(at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
    close: () => closeSync(fd),
  };
}
