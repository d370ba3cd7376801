/**
 * The token of the page and of the command line: anyone who has it has full control.
 *
 * 256 bits of chance in base64url, new at each start, so that a token that reached a stranger while nobody served the
 * page is worth nothing; in a file only this user can read. Beside it lies what the keys of open pages are made from
 * (inspector/http/proof.ts), which is kept over restarts and never sent. A file that others could read, or that is not
 * ours, may have been read: what is in it does not count, and a new one takes its place.
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
import { dirname, join } from 'node:path';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { PageRole } from '../../domain/supervision/view.ts';

/**
 * Makes a token in `runDir` (which is made, 0700, where it is missing); the one before counts no more. Throws a `Fault`
 * where no file can be kept there.
 */
export function newPageToken(runDir: string, role: PageRole): string {
  return kept(fileOf(runDir, role), true);
}

/** What the keys of a role's pages are made from, kept in `runDir`. Throws as {@link newPageToken}. */
export function pageKey(
  runDir: string,
  {
    role,
    renew = false,
    say,
  }: {
    /** `reader`: the pages that may look and not act. */
    readonly role: PageRole;
    /** Makes a new one whatever is there; open pages have to be opened again. */
    readonly renew?: boolean;
    /** Told when the one that was found had to be replaced, and why; never the key. */
    readonly say?: (message: string) => void;
  },
): string {
  return kept(`${fileOf(runDir, role)}.pages`, renew, say);
}

/**
 * The token of programs that ask over MCP, which stands in their settings: kept over restarts. Removing the file takes it
 * back with the next start. Throws as {@link newPageToken}.
 */
export function callerToken(runDir: string, say?: (message: string) => void): string {
  return kept(join(runDir, 'token.mcp'), false, say);
}

/** The token of an agent that may ask over A2A, kept as {@link callerToken}. Throws as {@link newPageToken}. */
export function peerToken(runDir: string, peer: string, say?: (message: string) => void): string {
  return kept(join(runDir, `token.a2a.${peer}`), false, say);
}

function kept(path: string, renew: boolean, say?: (message: string) => void): string {
  try {
    const runDir = dirname(path);
    mkdirSync(runDir, { recursive: true, mode: 0o700 });
    const found = read(path);
    if (!renew && found.token !== undefined) return found.token;
    if (!renew && found.refused !== undefined)
      say?.(`the key of the pages in ${path} ${found.refused}; a new one was made, so open pages need a new link`);
    return write(path, renew || found.refused !== undefined);
  } catch (thrown) {
    const { message } = toFailure(thrown);
    throw fault('invalid', `expected to keep a key of the page in ${path}, but: ${message}`);
  }
}

/**
 * The token of a home that another process holds; undefined where there is none that could be trusted. Changes nothing.
 */
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
