/** What the operating system says of a file, in Straylight’s own kinds. */
import { type Form, says } from '../../domain/policy/sentence.ts';
import { Fault, fault } from '../../domain/supervision/failure.ts';

/** The fault behind an error of `node:fs`; `name` is the file as it may be shown. A `Fault` stays what it is. */
export function fileFault(error: unknown, name: string): Fault {
  if (error instanceof Fault) return error;
  const { code = 'an error without a code' } = error as NodeJS.ErrnoException;
  const why = refusals[code];
  if (why !== undefined) return fault('invalid', says`${name} ${why}.`, { cause: code });
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return fault('exhausted', says`there is no room on the disk for ${name}; nothing of it was changed`, {
      cause: code,
    });
  if (code === 'ABORT_ERR') return fault('cancelled', says`it was cancelled`);
  return fault('unavailable', says`${name} could not be reached (${code})`, { cause: code });
}

const refusals: Readonly<Record<string, Form>> = {
  ENOENT: says`does not exist`,
  ENOTDIR: says`has a file where a folder is expected`,
  EISDIR: says`is a folder`,
  EACCES: says`may not be opened: the rights of the file or of a folder above it forbid it`,
  EPERM: says`may not be changed: the system forbids it`,
  EROFS: says`lies on a file system that is only for reading`,
  ENAMETOOLONG: says`has a name that is too long`,
  EEXIST: says`exists already`,
  ELOOP: says`was replaced by a link in the same moment; try again`,
  EFBIG: says`would become too large`,
};
