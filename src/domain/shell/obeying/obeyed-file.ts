/**
 * A file that a command executes, or reads as a list of what is to be done.
 *
 * What such a file holds decides what the command comes to, as much as its own words do. A rule says which operand is
 * one; who may read files (src/adapters/run-files/run-files.ts) says what is in it.
 */

/**
 * In which language it is written, which tells what starts it; it may name further files. `other`: nobody here reads
 * that language, so what such a file starts is never known.
 */
export type Written =
  | 'shell'
  | 'python'
  | 'node'
  | 'make'
  | 'npm'
  | 'npmrc'
  | 'gitconfig'
  | 'awk'
  | 'sed'
  | 'sql'
  | 'perl'
  | 'script'
  | 'other';

export interface Obeyed {
  /** Relative to the workspace, or absolute; absent: only the run will show. */
  readonly path?: string;
  /** As the owner reads it. */
  readonly shown: string;
  readonly how: 'runs' | 'lists';
  /** It counts where it is there: the usual name of a settings file, an operand that may be no file. */
  readonly isOptional?: true;
  readonly written?: Written;
  /** `path` is below the home of commands. */
  readonly isHome?: true;
  /** Nothing of that name may be there; where something is, what it leads to is not known. */
  readonly isAbsent?: true;
  /** Where it is missing, something that nobody has looked at takes its place: what, as the owner reads it. */
  readonly orElse?: string;
  /** What the folder holds counts, not one file in it. */
  readonly folder?: FolderKind;
  /** Which scripts of a `package.json`. */
  readonly scripts?: readonly string[];
  /** Where the command stands, and with it the names in the file. */
  readonly cwd: string;
}

/**
 * `modules`: which names are in it, since each can take the place of another. `compiled`: the modules that Python has
 * compiled there, which it takes for their source. `hooks`: none may be there, samples apart. `makefiles`: nothing may
 * be there that make would make its makefile of. `repository`: it leads nowhere else, and holds no other one.
 */
export type FolderKind = 'modules' | 'compiled' | 'hooks' | 'makefiles' | 'repository';
