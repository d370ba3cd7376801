/** What the agent keeps beyond a conversation, and the port it is kept behind. */
import type { Taint } from '../policy/taint.ts';
import { fold } from '../text/writing/folding.ts';
import { isPacked } from '../text/writing/scripts.ts';

export const memoryKinds = [
  'fact',
  'procedure',
  'episode',
  'preference',
  'skill',
  'summary',
  'artifact',
  'link',
] as const;

/**
 * `fact`: something that is so; `procedure`: how something is done; `episode`: something that happened; `preference`:
 * how the owner likes things; `skill`: what the agent can do; `summary`: what several others say together; `artifact`:
 * a thing that was made, by where it lies; `link`: how two others belong together.
 */
export type MemoryKind = (typeof memoryKinds)[number];

export const memoryStatuses = ['active', 'pending', 'archived'] as const;

/** `pending` waits for the owner, `archived` was set aside; only `active` ones are found and put before a model. */
export type MemoryStatus = (typeof memoryStatuses)[number];

export const memorySources = ['owner', 'observer', 'tool', 'import', 'consolidation'] as const;

/**
 * Who wrote it: the owner's own request, the observer after a conversation, a tool call of the agent where others had
 * a say, an import, or the consolidation of several others.
 */
export type MemorySource = (typeof memorySources)[number];

/** One memory. Instants are UTC epoch ms. */
export interface Memory {
  /** Stays when it is reworded. */
  readonly id: string;
  readonly kind: MemoryKind;
  readonly content: string;
  readonly tags: readonly string[];
  /** What it is about, such as `owner: shoe size`: two memories with one subject and other words contradict each other. */
  readonly subject: string | null;
  readonly status: MemoryStatus;
  readonly source: MemorySource;
  readonly taint: Taint;
  /** `private`: it is put before a model only where a search finds it, never unasked. */
  readonly sensitivity: 'normal' | 'private';
  /** Who reads and writes it (partition.ts). */
  readonly partition: string;
  /** 0 to 1. */
  readonly importance: number;
  /** 0 to 1: how sure it is. */
  readonly confidence: number;
  /** How often it was said or noticed. */
  readonly sightings: number;
  /** Where it was said; `message`: the id of the owner's message it comes from. */
  readonly session: string;
  readonly message: string | null;
  /** The learning run, import or consolidation that made it. */
  readonly batch: string | null;
  /** The memory it took the place of. */
  readonly replaces: string | null;
  /** The memory it does not agree with, while the owner has not decided. */
  readonly contradicts: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How often it was put before a model, and when last. */
  readonly uses: number;
  readonly lastUsedAt: number | null;
  /** From then on it is archived. */
  readonly expiresAt: number | null;
}

/** A memory to be kept; what is left out has its usual value. `id`: what it is to be called where that is free. */
export type NewMemory = Pick<Memory, 'kind' | 'content' | 'status' | 'source' | 'taint' | 'session'> &
  Partial<
    Pick<
      Memory,
      | 'id'
      | 'tags'
      | 'subject'
      | 'sensitivity'
      | 'partition'
      | 'importance'
      | 'confidence'
      | 'sightings'
      | 'message'
      | 'batch'
      | 'replaces'
      | 'contradicts'
      | 'createdAt'
      | 'uses'
      | 'lastUsedAt'
      | 'expiresAt'
    >
  > & { readonly at: number };

/** What may be changed of a memory. */
export type MemoryChange = Partial<
  Pick<
    Memory,
    | 'tags'
    | 'subject'
    | 'status'
    | 'source'
    | 'taint'
    | 'sensitivity'
    | 'importance'
    | 'confidence'
    | 'sightings'
    | 'replaces'
    | 'contradicts'
    | 'expiresAt'
  >
>;

/**
 * A memory that was found. `coverage` is the share, 0 to 1, of the question's ideas it touches; 0.5 and more is a
 * likely answer.
 */
export interface FoundMemory extends Memory {
  readonly score: number;
  readonly coverage: number;
}

export const memoryLinkKinds = ['merged', 'related', 'different'] as const;

/**
 * How two memories belong together. `merged`: `other` went into `one`; `related`: they speak of one thing; `different`:
 * they were compared, and are not to be again.
 */
export interface MemoryLink {
  readonly one: string;
  readonly other: string;
  readonly kind: (typeof memoryLinkKinds)[number];
}

export interface MemoryFilter {
  readonly status?: MemoryStatus;
  readonly kind?: MemoryKind;
  /** Left out: in every partition. */
  readonly partitions?: readonly string[];
  /** -1: all of them. */
  readonly limit: number;
}

/**
 * Port: the memories. All of it is synchronous and may be called inside a transaction of the same database.
 *
 * The contract:
 * - `save` answers the id of the memory that has these words now: the same words, however spaced, cased or ended, of
 *   the same kind and partition are the same memory, and so is what is saved under an id that is there. A known one keeps its content, session and `createdAt`;
 *   `updatedAt` never goes back, an `archived` or `pending` one becomes what the new one is, an `active` one stays so,
 *   and trust rises only by the owner's own word. Saving the very same again writes nothing.
 * - `reword` keeps the id and makes it the owner's own, active; if another one has those words already, the two become
 *   that one. It answers the id. Undefined: there was none. With the `session` that the new words were said in, the
 *   message that said them is one more that the memory comes from.
 * - `search` takes any text whatsoever, finds `active` memories only, in the partitions given (else the global one),
 *   best first, the newer first among equals.
 * - `get` answers in the order asked for, without those that do not exist; `list` newest first.
 * - `get`, `used`, `change` (its status), `family` and `remove` take ids of episodes (episode.ts) too, and `list` of
 *   that kind has them; nothing else does, so what was said in passing is never found in place of what was kept.
 */
export interface MemoryStore {
  save(memory: NewMemory): string;
  reword(id: string, content: string, at: number, session?: string): string | undefined;
  /** False: there was none. */
  change(id: string, change: MemoryChange, at: number): boolean;
  /** `all`: in every partition, for the owner. */
  search(query: string, limit: number, partitions?: readonly string[] | 'all'): readonly FoundMemory[];
  /** The active ones of these rows, in their order, in the partitions given (else the global one). */
  among(
    rows: readonly number[],
    partitions?: readonly string[] | 'all',
  ): readonly { readonly row: number; readonly memory: Memory }[];
  get(ids: readonly string[]): readonly Memory[];
  /** Two at most of the ids that begin so. */
  beginning(begin: string): readonly string[];
  /** The one that has these words in this partition (else the global one), whatever its status. */
  withWords(kind: MemoryKind, content: string, partition?: string): Memory | undefined;
  list(filter: MemoryFilter): readonly Memory[];
  /** All of them in the order in which they were made, a page at a time: those after this id. */
  page(after: string | undefined, limit: number): readonly Memory[];
  /** How many there are of each status. */
  counts(): Readonly<Record<MemoryStatus, number>>;
  /** Those about this subject that are not archived. */
  about(subject: string): readonly Memory[];
  /** Those that wait for the owner, the newest first: pending ones, and active ones that contradict another in use. */
  waiting(limit: number): readonly Memory[];
  /** These, with all that went into them, and what they went into. */
  family(ids: readonly string[]): readonly Memory[];
  /** The ones a run has made or changed. */
  ofBatch(batch: string): readonly Memory[];
  /** When the first of those that are not archived expires. */
  nextExpiry(): number | undefined;
  /** Archives what has expired by then; answers how many. */
  expire(at: number): number;
  /** What it said before it was reworded or a run changed it. */
  earlier(id: string): readonly string[];
  /** The messages that corrected it, or said it again; beside its `message`. */
  furtherSources(id: string): readonly string[];
  /** Counts one use of each. */
  used(ids: readonly string[], at?: number): void;
  /** Gone for good. False: there was none. */
  remove(id: string): boolean;
}

/** The same words, however spaced, cased, folded or ended, are the same memory. */
export function sameWords(content: string): string {
  const folded = fold(content).replace(/\s+/g, ' ');
  return (isPacked(folded) ? folded.replace(spaceInPacked, '') : folded).replace(/[.!。।]+$/, '').trim();
}

/** Between two characters of which one needs no space beside it. */
const spaceInPacked = / (?=[^\0-\u0590])|(?<=[^\0-\u0590]) /gu;

/** What the owner's yes makes of a pending memory: it counts as the owner's own, and takes the place of what it contradicts. */
export function acceptance({ contradicts, replaces }: Pick<Memory, 'contradicts' | 'replaces'>): MemoryChange {
  return { status: 'active', taint: 'owner', confidence: 1, contradicts: null, replaces: contradicts ?? replaces };
}

/** And a no: it is set aside, and known to be wrong, so that it is not proposed again. */
export const rejection: MemoryChange = { status: 'archived', confidence: 0, contradicts: null };
