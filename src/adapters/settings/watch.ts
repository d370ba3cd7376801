/** Tells when a file of a folder was saved; editors that put another one in its place are understood. */
import { type FSWatcher, watch } from 'node:fs';
import type { Clock } from '../../ports/clock.ts';

export interface FolderOfSettings {
  close(): void;
}

/** What comes within it is told once. */
const momentMs = 100;

/** A folder that cannot be watched is not: what is saved there counts with the next start. */
export function watchSettings(
  folder: string,
  file: string,
  { changed, clock }: { readonly changed: () => void; readonly clock: Pick<Clock, 'after'> },
): FolderOfSettings {
  let cancel: (() => void) | undefined;
  let watcher: FSWatcher | undefined;
  const tell = () => {
    cancel = undefined;
    changed();
  };
  try {
    watcher = watch(folder, (_, name) => {
      if (name === null || name === file) cancel ??= clock.after(momentMs, tell);
    });
    watcher.on('error', () => watcher?.close());
  } catch {
    watcher = undefined;
  }
  return {
    close() {
      cancel?.();
      watcher?.close();
    },
  };
}
