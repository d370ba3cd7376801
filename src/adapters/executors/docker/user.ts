/**
 * Who a command in Docker is: the user that runs Straylight, so that files in workspace and scripts stay theirs.
 *
 * Root is nobody a command should be. Where Straylight runs as root, a command is user and group 10001, and the two
 * folders are opened to that group: they stay root's, and what root puts there is shared before the next command. Every
 * step goes through an open folder and follows no link, because a command could put a link to another place where a
 * folder was.
 */
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, openSync } from 'node:fs';
import { opendir } from 'node:fs/promises';

export interface SandboxUser {
  readonly uid: number;
  readonly gid: number;
  /** It is not the owner, but a user made up for the sandbox. */
  readonly isStranger: boolean;
  /**
   * Opens what is new in a folder to it, where it is not the owner. Names directly in the folder that are `left` stay
   * as they are. Of a flood of files a part each time; nobody waits for it but the command.
   */
  share(folder: string, left?: readonly string[]): Promise<void>;
}

/** A user that no machine has by itself. */
const stranger = 10_001;

/** Who may do what with a file or folder. */
export interface Rights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** The second differs from the first in nothing but that it was opened to the sandbox, which nobody has asked for. */
export function isOpenedToSandbox(before: Rights, after: Rights, isFolder: boolean): boolean {
  return after.gid === stranger && after.uid === before.uid && after.mode === openedMode(before.mode, isFolder);
}

function openedMode(mode: number, isFolder: boolean): number {
  return (mode | ((mode & 0o700) >> 3) | (isFolder ? 0o2000 : 0)) & 0o7777;
}

/** A command's user where `owner` runs Straylight. */
export function sandboxUser({ uid, gid }: { readonly uid: number; readonly gid: number }): SandboxUser {
  if (uid !== 0) return { uid, gid, isStranger: false, share: async () => {} };
  const seen = new Map<string, Seen>();
  return {
    uid: stranger,
    gid: stranger,
    isStranger: true,
    share: (folder, left = []) => shareFolder(folder, folder, left, { seen, rest: mostShared }),
  };
}

/** A folder as it was left: one that has not changed since has nothing new directly in it. */
interface Seen {
  readonly changedMs: number;
  readonly folders: readonly string[];
}

/** Entries that one call looks at. */
const mostShared = 50_000;

interface Sharing {
  readonly seen: Map<string, Seen>;
  rest: number;
}

/** `at`: how the folder is reached, through the open one above it; `path`: its name. */
async function shareFolder(at: string, path: string, left: readonly string[], sharing: Sharing): Promise<void> {
  const fd = openedAt(at, constants.O_DIRECTORY);
  if (fd === undefined) return;
  try {
    const before = sharing.seen.get(path);
    const here = `/proc/self/fd/${fd}`;
    let folders = before?.folders ?? [];
    if (before?.changedMs !== fstatSync(fd).ctimeMs) {
      give(fd);
      const found: string[] = [];
      for await (const entry of await opendir(here, { bufferSize: 128 })) {
        if (--sharing.rest < 0) return;
        if (left.includes(entry.name)) continue;
        if (entry.isFile()) within(`${here}/${entry.name}`, 0, give);
        else if (entry.isDirectory()) found.push(entry.name);
      }
      folders = found;
      sharing.seen.set(path, { changedMs: fstatSync(fd).ctimeMs, folders });
    }
    for (const name of folders) {
      if (sharing.rest < 0) return;
      await shareFolder(`${here}/${name}`, `${path}/${name}`, [], sharing);
    }
  } finally {
    closeSync(fd);
  }
}

/** The group may do what the owner may, and what comes into a folder gets that group. */
function give(fd: number): void {
  const stats = fstatSync(fd);
  if (stats.uid === stranger) return;
  const wanted = openedMode(stats.mode, stats.isDirectory());
  if (stats.gid !== stranger) fchownSync(fd, stats.uid, stranger);
  if (stats.gid !== stranger || wanted !== (stats.mode & 0o7777)) fchmodSync(fd, wanted);
}

/** Does it with the file or folder of that name, unless it is gone, a link, or another thing by now. */
function within(path: string, flags: number, work: (fd: number) => void): void {
  const fd = openedAt(path, flags);
  if (fd === undefined) return;
  try {
    work(fd);
  } finally {
    closeSync(fd);
  }
}

function openedAt(path: string, flags: number): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | flags);
  } catch {
    return undefined;
  }
}
