/** Paths for completion: what a word that is typed may become. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const most = 200;

/** Paths that begin so, folders with a slash at the end. `~` is the user's folder; a relative one is of `base`. */
export function pathsLike(start: string, base: string, userFolder: string): readonly string[] {
  const folder = start.endsWith('/') ? start : `${dirname(start)}/`;
  const name = start.endsWith('/') ? '' : basename(start);
  const written = start.endsWith('/') || start.includes('/') ? start.slice(0, start.length - name.length) : '';
  const place = folder.startsWith('~/')
    ? join(userFolder, folder.slice(2))
    : folder.startsWith('/')
      ? folder
      : join(base, folder);
  try {
    return readdirSync(place, { withFileTypes: true })
      .filter(entry => entry.name.startsWith(name) && (name.startsWith('.') || !entry.name.startsWith('.')))
      .slice(0, most)
      .map(entry => `${written}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .toSorted();
  } catch {
    return [];
  }
}
