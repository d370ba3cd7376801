/** Private files, by their names and by what lies on the disk. */
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type PrivateNames, privateNames } from '../../domain/privacy/private-names.ts';
import type { CallFacts } from '../../domain/tools/tool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Folders, LetInFolder, Place } from '../../ports/files/confined.ts';
import type { PrivateFiles } from '../../ports/files/private.ts';
import type * as Scan from '../executors/masks/private-scan.ts';
import { letInAt } from './let-in/let-in-places.ts';

// With the first look at what lies on the disk: most starts take none.
const load = createRequire(import.meta.url);

/** `folders`: where the two lie on this machine; `letIn`: what stands in the workspace and lies elsewhere. */
export function privateFiles(
  names: PrivateNames,
  folders: Pick<Folders, 'workspace' | 'scripts'>,
  clock: Pick<Clock, 'now'>,
  letIn: readonly LetInFolder[] = [],
): PrivateFiles {
  const roots = { workspace: folders.workspace, scripts: folders.scripts };
  let opened: Scan.PrivateScan | undefined;
  function scan(): Scan.PrivateScan {
    opened ??= (load('../executors/masks/private-scan.ts') as typeof Scan).privateScan({ roots, letIn }, names, clock);
    return opened;
  }

  /** Has the file there several names, and is one of them private? */
  function isOtherName({ folder, parts }: Place): boolean {
    if (folder === 'settings') return false;
    const own = folder === 'workspace' ? letInAt(letIn, parts.join('/')) : undefined;
    const path = own === undefined ? join(roots[folder], ...parts) : join(own.folder.path, own.rest);
    const stats = statSync(path, { throwIfNoEntry: false });
    return (
      stats?.isFile() === true &&
      stats.nlink > 1 &&
      scan()
        .entriesNow()
        .some(({ id }) => id === `${stats.dev}:${stats.ino}`)
    );
  }

  return {
    names,
    privateAt(place) {
      const { folder, parts } = place;
      if (folder === 'settings') return undefined;
      const path = `/${[folder, ...parts].join('/')}`;
      const folders = parts.map((_, at) => `/${[folder, ...parts.slice(0, at + 1)].join('/')}`);
      return names.isPrivate(path) || folders.some(names.isPrivateFolder) || isOtherName(place) ? path : undefined;
    },
    now: most => scan().waysNow().slice(0, most),
  };
}

/** What the policy is told of a call that names the file. */
export function privateFact(privacy: PrivateFiles, place: Place): CallFacts {
  const path = privacy.privateAt(place);
  return path === undefined ? {} : { private: [path] };
}

/** By their names alone. */
export const namedPrivateFiles: PrivateFiles = (() => {
  const names = privateNames();
  return {
    names,
    privateAt: ({ folder, parts }) => {
      const path = `/${[folder, ...parts].join('/')}`;
      return folder !== 'settings' && names.isPrivate(path) ? path : undefined;
    },
    now: () => [],
  };
})();
