/**
 * What a system error means for the owner, by its code: a sentence that names the path and what to do.
 *
 * An error of the file system, of a process that could not be started or of the database carries a code (`ENOSPC`,
 * `SQLITE_FULL`) and a text made for programmers. The table below says it for the owner, who has to mend it.
 */
import { type Form, inEnglish, type Part, says } from '../policy/sentence.ts';

/** What an error of Node or SQLite tells beside its message. */
interface SystemError {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
}

const readOnly = (path: Part) =>
  says`${path} lies on a read-only file system; mount it for writing (mount -o remount,rw)`;
const isFull = (path: Part) => says`there is no room left on the disk of ${path}; free some space, then try again`;
const notAllowed = (path: Part) => says`this user may not use ${path}; give it to the user that runs Straylight`;
const noHandles = () =>
  says`this process has no file handles left; raise the limit ("ulimit -n", LimitNOFILE= of a service) and start it again if it does not recover by itself`;
const broken = (path: Part) =>
  says`the disk of ${path} could not be read or written; look at the system's log, the disk may be failing`;

const damaged = (path: Part) =>
  says`${path} is damaged: a part of it cannot be read; stop Straylight, look with "straylight doctor", and put back a copy from backups/`;

const sentences: Readonly<Record<string, (path: Part) => Form>> = {
  EROFS: readOnly,
  ENOSPC: isFull,
  EDQUOT: path => says`the quota of this user is used up on the disk of ${path}; free some space, then try again`,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EMFILE: noHandles,
  ENFILE: () => says`this machine has no file handles left; end what holds many open, or raise fs.file-max`,
  EIO: broken,
  EAGAIN: () =>
    says`this machine can start no more processes for this user; end some, or raise the limit ("ulimit -u", TasksMax= of a service)`,
  ENOMEM: () => says`this machine has no memory left; end what uses much of it, then try again`,
  SQLITE_FULL: isFull,
  SQLITE_READONLY: readOnly,
  SQLITE_CANTOPEN: path =>
    says`${path} could not be opened; it may be on a read-only file system, belong to another user, or no file handle is left`,
  SQLITE_IOERR: path => says`${path} could not be read or written; the disk may be full or failing`,
  SQLITE_PERM: notAllowed,
  SQLITE_CORRUPT: damaged,
  SQLITE_NOTADB: damaged,
  SQLITE_BUSY: path =>
    says`another program holds ${path}, as a database browser does in the midst of a change; close it there, then try again`,
};

/**
 * Which errors end by themselves once there is room, a handle, memory: worth another try. The others want the owner.
 */
const passing = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'EIO']);

/**
 * What the network says of itself is reported by the caller (`ECONNREFUSED` and its like are not in the table either).
 */
const ofNetwork = new Set(['connect', 'listen', 'bind', 'getaddrinfo', 'accept']);

/** A `Failure` of one of these kinds. */
interface SystemFailure {
  readonly kind: 'unavailable' | 'invalid';
  readonly message: string;
  readonly said: Form;
  readonly cause: string;
}

/**
 * The failure that a system error is; undefined for an error of another kind. `path`: what was used, where the error
 * does not say.
 */
export function systemFailure(thrown: unknown, path?: string): SystemFailure | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, syscall, path: named } = thrown as SystemError;
  if (typeof code !== 'string') return undefined;
  const isDatabase = code.startsWith('SQLITE_');
  if (!isDatabase && (typeof syscall !== 'string' || ofNetwork.has(syscall))) return undefined;
  const sentence = sentences[code] ?? (isDatabase ? sentences[code.split('_', 2).join('_')] : undefined);
  if (sentence === undefined) return undefined;
  const where = typeof named === 'string' ? named : (path ?? (isDatabase ? says`the database` : says`a file`));
  const isPassing = isDatabase ? sentence !== damaged : passing.has(code);
  const said = says`${sentence(where)} (${code})`;
  return { kind: isPassing ? 'unavailable' : 'invalid', message: inEnglish(said), said, cause: code };
}
