/** Where the agent's folders lie on the owner's disk, for what is drawn for the owner. */
import { type OwnersPaths, ownersPaths } from '../../domain/tools/owners-paths.ts';
import type { Folders, LetInFolder } from '../../ports/files/confined.ts';
import { usualFolders } from './confined-place.ts';

/** A folder that was let in counts under its name in the workspace. */
export function diskPaths(folders: Folders, letIn: readonly LetInFolder[]): OwnersPaths {
  return ownersPaths([
    ...(['workspace', 'scripts', 'settings'] as const).map(name => ({ seen: usualFolders[name], disk: folders[name] })),
    ...letIn.map(({ name, path }) => ({ seen: `${usualFolders.workspace}/${name}`, disk: path })),
  ]);
}
