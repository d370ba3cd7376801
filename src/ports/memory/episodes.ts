/** Port: messages of the owner as memories of little weight. */
import type { FoundMemory, Memory } from '../../domain/memory/memory.ts';

export interface EpisodeQuery {
  readonly words: string;
  /** The conversation that asks; what its model sees anyway is left out. */
  readonly session: string;
  readonly limit: number;
}

/**
 * All of it is synchronous; writes belong into a transaction.
 *
 * The contract:
 * - `keep` makes an episode of a message once; what is no message is left out.
 * - `find` answers active ones that likely answer, best first: never what was set aside, never a message that a memory
 *   comes from, never one of the newest `windowMessages` of the conversation that asks.
 * - An episode goes with the words of its message.
 */
export interface Episodes {
  keep(message: string): void;
  find(query: EpisodeQuery): readonly FoundMemory[];
  get(id: string): Memory | undefined;
  /** The newest first; -1: all of them. */
  list(limit: number): readonly Memory[];
  /** The oldest that are active and were said before this instant. */
  old(before: number, limit: number): readonly Memory[];
  used(id: string, at?: number): void;
  /** False: there was none. */
  setStatus(id: string, status: 'active' | 'archived'): boolean;
  /** The message stays as it is. False: there was none. */
  remove(id: string): boolean;
  removeAll(): void;
  /** How many are active. */
  count(): number;
}
