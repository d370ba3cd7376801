/**
 * Tells when a file of the scripts folder was saved or is gone.
 *
 * Commands write there too, as fast as they like. What comes within a moment is told once; where that is more than a
 * person or a tool saves, the watch is closed for a while, twice as long each time, and then everything that counts is
 * to be looked at again. A folder with very many files is not watched but looked at now and then, until it has fewer. So
 * a flood of files costs a few looks, each of which is bounded.
 */
import { opendir } from 'node:fs/promises';
import type { Clock } from '../../ports/clock.ts';
import type { FileChange, FolderChanges } from '../files/folder-changes.ts';

export interface ScriptsWatch {
  close(): Promise<void>;
}

const momentMs = 25;
/** More names within a moment are a flood. */
const mostNames = 200;
/** A watch keeps the name of each file: so many take some 30 MB, and 0.6 s of a processor when it begins. */
const mostEntries = 100_000;
const [firstRestMs, longestRestMs] = [1_000, 30_000];

/**
 * Watches the folder itself, no folder within and no hidden file. When it resolves, nothing can be missed any more; it
 * rejects where it cannot watch.
 */
export async function watchScripts(
  folder: string,
  options: {
    /** A file of that name was saved or is gone. */
    readonly touched: (file: string) => void;
    /** So much has changed that everything has to be looked at. */
    readonly flooded: () => void;
    /** The system gives up watching. */
    readonly lost: (error: Error) => void;
    readonly clock: Pick<Clock, 'after'>;
    /** A folder with more entries is not watched. Without it: 100 000. */
    readonly mostWatched?: number;
  },
): Promise<ScriptsWatch> {
  const { touched, flooded, lost, clock, mostWatched = mostEntries } = options;
  let names = new Set<string>();
  let entries = 0;
  let restMs = firstRestMs;
  let cancel: (() => void) | undefined;
  let watcher: FolderChanges | undefined;
  let state: 'watching' | 'resting' | 'closed' = 'watching';
  let opening = open();

  async function open(): Promise<void> {
    entries = await entriesOf(folder, mostWatched);
    if (entries > mostWatched) return rest(longestRestMs);
    const { folderChanges } = await import('../files/folder-changes.ts');
    const opened = await folderChanges(folder, receive, lost);
    if (state === 'watching') watcher = opened;
    else await opened.close();
  }

  function receive(what: FileChange, file: string | undefined): void {
    if (state !== 'watching') return;
    if (what === 'add') entries += 1;
    else if (what === 'unlink') entries -= 1;
    if (file === undefined || names.size >= mostNames || entries > mostWatched) rest(restMs);
    else {
      names.add(file);
      cancel ??= clock.after(momentMs, tell);
    }
  }

  function tell(): void {
    cancel = undefined;
    restMs = firstRestMs;
    const changed = names;
    names = new Set();
    for (const name of changed) touched(name);
  }

  function rest(ms: number): void {
    if (state === 'closed') return;
    state = 'resting';
    void watcher?.close();
    watcher = undefined;
    names.clear();
    cancel?.();
    cancel = clock.after(ms, begin);
    restMs = Math.min(2 * restMs, longestRestMs);
  }

  function begin(): void {
    cancel = undefined;
    state = 'watching';
    opening = open().then(() => {
      if (state !== 'closed') flooded();
    }, lost);
  }

  await opening;
  return {
    async close() {
      state = 'closed';
      cancel?.();
      await opening;
      await watcher?.close();
    },
  };
}

/** How many entries a folder has; no more are counted than one above `most`. */
async function entriesOf(folder: string, most: number): Promise<number> {
  let count = 0;
  for await (const _ of await opendir(folder, { bufferSize: 1_024 })) {
    count += 1;
    if (count > most) break;
  }
  return count;
}
