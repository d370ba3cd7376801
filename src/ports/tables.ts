/**
 * Port: rows of a feature's own, in the database of the home.
 *
 * The contract:
 * - What is written within a step of an actor (a writer) is part of that step's transaction: it is there with the step
 *   or not at all.
 * - Elsewhere each `run` is a transaction of its own. Effects and operations read; what they have found out goes to an
 *   actor as an event.
 * - The tables are made by the migrations of the feature, and their names begin with its name.
 */

export type SqlValue = string | number | bigint | Uint8Array | null;

export interface Tables {
  /** The rows of a SELECT; `?` stands for the values in order. */
  all<Row extends object>(sql: string, ...values: readonly SqlValue[]): readonly Row[];
  /** Answers how many rows it changed. */
  run(sql: string, ...values: readonly SqlValue[]): number;
}
