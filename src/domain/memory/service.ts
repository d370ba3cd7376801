/** The memories as their owner sees them: looked through, decided, reworded, forgotten. */
import type { Language } from '../text/texts.ts';
import type { Memory, MemoryKind, MemoryLink, MemoryStatus } from './memory.ts';

/** `q`: any words; without them the newest first. With words only what is in use is found, best first. */
export interface MemoryQuery {
  readonly q?: string;
  readonly status?: MemoryStatus;
  readonly kind?: MemoryKind;
  readonly limit: number;
}

/** A memory with what speaks for it and against it. */
export interface MemoryDetails {
  readonly memory: Memory;
  /** The owner's message it comes from. */
  readonly evidence?: { readonly message: string; readonly text: string; readonly at: number };
  /** The memory it contradicts, and the one it took the place of. */
  readonly contradicts?: Memory;
  readonly replaces?: Memory;
  /** The memories that went into it, and those that speak of the same thing. */
  readonly sources?: readonly Memory[];
  readonly related?: readonly Memory[];
}

/** What one learning run, import or consolidation did. */
export interface MemoryBatch {
  readonly id: string;
  readonly kind: 'observer' | 'import' | 'consolidation';
  readonly session: string | null;
  readonly at: number;
  readonly undoneAt: number | null;
  /** How many memories it made or changed. */
  readonly memories: number;
}

/** One run that puts the memories in order; its id is also that of its batch. */
export interface ConsolidationRun {
  readonly id: string;
  readonly at: number;
  readonly endedAt: number | null;
  readonly outcome: 'running' | 'done' | 'failed' | 'cancelled';
  /** Memories that went into others, that contradict another one, that were tied to others, and that were set aside. */
  readonly merged: number;
  readonly contradicting: number;
  readonly linked: number;
  readonly archived: number;
  /** What its model calls have used. */
  readonly tokens: number;
}

/** What is learned from conversations. `lookedAt`: when one was last looked through; `learnedAt`: with something new. */
export interface LearningState {
  readonly mode: 'auto' | 'suggest' | 'off';
  readonly lookedAt: number | null;
  readonly learnedAt: number | null;
}

/** How far the search by meaning is. */
export interface MeaningState {
  /** `provider/model` that makes the vectors. */
  readonly model: string;
  /** Texts (memories and messages) that have a vector of it, and those that wait for one. */
  readonly done: number;
  readonly waiting: number;
  /** Why none is made at the moment. */
  readonly trouble?: string;
}

export interface MemoryStats {
  /** Undefined: no model for embeddings is set, so words alone find. */
  readonly meaning?: MeaningState;
  readonly active: number;
  readonly pending: number;
  readonly archived: number;
  /** In which the agent speaks to its owner. */
  readonly language: Language;
  /** Messages of the owner that may be recalled. */
  readonly episodes: number;
  readonly batches: readonly MemoryBatch[];
  readonly learning: LearningState;
  /** The newest run that has put them in order. */
  readonly consolidation?: ConsolidationRun;
}

export interface MemoryUndo {
  readonly batch: string;
  /** Memories that are as they were before; `left`: those that were changed since and stay. */
  readonly undone: number;
  readonly left: number;
}

/** What was taken out with a memory. */
export interface ForgottenCopies {
  readonly memories: number;
  readonly messages: number;
  /** Steps of journals. */
  readonly steps: number;
  /** Of other tables, such as approvals and deliveries. */
  readonly rows: number;
  /** False: a turn that may say it once more runs, or another process reads the database; it goes on by itself. */
  readonly isComplete: boolean;
  /** Copies of the database in `backups/`, which stay as they are. */
  readonly backups: number;
}

export interface MemoryPage {
  readonly memories: readonly Signed<Memory>[];
  readonly links: readonly Signed<MemoryLink>[];
}

/** `signature`: by the home that has exported it. */
export type Signed<One> = One & { readonly signature?: string };

export interface TakenMemories {
  /** How many are new. */
  readonly added: number;
  /** So many of them count as from outside, though they claim more: this home has not signed them. */
  readonly unsigned: number;
  /** By the given id, that of the memory here that says the same, where it is another one. */
  readonly known: Readonly<Record<string, string>>;
}

/** `by` names who asks for it and from where, for the audit chain. Undefined: there is no such memory. */
export interface MemoryService {
  find(query: MemoryQuery): Promise<readonly Memory[]>;
  show(id: string): Promise<MemoryDetails | undefined>;
  /** What waits for the owner, the newest first: what is pending, and what contradicts another one. */
  pending(limit: number): Promise<readonly MemoryDetails[]>;
  stats(): Promise<MemoryStats>;
  /** A pending memory counts as the owner's own from then on; what it contradicts is set aside. */
  accept(id: string, by: string): Promise<Memory | undefined>;
  /** A pending memory is set aside, and not proposed again. */
  reject(id: string, by: string): Promise<Memory | undefined>;
  /** Both are true: a memory counts beside what it contradicts. */
  both(id: string, by: string): Promise<Memory | undefined>;
  /** In other words: as the owner's own; the old text is gone. */
  edit(id: string, content: string, by: string): Promise<Memory | undefined>;
  /** Gone for good, with all copies that there are in this home. */
  forget(id: string, by: string): Promise<ForgottenCopies | undefined>;
  /** How many memories and messages hold these words. Throws `invalid` where they say too little. */
  carrying(words: string): Promise<{ readonly memories: number; readonly messages: number }>;
  /** Whatever holds these words, once under a key. Throws `invalid` where that is not `count`, as a confirmation. */
  forgetWords(words: string, count: number, by: string, key?: string): Promise<ForgottenCopies>;
  /**
   * All of them, gone for good. Throws `invalid` where there are not `count`, as a confirmation. `keepConversations`:
   * their copies stay.
   */
  forgetAll(count: number, keepConversations: boolean, by: string): Promise<ForgottenCopies>;
  /** A page of all memories, in the order in which they were made, with the links that begin at them. */
  page(after: string | undefined, limit: number): Promise<MemoryPage>;
  /**
   * Takes memories and links of another home in; what is there already stays, and a link counts where both its ends are
   * there. They are one batch. What this home has not signed counts as from outside and waits for the owner, unless the
   * owner vouches for it.
   */
  take(batch: string, given: MemoryPage & { readonly isVouchedFor?: boolean }, by: string): Promise<TakenMemories>;
  /**
   * Puts the memories in order: one run under each name. Where it takes longer than moments, the answer says that it is
   * running; asked again under the same name, it waits on.
   */
  consolidate(name: string, by: string): Promise<ConsolidationRun>;
  /** Takes a batch back; without an id the newest that was not. Asked again under a key, it answers what it did then. */
  undo(batch: string | undefined, by: string, key?: string): Promise<MemoryUndo | undefined>;
}
