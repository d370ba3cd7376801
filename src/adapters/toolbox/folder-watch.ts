/** Follows the folder of scripts: a tool counts as soon as it is saved; a folder that is too full is reported once. */
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import { mostEntries } from '../scripts/scripts-folder.ts';
import { type ScriptsWatch, watchScripts } from '../scripts/scripts-watch.ts';
import type { ToolEntry } from '../scripts/tool-entry.ts';
import type { ToolRegistry } from '../scripts/tool-registry.ts';

export interface FolderWatch {
  /** Resolves when nothing saved can be missed any more. Never rejects. */
  start(): Promise<void>;
  readonly isOn: boolean;
  close(): Promise<void>;
}

const unwatched = 'the scripts folder is not watched; what is changed by hand counts after a restart';

export function folderWatch({
  scripts,
  registry,
  clock,
  inspect,
  reportFlood,
  log,
}: {
  readonly scripts: string;
  readonly registry: Pick<ToolRegistry, 'entries' | 'rescan' | 'touched'>;
  readonly clock: Clock;
  /** Called with each tool that is there when the watch begins. */
  readonly inspect: (entry: ToolEntry) => void;
  readonly reportFlood: (mostEntries: number) => void;
  readonly log: (level: 'info' | 'warn', text: string, facts?: object) => void;
}): FolderWatch {
  let starting: Promise<void> | undefined;
  let watch: ScriptsWatch | undefined;
  let isFlooded = false;

  function rescan(): void {
    const { isCut } = registry.rescan();
    if (isCut && !isFlooded) reportFlood(mostEntries);
    isFlooded = isCut;
  }

  async function begin(): Promise<void> {
    watch = await watchScripts(scripts, {
      touched: registry.touched,
      flooded: rescan,
      lost: error => log('warn', unwatched, { problem: error.message }),
      clock,
    });
    // something may have been saved between the reading and the watching
    rescan();
    for (const entry of registry.entries()) inspect(entry);
  }

  return {
    start() {
      starting ??= begin().catch(error => log('warn', unwatched, { problem: toFailure(error).message }));
      return starting;
    },
    get isOn() {
      return watch !== undefined;
    },
    async close() {
      await starting;
      await watch?.close();
    },
  };
}
