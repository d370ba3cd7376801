/** Port of the keeper: what it remembers of the workspace and of the turns, in one place that survives a crash. */
import type { Sentence } from '../../domain/policy/sentence.ts';
import type { Entry } from './entry.ts';
import type { StoredObject } from './object-store.ts';
import type { ChangeRow, Plan } from './plan.ts';

/** What is said of a turn beside its changes. */
export interface TurnFacts {
  /** What its calls were to do, the first few. */
  readonly what: readonly string[];
  /** Other turns whose calls ran at the same time. */
  readonly overlaps: readonly number[];
  /** The program ended while a call ran, so what was changed until the next start counts as the turn's. */
  readonly isCut?: true;
  /** The folders that stood in the workspace then and lie elsewhere: where each lies, by its name. */
  readonly letIn?: Readonly<Record<string, string>>;
  /** Why not all of it can be brought back, in whole sentences. */
  readonly notes: readonly Sentence[];
}

export interface NewTurn {
  readonly turn: string;
  readonly session: string;
  readonly at: number;
  /** It is an undo of this turn. */
  readonly undoes?: number;
  readonly facts: TurnFacts;
}

export interface KeptTurn extends NewTurn {
  /** The number the owner names it by. */
  readonly id: number;
}

/** A call that has begun and has not ended. */
export interface CallRow {
  readonly call: string;
  readonly turn: number;
}

export interface UndoIndex {
  /** All of it, or nothing. */
  transaction(work: () => void): void;
  tree(): Iterable<readonly [string, Entry]>;
  objects(): readonly StoredObject[];
  /** Undefined: it is gone. */
  saveEntry(path: string, entry: Entry | undefined): void;
  addObject(object: StoredObject): void;
  dropObject(object: string): void;
  /** What neither the workspace nor a turn needs. */
  unneededObjects(): readonly string[];
  addTurn(turn: NewTurn): number;
  setFacts(id: number, facts: TurnFacts): void;
  /** By its number, or by the name of the turn. */
  turn(key: number | string): KeptTurn | undefined;
  /** Those that changed something, the newest first. */
  changedTurns(limit: number): readonly KeptTurn[];
  dropTurn(id: number): void;
  /** What began before and has ended. */
  turnsBefore(at: number): readonly number[];
  /** The oldest of those. */
  oldestTurn(before: number): number | undefined;
  openCall(call: CallRow): void;
  closeCall(call: string): void;
  calls(): readonly CallRow[];
  changes(turn: number): readonly ChangeRow[];
  change(turn: number, path: string): ChangeRow | undefined;
  saveChange(turn: number, change: ChangeRow): void;
  dropChange(turn: number, path: string): void;
  savePlan(turn: number, plan: Plan): void;
  dropPlan(turn: number): void;
  /** Those that were begun and have not ended. */
  plans(): readonly { readonly turn: number; readonly plan: Plan }[];
  /**
   * Takes out of what is said of turns whatever `without` changes, and then out of the file and its log, with all that
   * was removed before. Throws `unavailable` where another process reads the file; it is to be called again.
   */
  forget(without: (text: string) => string | undefined): void;
  close(): void;
}
