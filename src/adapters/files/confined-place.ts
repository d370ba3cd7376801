/**
 * Names of places in the folders the agent may touch: what a path means, before anything is looked up.
 *
 * A model writes paths as its commands see them (`/workspace/…`, `/scripts/…`; without a sandbox the folders' own
 * paths) or relative to the workspace, where its commands start. `/settings/agent.toml` is for the file tools alone: no
 * sandbox has it.
 */
import { posix } from 'node:path';
import { type OwnersPaths, ownersPaths } from '../../domain/tools/owners-paths.ts';
import type { FolderName, Folders, LetInFolder, Place } from '../../ports/files/confined.ts';

/** The names that always work, whatever commands see. */
export const usualFolders: Folders = {
  workspace: '/workspace',
  scripts: '/scripts',
  settings: '/settings',
};

/** What a path names; a whole sentence where it names none of the folders. `seen`: where commands see them. */
export function placeOf(path: string, seen: Folders): Place | { readonly problem: string } {
  const shown = JSON.stringify(path.slice(0, 200));
  if (path === '' || path.includes('\0')) return { problem: `${shown} is no path.` };
  const unread = ofAnotherReader(path);
  if (unread !== undefined) return { problem: `${shown} begins with ${unread}. ${howPathsBegin(seen)}` };
  const whole = posix.normalize(posix.join(path.startsWith('/') ? '/' : usualFolders.workspace, path));
  for (const folder of ['workspace', 'scripts', 'settings'] as const)
    for (const root of [usualFolders[folder], seen[folder]]) {
      const below = within(root, whole);
      if (below === undefined) continue;
      if (below.length > mostParts) return { problem: `${shown} is more than ${mostParts} folders deep.` };
      const problem = problemIn(folder, below, seen);
      return problem === undefined ? { folder, parts: below } : { problem: `${shown} ${problem}` };
    }
  return {
    problem: `${shown} lies outside. ${howPathsBegin(seen)}`,
  };
}

function howPathsBegin({ workspace, scripts }: Folders): string {
  return `A path begins with ${workspace}/ or ${scripts}/, or is relative to ${workspace}.`;
}

/**
 * What a shell, a browser or another system would read as something else than a name: taken for a name, it would become
 * a file or folder that is called so. Who means such a name writes it behind `./`.
 */
function ofAnotherReader(path: string): string | undefined {
  if (/^~([^/]*\/|[\w.-]*$)/.test(path)) return '~, and a home is not known here';
  if (/^\$(\{|\(|\w)|^%\w+%/.test(path)) return 'a variable, and none is filled in here';
  if (/^[a-z]:([\\/]|$)|^\\\\/i.test(path)) return 'a drive or a server of Windows, and there is none here';
  if (/^[a-z][a-z0-9+.-]*:\/|^file:/i.test(path)) return 'the scheme of an address, and this takes paths alone';
  return undefined;
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

function problemIn(folder: FolderName, below: readonly string[], seen: Folders): string | undefined {
  if (folder === 'scripts' && below.length === 1 && below[0] === settingsFile)
    return `is not where the agent's settings are: they are in ${seen.settings}/${settingsFile}.`;
  if (!below.some(part => isForbidden(folder, part))) return undefined;
  return folder === 'settings'
    ? `is not there: ${seen.settings} holds ${settingsFile} alone.`
    : `lies in the .git folder of ${seen.scripts}, which nobody but Straylight itself touches.`;
}

const settingsFile = 'agent.toml';

/**
 * Git outside of any sandbox runs or obeys what stands in the `.git` of the scripts, hooks and settings too, so only
 * Straylight touches it. The settings are one file.
 */
export function isForbidden(folder: FolderName, name: string): boolean {
  if (folder === 'settings') return name !== settingsFile;
  // some file systems ignore case, and characters without a shape
  return folder === 'scripts' && name.replace(/\p{C}/gu, '').toLowerCase() === '.git';
}

const mostParts = 64;

/**
 * Where the folders lie on the owner's disk, for what is drawn for the owner. A folder that was let in counts under its
 * name in the workspace.
 */
export function diskPaths(folders: Folders, letIn: readonly LetInFolder[]): OwnersPaths {
  return ownersPaths([
    ...(['workspace', 'scripts', 'settings'] as const).map(name => ({ seen: usualFolders[name], disk: folders[name] })),
    ...letIn.map(({ name, path }) => ({ seen: `${usualFolders.workspace}/${name}`, disk: path })),
  ]);
}
