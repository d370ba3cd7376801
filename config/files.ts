/**
 * Reading and keeping the settings files, so that no file the agent can write is able to stop or mislead the process.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 262_144;

/**
 * The text of a settings file, or undefined where there is none. A file of the `agent` must be a plain file in its
 * place: a link could name the owner's secrets and a pipe would hold the process for ever. Throws a plain `Error` with
 * the reason.
 */
export function readSettingsFile(path: string, owner: 'owner' | 'agent'): string | undefined {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (owner === 'agent' ? constants.O_NOFOLLOW : 0);
  let file: number;
  try {
    file = openSync(path, flags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Error(code === 'ELOOP' ? 'a link' : `a file that cannot be opened (${code})`);
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) throw new Error(facts.isDirectory() ? 'a folder' : 'something that is no file');
    if (facts.size > maxBytes) throw new Error(`a file of ${facts.size} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new Error('bytes that are no UTF-8 text');
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Writes a small file whole or not at all, readable by its owner alone. */
export function keepSettingsFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const half = `${path}.${process.pid}.part`;
  const file = openSync(half, 'w', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(half, path);
}

/** May others on this machine read the file? False where it does not exist. */
export function isOpenToOthers(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts !== undefined && (facts.mode & 0o077) !== 0;
}
