/**
 * The agent's own tools as their files are now.
 *
 * A tool is NAME.json and the program it names. What is saved and right counts at once; what is wrong or gone counts
 * after a moment, since most of that is a file being saved. A wrong one is kept out with its reason; one whose files
 * have not changed costs nothing.
 */
import type { Clock } from '../../ports/clock.ts';
import type { ScriptsFolder } from './scripts-folder.ts';
import { readToolEntry, type ToolEntry } from './tool-entry.ts';

export interface ToolEvent {
  readonly kind: 'added' | 'changed' | 'broken' | 'removed';
  readonly name: string;
  /** As it is now; of a removed one as it was. */
  readonly entry: ToolEntry;
}

export interface ToolRegistry {
  entries(): readonly ToolEntry[];
  get(name: string): ToolEntry | undefined;
  /** Reads the files of one tool now. Undefined: there is none. */
  reload(name: string): ToolEntry | undefined;
  /** Looks at all there is. `isCut`: the folder holds more than was looked through. */
  rescan(): { readonly isCut: boolean };
  /** A file of the folder was saved or is gone. */
  touched(file: string): void;
  /** Takes a tool with this content out: something was found that its files alone do not show. */
  condemn(name: string, hash: string, problem: string): void;
  close(): void;
}

export interface ToolRegistryOptions {
  readonly folder: Pick<ScriptsFolder, 'names' | 'read'>;
  /** Tools that were there before: found in a flooded folder too, where only a part is looked through. */
  readonly known?: () => readonly string[];
  /** Names a script cannot have: the built-in tools. */
  readonly reserved: (name: string) => boolean;
  readonly onEvent: (event: ToolEvent) => void;
  readonly clock: Pick<Clock, 'after'>;
  /** How long bad news has to stay true; the default is 500. */
  readonly settleMs?: number;
}

/** More would be no tools but a flood; what comes after them in the alphabet is left out. */
const mostTools = 500;

/** Reads the folder at once. */
export function toolRegistry(options: ToolRegistryOptions): ToolRegistry {
  const { folder, known = () => [], reserved, onEvent, clock, settleMs = 500 } = options;
  const read = (name: string) => readToolEntry(folder, name, reserved);
  const entries = new Map<string, ToolEntry>();
  const settling = new Map<string, () => void>();

  function accept(name: string, entry: ToolEntry | undefined): void {
    settling.get(name)?.();
    settling.delete(name);
    const before = entries.get(name);
    if (entry) entries.set(name, entry);
    else entries.delete(name);
    if (before?.hash === entry?.hash && before?.problem === entry?.problem) return;
    if (entry) onEvent({ kind: entry.problem !== undefined ? 'broken' : before ? 'changed' : 'added', name, entry });
    else if (before) onEvent({ kind: 'removed', name, entry: before });
  }

  function look(name: string, settled = false): void {
    const entry = read(name);
    const before = entries.get(name);
    settling.get(name)?.();
    settling.delete(name);
    if (isSame(entry, before) || (!entry && !before)) return;
    if (entry?.tool || settled) accept(name, entry);
    else
      settling.set(
        name,
        clock.after(settleMs, () => look(name, true)),
      );
  }

  function present(): { readonly names: ReadonlySet<string>; readonly isCut: boolean } {
    const { names, isCut } = folder.names();
    return { names: new Set([...(isCut ? known() : []), ...names].slice(0, mostTools)), isCut };
  }

  function reload(name: string): ToolEntry | undefined {
    const entry = read(name);
    if (!isSame(entry, entries.get(name))) accept(name, entry);
    return entries.get(name);
  }

  for (const name of present().names) {
    const entry = read(name);
    if (entry) entries.set(name, entry);
  }

  return {
    entries: () => [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    get: name => entries.get(name),
    reload,
    rescan() {
      const { names, isCut } = present();
      for (const name of new Set([...entries.keys(), ...names])) reload(name);
      return { isCut };
    },
    touched(file) {
      if (file.endsWith('.json')) {
        const name = file.slice(0, -'.json'.length);
        if (entries.has(name) || entries.size < mostTools) look(name);
        return;
      }
      // a program belongs to the tools that name it, and perhaps to a schema that came before it
      const names = [...entries.values()].filter(({ program }) => program === file).map(({ name }) => name);
      for (const name of new Set([...names, ...settling.keys()])) look(name);
    },
    condemn(name, hash, problem) {
      const entry = entries.get(name);
      if (entry?.hash !== hash) return;
      const { tool: _, ...rest } = entry;
      accept(name, { ...rest, problem });
    },
    close() {
      for (const cancel of settling.values()) cancel();
      settling.clear();
    },
  };
}

/** What was condemned stays so until its content changes. */
function isSame(entry: ToolEntry | undefined, before: ToolEntry | undefined): boolean {
  return entry?.tool !== undefined && entry.hash === before?.hash;
}
