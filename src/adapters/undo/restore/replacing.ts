/**
 * Puts files, links and attributes in their places. What is new is written beside its place under the name `part`, and
 * renamed into it, so a killed process leaves either the old or the new.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  futimesSync,
  lchownSync,
  linkSync,
  openSync,
  renameSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { onDisk, partsOf } from '../byte-path.ts';
import type { Entry } from '../entry.ts';
import { type HeldFolder, holdBelow, setMode, setTime } from '../held-folder.ts';
import type { ObjectStore } from '../object-store.ts';

export interface Replacing {
  putFile(folder: HeldFolder, name: string, to: Entry): void;
  /** Gives a file one more name; `other` is the path of one that it has. False: there is no such file any more. */
  putHardLink(folder: HeldFolder, name: string, other: string): boolean;
  putLink(folder: HeldFolder, name: string, to: Entry): void;
  /** Owner, rights and time. */
  setAttributes(folder: HeldFolder, name: string, to: Entry): void;
}

export function replacing({
  root,
  objects,
  part,
}: {
  readonly root: HeldFolder;
  readonly objects: Pick<ObjectStore, 'copyTo'>;
  readonly part: string;
}): Replacing {
  const isRoot = process.getuid?.() === 0;
  return {
    putFile(folder, name, to) {
      const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
      const fd = openSync(folder.at(part), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      try {
        objects.copyTo(to.object ?? '', fd);
        if (isRoot) fchownSync(fd, to.uid, to.gid);
        fchmodSync(fd, to.mode);
        futimesSync(fd, to.mtimeMs / 1_000, to.mtimeMs / 1_000);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      renameSync(folder.at(part), folder.at(name));
    },
    putHardLink(folder, name, other) {
      const at = partsOf(other);
      const held = holdBelow(root, at.folder);
      try {
        if (held?.look(at.name)?.isFile() !== true) return false;
        linkSync(held.at(at.name), folder.at(part));
      } finally {
        held?.close();
      }
      renameSync(folder.at(part), folder.at(name));
      removeFile(folder, part); // two names of one file: renaming one over the other does nothing
      return true;
    },
    putLink(folder, name, to) {
      symlinkSync(onDisk(to.target ?? ''), folder.at(part));
      if (isRoot) lchownSync(folder.at(part), to.uid, to.gid);
      renameSync(folder.at(part), folder.at(name));
    },
    setAttributes(folder, name, to) {
      if (isRoot && name !== '.') lchownSync(folder.at(name), to.uid, to.gid);
      setMode(folder, name, to.mode);
      setTime(folder, name, to.mtimeMs);
    },
  };
}

/** Does nothing where there is none. */
export function removeFile(folder: HeldFolder, name: string): void {
  if (folder.look(name) !== undefined) unlinkSync(folder.at(name));
}
