/**
 * Tokens and money: what a model call may cost is taken from the budget before the call, and made exact after it.
 *
 * Between the two it counts as spent, so a call that is lost in a crash stays spent; it is made again with a
 * reservation of its own. Nothing here reads a clock or a table: rows go in, rows come out.
 */

import { noUsage, type Usage } from '../conversation/message.ts';
import type { Failure } from '../supervision/failure.ts';
import { defined } from '../text/json.ts';
import { isDemo } from './prices.ts';

/** Tokens of every kind, and micro-dollars. */
export interface Amount {
  readonly tokens: number;
  readonly micros: number;
}

/** The most that may be spent; null: any amount. */
export interface Limit {
  readonly tokens: number | null;
  readonly micros: number | null;
}

export interface BudgetLimits {
  /** What one conversation may spend before its owner says something again. */
  readonly session: Limit;
  /** What all of them may spend in one day of the owner's. */
  readonly day: Limit;
  /** Instead of these, for calls that cost nothing. */
  readonly free?: { readonly session: Limit; readonly day: Limit };
}

/** What has no limit of its own, and nothing spent. */
export const nothing: Amount = { tokens: 0, micros: 0 };

/** The call a session has under way: its reservation, which counts as spent until it is settled. */
export interface OpenCall {
  readonly id: string;
  readonly at: number;
  readonly turn: string;
  /** `provider/model`. */
  readonly model: string;
  readonly isFree: boolean;
  /** It is free since it runs on a machine of the owner's; absent where an older version has reserved it. */
  readonly isLocal?: boolean;
  /** The totals it is counted in beside the session's: `day:2026-11-22`, and later `schedule:NAME`. */
  readonly keys: readonly string[];
  readonly allotment: string;
  /** What it is taken for: the request's weight, and as much reply as may come. */
  readonly estimate: Usage;
  /** Its tokens are counted nowhere: it is the demo model's, and no limit asks for them. */
  readonly hasNoTokens?: true;
  readonly amount: Amount;
}

/** Why a call is not made. */
export interface Refusal {
  readonly cap: 'session' | 'day' | 'schedule';
  readonly unit: keyof Amount;
  readonly used: number;
  readonly limit: number;
  /** What the call might have cost. */
  readonly next: number;
  /** When a new day begins. */
  readonly until: number;
}

/** What one conversation has spent, as it is kept. */
export interface SessionSpend {
  /** In all its life. */
  readonly spent: Amount;
  /** Since the owner's newest words; `id` is theirs. */
  readonly allotment: { readonly id: string; readonly spent: Amount; readonly calls: number; readonly warned: number };
  /** In the newest turn: of models that cost something, and of those that run at home. */
  readonly turn: { readonly id: string; readonly paid: Amount; readonly free: number };
  readonly open: OpenCall | null;
  /** Why the call that was asked for last is not made. */
  readonly refused: Refusal | null;
  /**
   * What the last request weighed, and up to which message it reached: the next one weighs that and what came since.
   */
  readonly weighed: { readonly tokens: number; readonly upTo: number };
}

export const newSession: SessionSpend = {
  spent: nothing,
  allotment: { id: '', spent: nothing, calls: 0, warned: 0 },
  turn: { id: '', paid: nothing, free: 0 },
  open: null,
  refused: null,
  weighed: { tokens: 0, upTo: 0 },
};

/** A day's total, or a schedule's, as it is kept. */
export interface Total {
  readonly key: string;
  readonly spent: Amount;
  /** The highest warning that was given, in percent. */
  readonly warned: number;
}

/** One call that has been reckoned up. `lost`: nobody knows what it cost, so it stays at what it was taken for. */
export interface SpendRow {
  readonly id: string;
  readonly at: number;
  readonly session: string;
  readonly turn: string;
  readonly model: string;
  readonly keys: readonly string[];
  readonly state: 'settled' | 'failed' | 'lost';
  readonly usage: Usage;
  readonly amount: Amount;
}

/** What a settlement or a new reservation leaves behind. */
export interface Reckoned {
  readonly session: SessionSpend;
  /** The call that is closed by it. */
  readonly closed: Omit<SpendRow, 'session'> | null;
  /** What the totals named by `keys` change by. */
  readonly change: Amount;
  readonly keys: readonly string[];
}

/** A call that is to be made. */
export interface BudgetRequest extends Omit<OpenCall, 'amount'> {
  /** Micro-dollars for so many tokens of its model. */
  readonly cost: (usage: Usage) => number;
  /** Up to which message its request reaches. */
  readonly upTo: number;
}

/** So long a reply must at least be possible, in tokens; where less is left, the call is not made. */
const leastReply = 1_024;

/**
 * Takes a call from the budget, or says why not. Where little is left it is taken with a shorter reply, so that no
 * limit is ever overrun. What was still open is lost: its chart no longer waits for it.
 */
export function reserve(
  before: SessionSpend,
  { cost, upTo, ...request }: BudgetRequest,
  totals: readonly Total[],
  limits: BudgetLimits & { readonly schedule?: Limit },
  until: number,
): Reckoned {
  const closed = before.open && { ...rowOf(before.open), state: 'lost' as const };
  const isSame = before.allotment.id === request.allotment;
  const allotment = isSame ? before.allotment : { id: request.allotment, spent: nothing, calls: 0, warned: 0 };
  const turn = before.turn.id === request.turn ? before.turn : { id: request.turn, paid: nothing, free: 0 };
  const own = request.isFree && limits.free ? { ...limits, ...limits.free } : limits;
  const caps: readonly Cap[] = [
    ...totals.map(({ key, spent }) => ({ cap: capOf(key), spent, limit: limitOf(key, own) })),
    // the owner has just spoken: one call at least is what the words are for
    ...(allotment.calls > 0 ? [{ cap: 'session' as const, spent: allotment.spent, limit: own.session }] : []),
  ];
  const session = { ...before, allotment, turn, open: null, refused: null };
  let { estimate } = request;
  for (const cap of caps) {
    const fitted = fit(estimate, cost, cap);
    if ('unit' in fitted)
      return { session: { ...session, refused: { ...fitted, until } }, closed, change: nothing, keys: [] };
    estimate = fitted;
  }
  const limitsTokens = [own.session, ...caps.map(({ limit }) => limit)].some(({ tokens }) => tokens !== null);
  const hasNoTokens = isDemo(request) && !limitsTokens;
  const amount = { tokens: hasNoTokens ? 0 : tokensOf(estimate), micros: cost(estimate) };
  const call = { ...request, estimate, amount, ...defined({ hasNoTokens: hasNoTokens || undefined }) };
  return {
    session: {
      ...session,
      ...spending(session, call, amount),
      allotment: { ...allotment, spent: plus(allotment.spent, amount), calls: allotment.calls + 1 },
      open: call,
      weighed: { ...before.weighed, upTo },
    },
    closed,
    change: amount,
    keys: call.keys,
  };
}

interface Cap {
  readonly cap: Refusal['cap'];
  readonly spent: Amount;
  readonly limit: Limit;
}

/** The estimate with as long a reply as the limit leaves room for; or what is in its way. */
function fit(estimate: Usage, cost: BudgetRequest['cost'], { cap, spent, limit }: Cap): Usage | Omit<Refusal, 'until'> {
  const request: Usage = { ...estimate, outputTokens: 0 };
  const least = Math.min(estimate.outputTokens, leastReply);
  const sums = {
    micros: (usage: Usage) => cost(usage),
    tokens: tokensOf,
  };
  let fitted = estimate;
  for (const unit of ['micros', 'tokens'] as const) {
    const most = limit[unit];
    const sum = sums[unit];
    // what costs nothing goes on when the money is gone
    if (most === null || sum(estimate) === 0 || spent[unit] + sum(fitted) <= most) continue;
    const shortest = sum({ ...request, outputTokens: least });
    if (spent[unit] + shortest > most) return { cap, unit, used: spent[unit], limit: most, next: shortest };
    const perToken = (sum(estimate) - sum(request)) / estimate.outputTokens;
    const room = Math.floor((most - spent[unit] - sum(request)) / perToken);
    fitted = { ...fitted, outputTokens: Math.max(least, Math.min(fitted.outputTokens, room - 1)) };
  }
  return fitted;
}

/**
 * What a call has cost becomes exact; a failed one costs what the other side may have done by then. Without an open
 * call nothing is left to settle.
 */
export function settle(
  before: SessionSpend,
  actual: { readonly usage: Usage; readonly micros: number },
  state: 'settled' | 'failed',
): Reckoned {
  const { open } = before;
  if (!open) return { session: before, closed: null, change: nothing, keys: [] };
  const amount = { tokens: open.hasNoTokens ? 0 : tokensOf(actual.usage), micros: actual.micros };
  const change = minus(amount, open.amount);
  const session = { ...before, open: null };
  const { allotment } = before;
  return {
    session: {
      ...session,
      ...spending(session, open, change),
      allotment: allotment.id === open.allotment ? { ...allotment, spent: plus(allotment.spent, change) } : allotment,
      weighed:
        state === 'settled'
          ? { ...before.weighed, tokens: tokensOf({ ...actual.usage, outputTokens: 0 }) }
          : before.weighed,
    },
    closed: { ...rowOf(open), state, usage: actual.usage, amount },
    change,
    keys: open.keys,
  };
}

/**
 * What a call that failed is taken for. A request that was turned down costs nothing. Where the reply had begun, or
 * nobody can say how far it came, it is the whole request and what was written of the reply.
 */
export function usageOfFailure({ kind, written = 0 }: Pick<Failure, 'kind' | 'written'>, estimate: Usage): Usage {
  const turnedDown = kind === 'invalid' || kind === 'denied' || kind === 'exhausted' || kind === 'unavailable';
  if (turnedDown && written === 0) return noUsage;
  return { ...estimate, outputTokens: Math.min(written, estimate.outputTokens) };
}

/**
 * What a call is taken for that its owner stopped: the whole request, and what had come of the reply by then. `written`
 * is in tokens; undefined: it was never sent.
 */
export function usageOfStopped(written: number | undefined, estimate: Usage): Usage {
  if (written === undefined) return noUsage;
  return { ...estimate, outputTokens: Math.min(written, estimate.outputTokens), estimated: true };
}

/** Percent of a limit at which the owner is told. */
const warnAt = [50, 75, 90] as const;

/** The highest of the marks that is reached and has not been told of; null: none. */
export function warningDue(
  spent: Amount,
  limit: Limit,
  warned: number,
): { percent: number; unit: keyof Amount } | null {
  const shares = (['tokens', 'micros'] as const).map(unit => ({ unit, share: share(spent[unit], limit[unit]) }));
  const most = shares.reduce((a, b) => (b.share > a.share ? b : a));
  const reached = warnAt.findLast(percent => most.share * 100 >= percent);
  return reached !== undefined && reached > warned ? { percent: reached, unit: most.unit } : null;
}

function tokensOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

/** `day:2026-11-22` → `day`. */
function capOf(key: string): 'day' | 'schedule' {
  return key.startsWith('schedule:') ? 'schedule' : 'day';
}

function limitOf(key: string, { day, schedule }: BudgetLimits & { readonly schedule?: Limit }): Limit {
  return capOf(key) === 'day' ? day : (schedule ?? unlimited);
}

const unlimited: Limit = { tokens: null, micros: null };

/** The sums of a session and of its turn, changed by what a call of it costs more or less. */
function spending(
  { spent, turn }: Pick<SessionSpend, 'spent' | 'turn'>,
  call: OpenCall,
  change: Amount,
): Pick<SessionSpend, 'spent' | 'turn'> {
  const ofTurn =
    turn.id !== call.turn
      ? turn
      : (call.isLocal ?? call.isFree)
        ? { ...turn, free: turn.free + change.tokens }
        : { ...turn, paid: plus(turn.paid, change) };
  return { spent: plus(spent, change), turn: ofTurn };
}

function rowOf({ id, at, turn, model, keys, estimate, amount }: OpenCall): Omit<SpendRow, 'session' | 'state'> {
  return { id, at, turn, model, keys, usage: estimate, amount };
}

function share(spent: number, limit: number | null): number {
  if (limit === null) return 0;
  return limit === 0 ? (spent > 0 ? 1 : 0) : spent / limit;
}

function plus(a: Amount, b: Amount): Amount {
  return { tokens: a.tokens + b.tokens, micros: a.micros + b.micros };
}

function minus(a: Amount, b: Amount): Amount {
  return { tokens: a.tokens - b.tokens, micros: a.micros - b.micros };
}
