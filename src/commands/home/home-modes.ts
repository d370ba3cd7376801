/** Who may read a home: its owner alone. What is open to others is found here, and closed. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of a home, as config/home.ts names them. */
export type HomeFolders = Readonly<Record<'home' | 'run' | 'logs' | 'backups' | 'keys' | 'settings', string>>;

/** A file or folder of ours that other users may read, write or enter. */
interface OpenPlace {
  readonly path: string;
  readonly isFolder: boolean;
}

/**
 * What of a home others may reach by its modes: the home itself, its files, and its folders with what lies in them. Not
 * what the agent and its commands write (workspace, scripts), which the closed home protects, and not the tokens in
 * `run/`: they are made again where others could read them.
 */
export function openPlaces({ home, run, logs, backups, keys, settings }: HomeFolders): readonly OpenPlace[] {
  const inside = (folder: string) => {
    try {
      return readdirSync(folder).map(name => join(folder, name));
    } catch {
      return [];
    }
  };
  const own = inside(home).filter(path => placeAt(path)?.isFolder === false);
  const kept = [logs, backups, keys, settings].flatMap(folder => [folder, ...inside(folder)]);
  return [home, ...own, run, ...kept].flatMap(path => {
    const place = placeAt(path);
    return place?.isOpen ? [{ path, isFolder: place.isFolder }] : [];
  });
}

/**
 * Closes them (folders 0700, files 0600) and answers which were open; one that cannot be changed stays, and `doctor`
 * names it.
 */
export function closeHome(paths: HomeFolders): readonly string[] {
  return openPlaces(paths).flatMap(({ path, isFolder }) => {
    try {
      chmodSync(path, isFolder ? 0o700 : 0o600);
      return [path];
    } catch {
      return [];
    }
  });
}

/** Nothing for a link, a socket, or what belongs to somebody else. */
function placeAt(path: string): { readonly isFolder: boolean; readonly isOpen: boolean } | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status || status.uid !== process.getuid?.() || !(status.isDirectory() || status.isFile())) return undefined;
  return { isFolder: status.isDirectory(), isOpen: (status.mode & 0o077) !== 0 };
}
