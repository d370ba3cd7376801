/**
 * The files of the owner that tools and channels may reach: workspace, scripts and settings, by the names that commands
 * see.
 */
import { confinedFiles } from '../adapters/files/confined-files.ts';
import { confinedPaths } from '../adapters/files/confined-path.ts';
import { usualFolders } from '../adapters/files/confined-place.ts';
import type { ConfinedFiles } from '../ports/files/confined.ts';
import { value } from './feature.ts';

declare module './feature.ts' {
  interface Features {
    readonly files: ConfinedFiles;
  }
}

export const workspaceFiles = value('files', ['home', 'sandbox'], ({ home, sandbox: { executor } }) => {
  const { config, clock, letIn } = home;
  const { workspace, scripts, settings } = config.paths;
  const seenSettings = executor.kind === 'direct' ? settings : usualFolders.settings;
  const seen = { ...executor.folders, settings: seenSettings };
  return confinedFiles(confinedPaths({ folders: { workspace, scripts, settings }, seen, letIn }), clock);
});
