/** Port: memories and messages as vectors, kept with what they are of, and found by their direction. */

/** What has vectors. */
export type VectorSource = 'memory' | 'message';

/** A text that has no vector yet of the model that is set. */
export interface Unembedded {
  readonly source: VectorSource;
  /** Its row there. */
  readonly row: number;
  /** Empty: there is nothing to embed any more. */
  readonly text: string;
  /** It had one before. */
  readonly isGap: boolean;
}

/** How far the vectors are. */
export interface VectorCount {
  /** Texts that have a vector of this model. */
  readonly done: number;
  /** Texts that have none yet. */
  readonly waiting: number;
}

/** What lies close to a vector. */
export interface NearRow {
  readonly row: number;
  /** The cosine, -1 to 1. */
  readonly likeness: number;
}

/**
 * The contract:
 * - `waiting` answers texts in no order that matters, and goes on where the last `put` ended, also after a restart. A
 *   model other than before starts over, and what the former one made stays until it is replaced.
 * - `put` belongs into a transaction, and takes all that one `waiting` gave, an empty vector for what needs none. What is
 *   gone by then is left out, what has other words by then waits again. The same put twice is once.
 * - Vectors of another size than before mean another model under the same name: it starts over, too.
 * - What is forgotten or reworded loses its vector in the transaction that does it.
 */
export interface VectorStore {
  waiting(model: string, limit: number): readonly Unembedded[];
  put(model: string, vectors: readonly (Unembedded & { readonly vector: Float32Array })[]): void;
  count(model: string): VectorCount;
}

/**
 * The contract: the rows whose vectors of this model are most like it, best first, with those alone that stand out from
 * what any text has in common with it. What has no vector yet is not found. Waits for a place to look, and never holds
 * up the process for long.
 */
export interface VectorSearch {
  near(source: VectorSource, model: string, vector: Float32Array, limit: number): Promise<readonly NearRow[]>;
  close(): Promise<void>;
}
