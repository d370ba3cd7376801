/** The vault's file on disk: read whole, replaced whole, changed by one process at a time. */

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { randomText } from '../process/clock.ts';

const mostBytes = 16 * 2 ** 20;

/** Its bytes; undefined where there is none. Throws `invalid` for what is no file of one's own. */
export function readWhole(path: string): Uint8Array | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw fault('invalid', `expected a file of your own at ${path}, but it cannot be opened (${code})`);
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile() || status.uid !== process.getuid?.() || status.size > mostBytes)
      throw fault('invalid', `expected a file of your own at ${path}; what is there is none`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Puts the bytes in place at once, 0600, on the disk when this returns; whatever happens before leaves the old file as
 * it was.
 */
export function replaceWhole(path: string, bytes: Uint8Array): void {
  const draft = `${path}.${randomText(8)}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    throw fault(
      'unavailable',
      `${path} could not be written (${(error as NodeJS.ErrnoException).code}); it is as it was`,
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Stands for one content of the file: every replacement is another file. */
export function versionOf(path: string): string {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status ? `${status.ino}.${status.mtimeNs}.${status.size}` : 'none';
}

/**
 * Runs the work while no other process does the same, and clears away what a killed one left. Throws `unavailable`
 * where one is at it.
 */
export async function alone<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  if (!taken(lock) && !(isLeftOver(lock) && taken(lock)))
    throw fault('unavailable', says`another process is changing ${path}; try again in a moment`);
  try {
    const draft = new RegExp(`^${RegExp.escape(basename(path))}\\.[A-Za-z0-9]{8}$`);
    for (const name of readdirSync(dirname(path))) if (draft.test(name)) rmSync(join(dirname(path), name));
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** A link that leads nowhere: it is made with its content, the holder's number, in one go. */
function taken(lock: string): boolean {
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** True, and it is gone, where the process that took the lock has ended. */
function isLeftOver(lock: string): boolean {
  try {
    process.kill(Number(readlinkSync(lock)), 0);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') return false;
    rmSync(lock, { force: true });
    return true;
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
