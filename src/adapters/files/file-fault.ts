/** What the operating system says of a file, in Straylight’s own kinds. */
import { Fault, fault } from '../../domain/supervision/failure.ts';

/** The fault behind an error of `node:fs`; `name` is the file as it may be shown. A `Fault` stays what it is. */
export function fileFault(error: unknown, name: string): Fault {
  if (error instanceof Fault) return error;
  const { code = 'an error without a code' } = error as NodeJS.ErrnoException;
  const why = refusals[code];
  if (why !== undefined) return fault('invalid', `${name} ${why}.`, { cause: code });
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return fault('exhausted', `there is no room on the disk for ${name}; nothing of it was changed`, { cause: code });
  if (code === 'ABORT_ERR') return fault('cancelled', 'it was cancelled');
  return fault('unavailable', `${name} could not be reached (${code})`, { cause: code });
}

const refusals: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'has a file where a folder is expected',
  EISDIR: 'is a folder',
  EACCES: 'may not be opened: the rights of the file or of a folder above it forbid it',
  EPERM: 'may not be changed: the system forbids it',
  EROFS: 'lies on a file system that is only for reading',
  ENAMETOOLONG: 'has a name that is too long',
  EEXIST: 'exists already',
  ELOOP: 'was replaced by a link in the same moment; try again',
  EFBIG: 'would become too large',
};
