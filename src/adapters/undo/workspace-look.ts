/** A look at the workspace, noted: what differs belongs to the calls that run. */
import { type Form, type Sentence, says } from '../../domain/policy/sentence.ts';
import { shownPath } from './byte-path.ts';
import { isAlike, type Unkept } from './entry.ts';
import type { LetIn } from './let-in.ts';
import type { ObjectStore } from './object-store.ts';
import type { Difference } from './scan/tree-changes.ts';
import { scanTree } from './scan/tree-scan.ts';
import type { Tree } from './tree.ts';
import type { UndoIndex } from './undo-index.ts';

/** What is to be said to the owner, in whole sentences; mostly nothing. */
export type Notes = readonly Sentence[];

export interface WorkspaceLook {
  /**
   * Looks; `also` is written in the same transaction, so that a call is never noted without what it found, nor the
   * other way round. `owners`: whose the differences are, where they are not those of the calls that run.
   */
  look(also?: () => void, owners?: () => readonly number[]): Notes;
  /** What is always to be said. */
  standing(): Notes;
}

export function workspaceLook(options: {
  /** The workspace, links resolved. */
  readonly root: string;
  readonly letIn: LetIn;
  readonly tree: Tree;
  readonly objects: ObjectStore;
  readonly index: UndoIndex;
  readonly mostEntries: number;
  readonly now: () => number;
  /** The turns of the calls that run. */
  readonly running: () => readonly number[];
  readonly onAlive: () => void;
}): WorkspaceLook {
  const { root, letIn, tree, objects, index, mostEntries, now, onAlive, running } = options;
  let wasCut = false;

  /** Half a look is none: what is known is again what was noted last. */
  function restoreTree(): void {
    for (const path of [...tree.below('')].reverse()) tree.set(path, undefined);
    for (const [path, entry] of index.tree()) tree.set(path, entry);
  }

  function attribute(turn: number, { path, before, after }: Difference): void {
    const known = index.change(turn, path);
    const isMixed = known !== undefined && (known.isMixed || !isAlike(known.after, before));
    const first = known === undefined ? before : known.before;
    if (isAlike(first, after) && !isMixed) index.dropChange(turn, path);
    else index.saveChange(turn, { path, before: first, after, isMixed });
  }

  return {
    look(also = () => {}, owners = running) {
      let scan: ReturnType<typeof scanTree>;
      try {
        scan = scanTree({ root, letIn, tree, objects, mostEntries, now, onAlive });
      } catch (error) {
        objects.forget();
        restoreTree();
        throw error;
      }
      const settled = objects.settle();
      const turns = owners();
      index.transaction(() => {
        settled.forEach(index.addObject);
        for (const [path, entry] of scan.touched) index.saveEntry(path, entry);
        for (const turn of turns) for (const difference of scan.differences) attribute(turn, difference);
        also();
      });
      const notes = [...unkeptNotes(scan.differences), ...(scan.isCut && !wasCut ? [cutNote(mostEntries)] : [])];
      wasCut = scan.isCut;
      return notes;
    },
    standing: () => (wasCut ? [cutNote(mostEntries)] : []),
  };
}

const whys: Readonly<Record<Unkept, Form>> = {
  large: says`larger than [undo] max_file_mb`,
  full: says`[undo] max_mb is reached`,
  disk: says`too little of the disk is free`,
  unreadable: says`not readable`,
  changed: says`it was written while it was read`,
};

function unkeptNotes(differences: readonly Difference[]): Notes {
  const found = new Map<Unkept, string[]>();
  for (const { path, before, after } of differences)
    if (after?.unkept !== undefined && after.unkept !== before?.unkept)
      found.set(after.unkept, [...(found.get(after.unkept) ?? []), path]);
  return [...found].map(([why, paths]) => {
    const names = paths.slice(0, 3).map(shownPath).join(', ');
    return paths.length > 3
      ? says`Not kept for undo: ${names} and ${paths.length - 3} more (${whys[why]}).`
      : says`Not kept for undo: ${names} (${whys[why]}).`;
  });
}

function cutNote(most: number): Form {
  return says`The workspace has more than ${most} files; those beyond are not kept for undo.`;
}
