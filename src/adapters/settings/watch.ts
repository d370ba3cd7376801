/** Tells when a file of a folder was saved; editors that put another one in its place are understood. */
import type { Clock } from '../../ports/clock.ts';

export interface FolderOfSettings {
  close(): Promise<void>;
}

/** What comes within it is told once. */
const momentMs = 100;

/** So long after a start a folder is watched: neither a start nor a single question waits for that. */
export const watchAfterMs = 1_000;

/**
 * A folder that cannot be watched is not: what is saved there counts with the next start. `changed` is called once when
 * the watch begins, for what was saved before.
 */
export function watchSettings(
  folder: string,
  file: string,
  { changed, clock }: { readonly changed: () => void; readonly clock: Pick<Clock, 'after'> },
): FolderOfSettings {
  let cancel: (() => void) | undefined;
  let isClosed = false;
  const soon = () => {
    if (!isClosed) cancel ??= clock.after(momentMs, tell);
  };
  const tell = () => {
    cancel = undefined;
    changed();
  };
  const look = (_: unknown, name: string | undefined) => {
    if (name === undefined || name === file) soon();
  };
  const watching = import('../files/folder-changes.ts').then(({ folderChanges }) =>
    folderChanges(folder, look, () => {}),
  );
  watching.then(soon, () => {});
  return {
    async close() {
      isClosed = true;
      cancel?.();
      await watching.then(
        watch => watch.close(),
        () => {},
      );
    },
  };
}
