/** Port: the book of what model calls cost. Writes are called inside the host's transaction only. */

import type { Amount, OpenCall, Refusal, SessionSpend, SpendRow, Total } from '../../domain/budget/budget.ts';
import type { Price } from '../../domain/budget/prices.ts';

/** What one model has cost on one day. */
export interface ModelSpend {
  readonly model: string;
  readonly spent: Amount;
  readonly calls: number;
  /** Calls of which nobody knows what they cost. */
  readonly lost: number;
  /** Calls whose tokens their provider did not count. */
  readonly estimated: number;
}

/** What one model has cost within a quarter of an hour, for one purpose. */
export interface QuarterSpend {
  /** Where it begins, epoch milliseconds. */
  readonly at: number;
  readonly model: string;
  /** The heading up to its colon: `session`, `observer`, `job`. */
  readonly purpose: string;
  readonly spent: Amount;
  readonly calls: number;
}

/** Prices that providers list themselves, by `provider/model`. */
export interface ListedPrices {
  get(model: string): Price | undefined;
  /** Kept for later processes too; where that fails, for this one. */
  set(model: string, price: Price): void;
}

export interface BudgetLedger {
  /** A session nothing is known of has spent nothing. */
  session(session: string): SessionSpend;
  saveSession(session: string, spend: SessionSpend): void;
  /** A total that is not there yet is nothing. */
  total(key: string): Total;
  /** Changes a total, which may be below what it was: a settlement gives back what the reservation took too much. */
  add(key: string, change: Amount): void;
  /** A warning was given; a lower one than before changes nothing. */
  warned(key: string, percent: number): void;
  /** Twice the same id is once. */
  insert(row: SpendRow, day: string): void;

  /**
   * The newest message of a session after `upTo`, and how many characters came since; at most the newest 200 are looked
   * at.
   */
  saidSince(session: string, upTo: number): { readonly upTo: number; readonly characters: number };

  byModel(day: string): readonly ModelSpend[];
  /** The calls that ended between two instants, the later excluded, added up by quarter of an hour. */
  byQuarter(from: number, to: number): readonly QuarterSpend[];
  /** Sessions of a day, the dearest first. */
  bySession(day: string, limit: number): readonly { readonly session: string; readonly spent: Amount }[];
  /** Sessions whose newest call was not granted, by a limit of their own or of a day that has not ended at `now`. */
  refused(limit: number, now: number): readonly { readonly session: string; readonly refused: Refusal }[];
  /** The conversation of a run of a job: has a later run of that job asked for a call? */
  hasLaterRun(session: string): boolean;
  /** Calls of conversations under way. */
  open(): readonly { readonly session: string; readonly spend: SessionSpend }[];
  /** A call is under way that no conversation's step asked for. */
  openCall(heading: string, call: OpenCall): void;
  closeCall(id: string): void;
  openCalls(): readonly { readonly heading: string; readonly call: OpenCall }[];
}
