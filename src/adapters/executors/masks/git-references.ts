/**
 * A branch may be called `credentials` or `shadow`. What lies in git's folders for it is no secret, and git works no
 * more where it is hidden; so it is told by what it holds.
 */
import { readFileSync, type Stats } from 'node:fs';

/** Is the file at `path` a reference of git, or the log of one? */
export function isReference(path: string, { size }: Pick<Stats, 'size'>, onDisk: () => string | Buffer): boolean {
  const [, kind] = /(?:^|\/)\.git\/(?:modules\/.+\/|worktrees\/[^/]+\/)?(refs|logs)\//.exec(path) ?? [];
  if (kind === undefined || size > mostBytes) return false;
  try {
    const lines = readFileSync(onDisk(), 'latin1').split('\n');
    const form = kind === 'refs' ? reference : logged;
    return lines.every((line, at) => form.test(line) || (line === '' && at === lines.length - 1));
  } catch {
    return false;
  }
}

const mostBytes = 4 * 2 ** 20;
const reference = /^([0-9a-f]{40}|[0-9a-f]{64}|ref: refs\/.+)$/;
const logged = /^[0-9a-f]{40,64} [0-9a-f]{40,64} [^<]*<[^>]*> \d+ [+-]\d{4}(\t.*)?$/;
