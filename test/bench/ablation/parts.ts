/** The parts of an agent in the order in which they are added, each with what it may add to a turn. */

/** For one turn of ten tool steps, beside the same turn without the part. */
export interface Allowance {
  /** Processor time, as a share of that of the bare host. */
  readonly cpu: number;
  readonly statements: number;
  /** Of the records that its commits are. */
  readonly kib: number;
  /** Steps of statecharts. */
  readonly steps: number;
}

export interface Part {
  readonly name: PartName;
  readonly may: Allowance;
}

export type PartName =
  | 'deliveries'
  | 'recall'
  | 'episodes'
  | 'budget'
  | 'audit'
  | 'redaction'
  | 'feed'
  | 'spans'
  | 'undo'
  | 'gates'
  | 'approvals'
  | 'supervision'
  | 'everything else'
  | 'page';

/**
 * A new capability that a turn pays for gets a row of its own before `everything else`. What is counted has about a
 * tenth of room; what is allowed where a part counts nothing is for what runs now and then (timers, records that are
 * compressed with others). Those of processor time are estimates until a quiet machine has measured it.
 */
export const parts: readonly Part[] = [
  { name: 'deliveries', may: { cpu: 0.1, statements: 10, kib: 4, steps: 1.5 } },
  { name: 'recall', may: { cpu: 0.1, statements: 10, kib: 4, steps: 0.5 } },
  { name: 'episodes', may: { cpu: 0.1, statements: 4, kib: 4, steps: 0.5 } },
  { name: 'budget', may: { cpu: 0.15, statements: 90, kib: 8, steps: 0.5 } },
  { name: 'audit', may: { cpu: 0.15, statements: 33, kib: 4, steps: 0.5 } },
  { name: 'redaction', may: { cpu: 0.15, statements: 2, kib: 4, steps: 0.5 } },
  { name: 'feed', may: { cpu: 0.1, statements: 2, kib: 4, steps: 0.5 } },
  { name: 'spans', may: { cpu: 0.15, statements: 3, kib: 4, steps: 0.5 } },
  { name: 'undo', may: { cpu: 0.1, statements: 2, kib: 4, steps: 0.5 } },
  { name: 'gates', may: { cpu: 0.4, statements: 88, kib: 18, steps: 10.5 } },
  { name: 'approvals', may: { cpu: 0.1, statements: 2, kib: 4, steps: 0.5 } },
  { name: 'supervision', may: { cpu: 0.1, statements: 2, kib: 4, steps: 0.5 } },
  { name: 'everything else', may: { cpu: 0.15, statements: 30, kib: 4, steps: 0.5 } },
  { name: 'page', may: { cpu: 0.5, statements: 220, kib: 4, steps: 0.5 } },
];
