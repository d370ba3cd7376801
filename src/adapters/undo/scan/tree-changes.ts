/** What a scan finds different from the last one, noted in the tree as the scan goes on. */
import { type Entry, isAlike } from '../entry.ts';
import type { Tree } from '../tree.ts';

export interface Difference {
  readonly path: string;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

export interface TreeChanges {
  /** What is not as it was, as far as it matters. */
  readonly differences: readonly Difference[];
  /** Every entry whose row has to be written again. */
  readonly touched: ReadonlyMap<string, Entry | undefined>;
  note(path: string, before: Entry | undefined, after: Entry | undefined): void;
  /** It is gone, with everything in it. */
  noteGone(path: string, before: Entry): void;
  /** What was in it is gone. */
  noteEmptied(path: string, before: Entry): void;
}

export function treeChanges(tree: Tree): TreeChanges {
  const differences: Difference[] = [];
  const touched = new Map<string, Entry | undefined>();

  function note(path: string, before: Entry | undefined, after: Entry | undefined): void {
    touched.set(path, after);
    tree.set(path, after);
    if (!isAlike(before, after)) differences.push({ path, before, after });
  }

  function noteEmptied(path: string, before: Entry): void {
    if (before.kind === 'folder') for (const inner of [...tree.below(path)]) note(inner, tree.get(inner), undefined);
  }

  return {
    differences,
    touched,
    note,
    noteGone(path, before) {
      noteEmptied(path, before);
      note(path, before, undefined);
    },
    noteEmptied,
  };
}
