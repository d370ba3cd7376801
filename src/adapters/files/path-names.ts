/** Paths for completion: what a word that is typed may become. */
import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LetInFolder } from '../../ports/files/confined.ts';

const most = 200;

/**
 * Paths that begin so, folders with a slash at the end. `~` is the user's folder; a relative one is of `base`, where
 * `letIn` lie elsewhere.
 */
export function pathsLike(
  start: string,
  base: string,
  userFolder: string,
  letIn: readonly Pick<LetInFolder, 'name' | 'path'>[] = [],
): readonly string[] {
  const folder = start.endsWith('/') ? start : `${dirname(start)}/`;
  const own = letIn.find(one => folder.startsWith(`${one.name}/`));
  const isBase = folder === './';
  const name = start.endsWith('/') ? '' : basename(start);
  const written = start.endsWith('/') || start.includes('/') ? start.slice(0, start.length - name.length) : '';
  const place = folder.startsWith('~/')
    ? join(userFolder, folder.slice(2))
    : folder.startsWith('/')
      ? folder
      : own === undefined
        ? join(base, folder)
        : join(own.path, folder.slice(own.name.length));
  const isFolder = (entry: Dirent) => entry.isDirectory() || (isBase && letIn.some(one => one.name === entry.name));
  try {
    return readdirSync(place, { withFileTypes: true })
      .filter(entry => entry.name.startsWith(name) && (name.startsWith('.') || !entry.name.startsWith('.')))
      .slice(0, most)
      .map(entry => `${written}${entry.name}${isFolder(entry) ? '/' : ''}`)
      .toSorted();
  } catch {
    return [];
  }
}
