/** Port: the files of the folders the agent may touch, which nothing leads out of. */
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

export type FolderName = 'workspace' | 'scripts' | 'settings';

export type Folders = Readonly<Record<FolderName, string>>;

/** A folder of the owner's that stands in the workspace, under a name of its own. */
export interface LetInFolder {
  readonly name: string;
  /** On this machine, links resolved. */
  readonly path: string;
  /** Else no tool writes in it, and no command in a sandbox. */
  readonly isWritable: boolean;
  /** The owner speaks from there. */
  readonly isHere?: true;
}

/** A place by its name alone. `parts` are the components below the folder, none of them empty, `.` or `..`. */
export interface Place {
  readonly folder: FolderName;
  readonly parts: readonly string[];
}

export interface ConfinedPaths {
  /** What a path means. Throws `invalid` for one outside; {@link problemOf} tells before. */
  place(path: string): Place;
  /** Why a path cannot be meant, a sentence for the model; undefined where it can. */
  problemOf(path: string): string | undefined;
  /** Why nothing is written there, a sentence for the model; undefined where it may be. */
  unwritable(place: Place): string | undefined;
  /** The place as a model reads it. */
  name(place: Place): string;
  /** The place on this machine, for the owner. */
  onDisk(place: Place): string;
  /**
   * Goes to a place. `make`: folders that are missing on the way are made. `asNamed`: no link is followed, since what
   * was judged is the name alone, by the owner's gates too. Throws `invalid` where the way is blocked or leads out,
   * other kinds where the disk fails.
   */
  find(place: Place, options?: { readonly make?: boolean; readonly asNamed?: boolean }): Promise<Found>;
}

/** A folder that is held open. */
export interface Directory extends AsyncDisposable {
  readonly place: Place;
  readonly handle: FileHandle;
  /** Folders in it that lie elsewhere on this machine, whatever the disk lists under these names. */
  readonly letIn: readonly string[];
  /** A path to what stands in it, for the calls of `node:fs` that do not follow links; `.` is the folder itself. */
  at(name: string): string;
  /** Opens a folder in it, which is the one that `seen` was, or a fault. */
  enter(name: string, seen?: Stats): Promise<Directory>;
}

export interface Found extends AsyncDisposable {
  /** The folder in which it stands. */
  readonly parent: Directory;
  /** Its name there; `.` for one of the two folders themselves. */
  readonly name: string;
  /** Where it really is, links resolved. */
  readonly place: Place;
  /** What stands there, never a link. Undefined: nothing. */
  readonly stats: Stats | undefined;
}

export interface ConfinedFiles extends ConfinedPaths {
  /**
   * Opens a regular file for reading. Throws `invalid` where there is none, then it says what there is instead; and
   * where the way leads through a link, since what was judged is the name alone.
   */
  open(place: Place): Promise<OpenFile>;
  /** Opens a folder. */
  folder(place: Place): Promise<Directory>;
  /**
   * Puts a file in its place, whole; folders on the way are made. Throws `invalid` where the way leads through a link.
   */
  put(
    place: Place,
    content: Uint8Array,
    options?: {
      /** Only where the file is still what it was; throws `invalid` where it is not. */
      readonly unchangedSince?: Stats;
      /** The file may be executed, where it is new; one that is replaced keeps its rights. */
      readonly executable?: boolean;
    },
  ): Promise<Put>;
  /** Takes a regular file away. Throws `invalid` where there is none, or it is not what it was. */
  remove(place: Place, options?: { readonly unchangedSince?: Stats }): Promise<void>;
  /**
   * Gives a file or folder another place, where nothing stands yet. False: the two lie on different disks, and nothing was
   * done.
   */
  rename(from: Place, to: Place): Promise<boolean>;
}

export interface OpenFile extends AsyncDisposable {
  readonly handle: FileHandle;
  /** As the call named it. */
  readonly name: string;
  readonly place: Place;
  readonly stats: Stats;
  /** All of it. Throws `invalid` where it is larger than `most` bytes. */
  bytes(most: number): Promise<Buffer>;
}

export interface Put {
  /** The size of what was there; undefined: nothing was. */
  readonly before: number | undefined;
}
