/**
 * Clears away what a killed process left half made.
 *
 * Every file that must be whole is written under the name of a draft, forced to the disk and then given its own name. A
 * process that is killed before that leaves the draft. The process that holds the home removes it at the next start.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

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
  // the copy before a migration: src/adapters/stores/sqlite/backup.ts
  { folder: 'backups', names: /^schema-.*\.part(?:-journal|-wal|-shm)?$/ },
  // src/adapters/scripts/scripts-folder.ts and src/adapters/files/confined-files.ts
  { folder: 'scripts', names: /^\.(?:[^/]+\.[A-Za-z0-9]{16}\.tmp|straylight-[A-Za-z0-9]{16}\.part)$/ },
  { folder: 'workspace', names: /^\.straylight-[A-Za-z0-9]{16}\.part$/ },
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

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
