/**
 * Tells when a file of the scripts folder was saved or is gone. Editors that save in pieces or by way of another file
 * are understood.
 *
 * Commands write there too, as fast as they like. What comes within a moment is told once; where that is more than a
 * person or a tool saves, the watch is closed for a while, twice as long each time, and then everything that counts is
 * to be looked at again. So a flood of files costs a few looks, each of which is bounded.
 */
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import type { Clock } from '../../ports/clock.ts';

export interface ScriptsWatch {
  close(): void;
}

export interface ScriptsWatchOptions {
  /** A file of that name was saved or is gone. */
  readonly touched: (file: string) => void;
  /** So much has changed that everything has to be looked at. */
  readonly flooded: () => void;
  /** The system gives up watching, or the folder is gone. */
  readonly lost: (error: Error) => void;
  readonly clock: Pick<Clock, 'after'>;
}

const momentMs = 25;
/** More names within a moment are a flood. */
const mostNames = 200;
const [firstRestMs, longestRestMs] = [1_000, 30_000];

/**
 * Watches the folder itself, no folder within and no hidden file. When it answers, nothing can be missed any more; it
 * throws where it cannot.
 */
export function watchScripts(folder: string, { touched, flooded, lost, clock }: ScriptsWatchOptions): ScriptsWatch {
  let names = new Set<string>();
  let restMs = firstRestMs;
  let cancel: (() => void) | undefined;
  let watcher: FSWatcher | undefined = open();

  function open(): FSWatcher {
    const opened = watch(folder);
    opened.on('change', (_, file) => {
      if (opened === watcher) receive(typeof file === 'string' ? file : '');
    });
    opened.on('error', error => {
      if (opened === watcher) lost(error);
    });
    return opened;
  }

  function receive(file: string): void {
    if (file.startsWith('.')) return;
    // a name that is missing says nothing; the folder's own says that it is another one now
    if (file === '' || file === basename(folder) || names.size >= mostNames) rest();
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

  function rest(): void {
    watcher?.close();
    watcher = undefined;
    cancel?.();
    names.clear();
    cancel = clock.after(restMs, begin);
    restMs = Math.min(2 * restMs, longestRestMs);
  }

  function begin(): void {
    cancel = undefined;
    try {
      watcher = open();
      flooded();
    } catch (error) {
      lost(error as Error);
    }
  }

  return {
    close() {
      cancel?.();
      watcher?.close();
      watcher = undefined;
    },
  };
}
