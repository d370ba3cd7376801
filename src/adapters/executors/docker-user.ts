/**
 * Who a command in Docker is: the user that runs Straylight, so that files in workspace and scripts stay theirs.
 *
 * Root is nobody a command should be. Where Straylight runs as root, a command is user and group 10001, and the two folders
 * are opened to that group: they stay root's, and what root puts there is shared before the next command. Every step goes
 * through an open folder and follows no link, because a command could put a link to another place where a folder was.
 */
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, openSync, readdirSync } from 'node:fs';

export interface SandboxUser {
  readonly uid: number;
  readonly gid: number;
  /** It is not the owner, but a user made up for the sandbox. */
  readonly isStranger: boolean;
  /** Opens what is new in a folder to it, where it is not the owner. Names directly in the folder that are `left` stay as they are. */
  share(folder: string, left?: readonly string[]): void;
}

/** A user that no machine has by itself. */
const stranger = 10_001;

/** A command's user where `owner` runs Straylight. */
export function sandboxUser({ uid, gid }: { readonly uid: number; readonly gid: number }): SandboxUser {
  if (uid !== 0) return { uid, gid, isStranger: false, share: () => {} };
  const seen = new Map<string, Seen>();
  return {
    uid: stranger,
    gid: stranger,
    isStranger: true,
    share: (folder, left = []) => within(folder, constants.O_DIRECTORY, fd => shareFolder(fd, folder, left, seen)),
  };
}

/** A folder as it was left: one that has not changed since has nothing new directly in it. */
interface Seen {
  readonly changedMs: number;
  readonly folders: readonly string[];
}

function shareFolder(fd: number, path: string, left: readonly string[], seen: Map<string, Seen>): void {
  const before = seen.get(path);
  const here = `/proc/self/fd/${fd}`;
  let folders = before?.folders ?? [];
  if (before?.changedMs !== fstatSync(fd).ctimeMs) {
    give(fd);
    const entries = readdirSync(here, { withFileTypes: true }).filter(({ name }) => !left.includes(name));
    for (const entry of entries) if (entry.isFile()) within(`${here}/${entry.name}`, 0, give);
    folders = entries.filter(entry => entry.isDirectory()).map(({ name }) => name);
    seen.set(path, { changedMs: fstatSync(fd).ctimeMs, folders });
  }
  for (const name of folders)
    within(`${here}/${name}`, constants.O_DIRECTORY, inner => shareFolder(inner, `${path}/${name}`, [], seen));
}

/** The group may do what the owner may, and what comes into a folder gets that group. */
function give(fd: number): void {
  const stats = fstatSync(fd);
  if (stats.uid === stranger) return;
  const wanted = (stats.mode | ((stats.mode & 0o700) >> 3) | (stats.isDirectory() ? 0o2000 : 0)) & 0o7777;
  if (stats.gid !== stranger) fchownSync(fd, stats.uid, stranger);
  if (stats.gid !== stranger || wanted !== (stats.mode & 0o7777)) fchmodSync(fd, wanted);
}

/** Does it with the file or folder of that name, unless it is gone, a link, or another thing by now. */
function within(path: string, flags: number, work: (fd: number) => void): void {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | flags);
  } catch {
    return;
  }
  try {
    work(fd);
  } finally {
    closeSync(fd);
  }
}
