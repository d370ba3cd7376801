/**
 * Clears away what a killed process left half made.
 *
 * Every file that must be whole is written under the name of a draft, forced to the disk and then given its own name. A
 * process that is killed before that leaves the draft. The process that holds the home removes it at the next start.
 */
import { type Dirent, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// src/adapters/files/confined-files.ts
const besideFile = /^\.straylight-[A-Za-z0-9]{16}\.part$/;

/** What drafts are called, by the place they are written in. */
const drafts: readonly { readonly folder: string; readonly names: RegExp }[] = [
  // settings and what is kept of them: config/files.ts, src/commands/home/init.ts
  { folder: '.', names: /^(?:config\.toml|\.env)\.\d+\.part$/ },
  { folder: 'settings', names: /^agent\.toml\.\d+\.part$/ },
  { folder: 'run', names: /^agent\.last-good\.toml\.\d+\.part$/ },
  // src/adapters/remote/page-token.ts
  { folder: 'run', names: /^token(?:\.reader)?\.[0-9a-f]{12}$/ },
  // src/adapters/home/key.ts
  { folder: 'keys', names: /^[\w-]+\.(?:pem|key|txt)(?:\.keyring)?\.[A-Za-z0-9]{8}$/ },
  // copies before a migration and of each day: src/adapters/stores/sqlite/backup.ts
  { folder: 'backups', names: /^[\w-]+\.db\.part(?:-journal|-wal|-shm)?$/ },
  // src/adapters/scripts/scripts-folder.ts and src/adapters/files/confined-files.ts
  { folder: 'scripts', names: /^\.(?:[^/]+\.[A-Za-z0-9]{16}\.tmp|straylight-[A-Za-z0-9]{16}\.part)$/ },
  { folder: 'workspace', names: besideFile },
  // inspector/charts/charts.ts
  { folder: 'run/charts', names: /\.json\.part$/ },
];

/** Removes the drafts of a home that nobody else uses. Answers their paths, relative to it. */
export function removeLeftDrafts(home: string): readonly string[] {
  const removed: string[] = [];
  for (const { folder, names } of drafts)
    for (const name of namesIn(join(home, folder)))
      if (names.test(name)) {
        rmSync(join(home, folder, name), { force: true });
        removed.push(join(folder, name));
      }
  return removed;
}

/** So many entries are looked at: after a kill, a start may take half a second longer. */
const mostEntries = 50_000;

/**
 * Removes the drafts beside files below a folder, the nearest folders first. It takes long where there are many files,
 * so it is for a start after a kill. Answers their paths, relative to the folder.
 */
export function removeDraftsBelow(top: string): readonly string[] {
  const removed: string[] = [];
  const folders = [''];
  let seen = 0;
  for (const folder of folders) {
    for (const entry of entriesIn(join(top, folder))) {
      seen += 1;
      const path = join(folder, entry.name);
      // a link is no folder here, so none leads out
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') folders.push(path);
      if (!entry.isFile() || !besideFile.test(entry.name)) continue;
      rmSync(join(top, path), { force: true });
      removed.push(path);
    }
    if (seen >= mostEntries) break;
  }
  return removed;
}

function namesIn(folder: string): readonly string[] {
  return entriesIn(folder)
    .filter(entry => entry.isFile())
    .map(({ name }) => name);
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
