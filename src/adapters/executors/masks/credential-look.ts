/** Settings of programs that hold a password now and then: only those that do are private. */
import { closeSync, openSync, readSync, type Stats } from 'node:fs';

/** Does the file hold one? What was found is kept for as long as the file is unchanged. */
export function credentialLook(): (file: string | Buffer, stats: Stats) => boolean {
  const known = new Map<string, { readonly stamp: string; readonly holds: boolean }>();
  return (file, { ino, size, ctimeMs }) => {
    const key = typeof file === 'string' ? file : file.toString('latin1');
    const stamp = `${ino} ${size} ${ctimeMs}`;
    const before = known.get(key);
    if (before?.stamp === stamp) return before.holds;
    const holds = size > mostBytes || credential.test(headOf(file, size));
    if (known.size > 5_000) known.clear();
    known.set(key, { stamp, holds });
    return holds;
  };
}

const mostBytes = 256 * 1024;

/** `//registry/:_authToken=…`, `https://me:word@host`, `extraheader = AUTHORIZATION: …`, `npmAuthToken: …`. */
const credential =
  /_(auth|authtoken|password)\s*=|:\/\/[^\s/:@]*:[^\s/@]+@|:\/\/[\w-]{16,}@|extraheader\s*=|npmauth(token|ident)\s*:/i;

function headOf(file: string | Buffer, size: number): string {
  try {
    const fd = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(size);
      return bytes.toString('latin1', 0, readSync(fd, bytes, 0, size, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    // nobody may read it, so no command may either
    return '_auth=';
  }
}
