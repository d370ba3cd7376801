/**
 * Port: copies of folders that coding workers and agents of plans work on, one for each piece of work, named by its
 * actor.
 *
 * The contract: nothing of a copy reaches its folder but by `merge`, and that puts all of the diff there or nothing. No
 * setting and no hook of the repository runs with the rights of this process.
 */
import type { Sentence } from '../../domain/policy/sentence.ts';
import type { WorkStat } from '../../domain/workers/worker.ts';

/** What a worker has changed. */
export interface CopyDiff {
  readonly stat: WorkStat;
  readonly digest: string;
  readonly diff: string;
  readonly reasons: readonly Sentence[];
}

export interface WorkCopies {
  /** Makes it again. Answers how many files of the folder have changes in no commit, or why there is none. */
  make(address: string, folder: string): Promise<{ readonly uncommitted: number } | { readonly problem: Sentence }>;
  /** Puts what checks run on into a folder of their own: as it was before the work, or as the diff would make it. */
  checkOut(address: string, which: 'before' | 'after'): Promise<void>;
  diff(address: string, folder: string): Promise<CopyDiff | { readonly problem: Sentence }>;
  /** Why the diff does not fit the folder as that is now, a line each; `isThere`: the folder has all of it. */
  fit(address: string, folder: string): Promise<{ readonly conflicts: readonly string[]; readonly isThere: boolean }>;
  /**
   * Puts it into the folder, all of it or nothing; one that was cut off is carried to its end. Throws `denied` where it
   * is not that of the digest, and `unknown` where part of it may be there.
   */
  merge(address: string, folder: string, digest: string): Promise<{ readonly conflicts: readonly string[] }>;
  remove(address: string): Promise<void>;
}
