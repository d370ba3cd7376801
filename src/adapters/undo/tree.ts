/** All that stands in the workspace as it was last looked at, in memory: folder by folder, name by name. */
import { below, partsOf } from './byte-path.ts';
import type { Entry } from './entry.ts';

export interface Tree {
  /** How many entries there are, the workspace itself not counted. */
  readonly count: number;
  get(path: string): Entry | undefined;
  /** Undefined takes it out; what is in a folder stays until it is taken out itself. */
  set(path: string, entry: Entry | undefined): void;
  /** What a folder holds, by name. */
  in(folder: string): ReadonlyMap<string, Entry>;
  /** Every path below a folder, each folder before what is in it. */
  below(folder: string): Generator<string>;
}

/** The workspace itself is the path ''. */
export function createTree(rows: Iterable<readonly [string, Entry]> = []): Tree {
  const folders = new Map<string, Map<string, Entry>>();
  let root: Entry | undefined;
  let count = 0;

  const tree: Tree = {
    get count() {
      return count;
    },
    get(path) {
      if (path === '') return root;
      const { folder, name } = partsOf(path);
      return folders.get(folder)?.get(name);
    },
    set(path, entry) {
      if (path === '') {
        root = entry;
        return;
      }
      const { folder, name } = partsOf(path);
      const names = folders.get(folder) ?? new Map<string, Entry>();
      if (entry === undefined) {
        if (names.delete(name)) count--;
        if (names.size === 0) folders.delete(folder);
        return;
      }
      if (!names.has(name)) count++;
      names.set(name, entry);
      folders.set(folder, names);
    },
    in: folder => folders.get(folder) ?? none,
    *below(folder) {
      for (const [name, { kind }] of [...(folders.get(folder) ?? none)]) {
        const path = below(folder, name);
        yield path;
        if (kind === 'folder') yield* tree.below(path);
      }
    },
  };
  for (const [path, entry] of rows) tree.set(path, entry);
  return tree;
}

const none: ReadonlyMap<string, Entry> = new Map();
