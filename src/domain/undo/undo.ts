/** What a turn changed in the workspace, and bringing it back: what is shown of it, whichever way it is asked for. */
import type { Form } from '../policy/sentence.ts';

/** One turn that changed something. */
export interface UndoTurn {
  /** What it is named by. */
  readonly id: number;
  /** The turn as the journal names it; of an undo a name of its own. */
  readonly turn: string;
  readonly session: string;
  readonly at: number;
  /** What its calls were to do, the first few, in sentences. */
  readonly what: readonly string[];
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  /** It is an undo of this one. */
  readonly undoes?: number;
}

/** What stands or stood at a path. */
export interface UndoThing {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Of a file. */
  readonly bytes?: number;
  /** Of a folder that came or went: how many files with it. */
  readonly files?: number;
  /** Of a link: where it leads. */
  readonly target?: string;
  /** Octal, as `chmod` takes them: `0644`. */
  readonly rights: string;
  /** User and group by number, as `chown` takes them. */
  readonly owner: string;
  /** `false`: what the file held was not kept. */
  readonly isKept?: false;
}

/** One path that a turn changed. */
export interface UndoChange {
  readonly path: string;
  /** What the turn did to it. `mode`: its rights or owner alone; `type`: from one kind to another. */
  readonly what: 'added' | 'changed' | 'deleted' | 'mode' | 'type';
  /** What it was, and what the turn made of it. Absent: nothing. */
  readonly before?: UndoThing;
  readonly after?: UndoThing;
  /**
   * `ready`: it can be brought back; `done`: it is as it was; `conflict`: it has been changed since, so only with
   * `overwrite`; `lost`: what it held was not kept.
   */
  readonly standing: 'ready' | 'done' | 'conflict' | 'lost';
  /** Why it is a conflict or lost, the end of a sentence that begins with the path. */
  readonly why?: string;
  /** The same as data. */
  readonly said?: Form;
  /** Of a text: what the turn took out (`-`) and put in (`+`), with the lines around. */
  readonly diff?: readonly string[];
}

/** A whole sentence for the owner, in English and as data. */
export interface UndoNote {
  readonly text: string;
  readonly said?: Form;
}

export interface UndoDetails extends UndoTurn {
  /** Names this difference: another one of the same turn has another name. */
  readonly seen: string;
  readonly changes: readonly UndoChange[];
  /** Changes beyond those that are listed. */
  readonly more: number;
  /** What should be known of it, in whole sentences: calls of other turns at the same time, what was not kept. */
  readonly notes: readonly UndoNote[];
}

export interface UndoList {
  readonly isOn: boolean;
  readonly turns: readonly UndoTurn[];
  /** What everything kept takes on the disk. */
  readonly usedBytes: number;
  /** What cannot be brought back, in whole sentences. */
  readonly notes: readonly UndoNote[];
}

export interface UndoOutcome {
  /** The number of this undo, by which it can be undone; absent where nothing had to be done. */
  readonly id?: number;
  /** How many files and folders are as they were again. */
  readonly restored: number;
  /** What was left as it is, and why. */
  readonly left: readonly { readonly path: string; readonly why: string; readonly said?: Form }[];
}

/** The newest of these turns, the newest first, that is neither an undo nor undone. */
export function newestToUndo(turns: readonly UndoTurn[]): UndoTurn | undefined {
  const undone = new Set<number>();
  return turns.find(({ id, undoes }) => {
    // an undo that was undone itself has changed nothing any more
    if (undoes !== undefined && !undone.has(id)) undone.add(undoes);
    return undoes === undefined && !undone.has(id);
  });
}

/** What the owner can ask. Every promise rejects with a `Fault`. */
export interface UndoService {
  list(): Promise<UndoList>;
  /** Undefined: there is no such turn, or what it changed is no longer kept. */
  show(id: number): Promise<UndoDetails | undefined>;
  /**
   * `overwrite`: also what has been changed since. Throws `invalid` where there is no such turn, and while a command
   * runs.
   */
  apply(id: number, options?: { readonly overwrite?: boolean }): Promise<UndoOutcome>;
}
