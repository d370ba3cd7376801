/**
 * A file that a command executes, or reads as a list of what is to be done.
 *
 * What such a file holds decides what the command comes to, as much as its own words do. A rule says which operand is
 * one; who may read files (src/adapters/run-files/run-files.ts) says what is in it.
 */
/** In which language it is written, as far as what starts it tells; it may name further files. */
export type Written = 'shell' | 'python' | 'node' | 'make' | 'npm';

export interface Obeyed {
  /** Relative to the workspace, or absolute; absent: only the run will show. */
  readonly path?: string;
  /** As the owner reads it. */
  readonly shown: string;
  readonly how: 'runs' | 'lists';
  /** It counts where it is there: the usual name of a settings file, an operand that may be no file. */
  readonly isOptional?: true;
  readonly written?: Written;
  /** A folder of modules: which names are in it counts, since each can take the place of another. */
  readonly isModules?: true;
  /** Which scripts of a `package.json`. */
  readonly scripts?: readonly string[];
  /** Where the command stands, and with it the names in the file. */
  readonly cwd: string;
}
