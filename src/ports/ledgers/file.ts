/** Port: how far the files that the agent wrote are trusted, as they were then. */
import type { Taint } from '../../domain/policy/taint.ts';

/** Port: contents that are trusted, by path. */
export interface FileLedger {
  of(path: string): { readonly hash: string; readonly taint: Taint } | undefined;
  /** Replaces what was noted of the path. */
  note(row: {
    readonly path: string;
    readonly hash: string;
    readonly taint: 'owner' | 'auth';
    readonly at: number;
  }): void;
}
