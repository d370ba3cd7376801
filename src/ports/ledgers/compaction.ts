/**
 * Port: which summaries stand for the beginnings of conversations, and what is left out of their requests. Writes are
 * called within a transaction of the host.
 */
import type { Compaction } from '../../domain/context/compaction.ts';
import type { Eviction } from '../../domain/context/evictions.ts';

export interface CompactionLedger {
  /** The newest that was not undone, as long as its message was not set aside. */
  standing(session: string): Compaction | undefined;
  /** `upTo`: the newest message it stands for. `messages`: so many beside those of the summary before it. */
  add(compaction: Pick<Compaction, 'summary' | 'session' | 'messages' | 'at'> & { readonly upTo: string }): void;
  /** The one that stands stands no more, and the one before it stands again. */
  undo(session: string, at: number): Compaction | undefined;
  /** When a summary of a conversation was undone last. */
  undoneAt(session: string): number | undefined;
}

export interface EvictionLedger {
  /** What is left out by now; undefined: nothing was yet. */
  newest(session: string): Eviction | undefined;
  /** The newest `limit` changes, newest first; of one turn alone where it is named. */
  list(session: string, limit: number, turn?: string): readonly Eviction[];
  add(eviction: Eviction & { readonly session: string }): void;
}
