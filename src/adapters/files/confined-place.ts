/**
 * Names of places in the two folders the agent may touch: what a path means, before anything is looked up.
 *
 * A model writes paths as its commands see them (`/workspace/…`, `/scripts/…`; without a sandbox the folders' own paths) or relative to the
 * workspace, where its commands start.
 */
import { posix } from 'node:path';

export type FolderName = 'workspace' | 'scripts';
export type Folders = Readonly<Record<FolderName, string>>;

/** A place by its name alone. `parts` are the components below the folder, none of them empty, `.` or `..`. */
export interface Place {
  readonly folder: FolderName;
  readonly parts: readonly string[];
}

/** The names that always work, whatever commands see. */
export const usualFolders: Folders = { workspace: '/workspace', scripts: '/scripts' };

/** What a path names; a whole sentence where it names neither folder. `seen`: where commands see the two. */
export function placeOf(path: string, seen: Folders): Place | { readonly problem: string } {
  const shown = JSON.stringify(path.slice(0, 200));
  if (path === '' || path.includes('\0')) return { problem: `${shown} is no path.` };
  const whole = posix.normalize(posix.join(path.startsWith('/') ? '/' : usualFolders.workspace, path));
  for (const folder of ['workspace', 'scripts'] as const)
    for (const root of [usualFolders[folder], seen[folder]]) {
      const below = within(root, whole);
      if (below === undefined) continue;
      if (below.length > mostParts) return { problem: `${shown} is more than ${mostParts} folders deep.` };
      const forbidden = below.find(part => isForbidden(folder, part));
      return forbidden === undefined
        ? { folder, parts: below }
        : {
            problem: `${shown} lies in the .git folder of ${seen.scripts}, which nobody but Straylight itself touches.`,
          };
    }
  return {
    problem: `${shown} lies outside. A path begins with ${seen.workspace}/ or ${seen.scripts}/, or is relative to ${seen.workspace}.`,
  };
}

/** The place as a model reads it, and commands take it. */
export function nameOf({ folder, parts }: Place, seen: Folders): string {
  return posix.join(seen[folder], ...parts);
}

/** The components of `path` below `root`; undefined where it lies elsewhere. */
export function within(root: string, path: string): readonly string[] | undefined {
  if (path !== root && !path.startsWith(root.endsWith('/') ? root : `${root}/`)) return undefined;
  return path.slice(root.length).split('/').filter(Boolean);
}

/** The history of the scripts is the house's: what stands in `.git`, hooks and settings too, is run or obeyed by git outside of any sandbox. */
export function isForbidden(folder: FolderName, name: string): boolean {
  // some file systems ignore case, and characters without a shape
  return folder === 'scripts' && name.replace(/\p{C}/gu, '').toLowerCase() === '.git';
}

const mostParts = 64;
