/** The budget as its owner sees it: `/budget`, `straylight budget`, `GET /api/budget`. */
import { defined } from '../text/json.ts';
import type { Amount, Limit, Refusal } from './budget.ts';
import type { ModelPrice } from './prices.ts';

export interface BudgetView {
  /** The owner's day, and when it ends. */
  readonly day: string;
  readonly endsAt: number;
  readonly timeZone: string;
  readonly today: {
    /** Calls under way are in it, at what they were taken for. */
    readonly spent: Amount;
    readonly limit: Limit;
    /** What the day comes to if it goes on so; absent while it is young. */
    readonly forecast?: Amount;
  };
  /** Only the demo model was called, and no limit counts its tokens: nothing was spent. */
  readonly isDemoAlone?: true;
  /** For each conversation, between two messages of its owner. */
  readonly sessionLimit: Limit;
  /** Those that spent most today. */
  readonly sessions: readonly {
    readonly session: string;
    readonly today: Amount;
    readonly sinceYourWords: Amount;
    readonly total: Amount;
  }[];
  /** What calls have cost that no conversation made, by what they were for: `gate:NAME`, `observer`. */
  readonly others?: readonly { readonly heading: string; readonly today: Amount }[];
  /**
   * What was settled today, by model; `lost`: calls of which nobody knows what they cost, counted at what they were
   * taken for.
   */
  readonly models: readonly {
    readonly model: string;
    readonly spent: Amount;
    readonly calls: number;
    readonly lost: number;
    /** Calls whose tokens their provider did not count, so they are estimates. */
    readonly estimated?: number;
    /** US dollars per million tokens. */
    readonly price: Pick<ModelPrice, 'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'source'>;
  }[];
  readonly underWay: number;
  /**
   * Conversations whose next call was not made, and why: they go on with their owner's next words, where the budget has
   * room for them. A run of a job (`schedule`) never does; it is here until another run has come, its job may spend as
   * much, or the day ends.
   */
  readonly stopped?: readonly ({ readonly session: string } & Refusal)[];
}

/** What of it is shown wherever one is. */
export type BudgetOfToday = Pick<BudgetView, 'day' | 'endsAt' | 'today' | 'isDemoAlone' | 'stopped'>;

/** How far back spending is shown, in steps of an hour, of six hours, of a day. */
export const budgetSpans = ['day', 'week', 'month'] as const;
export type BudgetSpan = (typeof budgetSpans)[number];

/** What was spent over time. */
export interface BudgetHistory {
  /** Where each step begins, the oldest first; the last one is not over yet. */
  readonly steps: readonly number[];
  /** Where the last one ends. */
  readonly end: number;
  readonly spent: readonly {
    /** Which of the steps, from 0. */
    readonly step: number;
    readonly model: string;
    /** What for: `session`, `observer`, `job`, `gate`. */
    readonly purpose: string;
    readonly amount: Amount;
    readonly calls: number;
  }[];
}

/** Here at once, over HTTP a moment later. */
export interface BudgetService {
  look(): BudgetView | Promise<BudgetView>;
  history(span: BudgetSpan): BudgetHistory | Promise<BudgetHistory>;
}

/**
 * What is shown of the budget wherever one is: what today has cost, what it may, and which conversations that has
 * stopped.
 */
export async function budgetOfToday(service: BudgetService | undefined): Promise<BudgetOfToday | undefined> {
  const view = await service?.look();
  if (!view) return undefined;
  const { day, endsAt, today, isDemoAlone, stopped = [] } = view;
  return { day, endsAt, today, ...defined({ isDemoAlone, stopped: stopped.length > 0 ? stopped : undefined }) };
}

/** A day is young for its first hour: too little has happened to say where it goes. */
const youngMs = 3_600_000;

/** What a day comes to if it goes on as it began. */
export function forecast(spent: Amount, startsAt: number, endsAt: number, now: number): Amount | undefined {
  if (now - startsAt < youngMs || now >= endsAt) return undefined;
  const whole = (endsAt - startsAt) / (now - startsAt);
  return { tokens: Math.round(spent.tokens * whole), micros: Math.round(spent.micros * whole) };
}
