/**
 * The token of the page and of the command line: whoever has it is the owner.
 *
 * 256 bits of chance in base64url, made at the first start and kept over restarts, in a file only this user can read. A file
 * that others could read, or that is not ours, may have been read: its token is refused and a new one takes its place.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fault, toFailure } from '../machines/domain/failure.ts';
import type { PageRole } from '../machines/domain/view.ts';

export interface PageTokenOptions {
  /** `reader`: a second token, which may look and not act. */
  readonly role?: PageRole;
  /** Makes a new one whatever is there; open pages have to be opened anew. */
  readonly renew?: boolean;
  /** Told when the token that was found had to be replaced, and why; never the token. */
  readonly say?: (message: string) => void;
}

/** The token kept in `runDir` (which is made, 0700, where it is missing). Throws a `Fault` where no file can be kept there. */
export function pageToken(runDir: string, { role = 'owner', renew = false, say }: PageTokenOptions = {}): string {
  const path = fileOf(runDir, role);
  try {
    mkdirSync(runDir, { recursive: true, mode: 0o700 });
    const found = read(path);
    if (!renew && found.token !== undefined) return found.token;
    if (!renew && found.refused !== undefined)
      say?.(`the page's token in ${path} ${found.refused}; a new one was made`);
    return write(path, renew || found.refused !== undefined);
  } catch (thrown) {
    const { message } = toFailure(thrown);
    throw fault('invalid', `expected to keep the page's token in ${path}, but: ${message}`);
  }
}

/** The token of a home that another process holds; undefined where there is none that could be trusted. Changes nothing. */
export function knownPageToken(runDir: string, role: PageRole = 'owner'): string | undefined {
  return read(fileOf(runDir, role)).token;
}

function fileOf(runDir: string, role: PageRole): string {
  return join(runDir, role === 'owner' ? 'token' : 'token.reader');
}

/** `refused`: why what is there does not count; neither: there is nothing. */
interface Found {
  readonly token?: string;
  readonly refused?: string;
}

function read(path: string): Found {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    return { refused: code === 'ELOOP' ? 'is a link' : 'cannot be read' };
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile()) return { refused: 'is no file' };
    if (status.uid !== process.getuid?.()) return { refused: 'belongs to another user' };
    if ((status.mode & 0o077) !== 0) return { refused: 'could be read or written by other users' };
    const token = readFileSync(file, 'utf8').trim();
    return /^[\w-]{43}$/.test(token) ? { token } : { refused: 'is not whole' };
  } finally {
    closeSync(file);
  }
}

/** Puts a whole file in place at once; where another process was first, its token counts. */
function write(path: string, replace: boolean): string {
  const token = randomBytes(32).toString('base64url');
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${token}\n`, { mode: 0o600, flag: 'wx' });
  try {
    if (replace) {
      renameSync(draft, path);
      return token;
    }
    linkSync(draft, path);
    return token;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    const found = read(path);
    if (found.token !== undefined) return found.token;
    throw thrown;
  } finally {
    rmSync(draft, { force: true });
  }
}
