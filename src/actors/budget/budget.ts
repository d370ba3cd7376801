/**
 * The budget of Straylight: prices, limits and the owner's day around the ledger of what was spent.
 *
 * `reserveSpend` stands in the step that asks for a model call and `settleSpend` in the step of its end, so both are
 * part of a commit that is made anyway. The call itself asks `requireGrant` first and is not made without.
 */
import type { BudgetLimits, Limit } from '../../domain/budget/budget.ts';
import { dayTeller } from '../../domain/budget/day.ts';
import type { EurPerUsd } from '../../domain/budget/money.ts';
import {
  isFree,
  type ModelPrice,
  type OwnPrices,
  type Price,
  type PriceBook,
  priceOf,
} from '../../domain/budget/prices.ts';
import type { BudgetHistory, BudgetSpan, BudgetView } from '../../domain/budget/view.ts';
import { estimateTokens } from '../../domain/conversation/context-window.ts';
import type { Side } from '../../domain/models/route.ts';
import { Fault } from '../../domain/supervision/failure.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { Beneath, Route, SpendOutcome, SpendRequest } from '../../machines/session/types.ts';
import type { BudgetLedger } from '../../ports/ledgers/budget.ts';
import { budgetHistory } from './budget-history.ts';
import { budgetView } from './budget-view.ts';
import { type CallFunds, callFunds } from './call-funds.ts';
import { type KeptSpends, keptSpends } from './kept-spends.ts';
import { sessionKey } from './keys.ts';
import { refusalText } from './refusal-text.ts';
import { replyNotes } from './reply-notes.ts';
import { type Reservations, reservations, type SpendStep } from './reservations.ts';
import { type MeteredStream, type StreamMeter, streamMeter } from './stream-meter.ts';

export interface BudgetOptions {
  readonly ledger: BudgetLedger;
  readonly limits: BudgetLimits;
  /** What the providers say their models cost. */
  readonly book: PriceBook;
  /** The owner's own, by `provider/model`. */
  readonly prices: OwnPrices;
  /** What a provider has said itself of a model. */
  readonly listedPrice?: (model: string) => Price | undefined;
  /** The model at a place in line, for a conversation; without one for any. `only`: in the line of that side. */
  readonly modelOf: (route: Route, session?: string, only?: Side) => string;
  readonly maxOutputTokens: (provider: string) => number;
  /** Does `provider/model` run on this machine? */
  readonly isLocal: (model: string) => boolean;
  /** The tokens of instructions and tools: used for the first call of a session, before a model has counted them. */
  readonly fixedTokens: () => number;
  readonly scheduleLimit?: (session: string) => Limit | undefined;
  readonly timeZone: string;
  readonly language: Language;
  readonly now: () => number;
  readonly id: () => string;
  /** Runs a write in a transaction; resolves when it is committed. */
  readonly write: <Result>(work: () => Result) => Promise<Result>;
  /** Does each reply say what it cost? */
  readonly showCost: boolean;
  readonly eurPerUsd?: EurPerUsd;
}

/** A call that is paid for. */
export interface Granted {
  readonly outputTokens: number;
  /** `provider/model` it was reserved for. */
  readonly model: string;
  /** Hears what comes of it, for the case that it is stopped. */
  readonly stream: MeteredStream;
}

export interface Budget extends Pick<Reservations, 'reserveAgain'> {
  /** The domain writes of the session chart. */
  readonly writers: {
    reserveSpend(request: SpendRequest, step: SpendStep): void;
    settleSpend(outcome: SpendOutcome, step: Pick<SpendStep, 'address' | 'onCommitted'>): void;
    markWarned(warned: Beneath['warned'][number], step: Pick<SpendStep, 'address' | 'onCommitted'>): void;
  };
  /**
   * How long a reply is paid for. Throws `exhausted` with the reason, in the owner's words, where the call was not
   * granted.
   */
  requireGrant(session: string): Granted;
  /** `provider/model` that was reserved for the call a session has under way. */
  modelUnderWay(session: string): string | undefined;
  /** For calls that no step of a chart asks for. */
  readonly funds: CallFunds;
  /** What stands under a reply: a warning that is due, and what the turn has cost. */
  notesFor(session: string, turn: string): Beneath;
  look(): BudgetView;
  history(span: BudgetSpan): BudgetHistory;
  /** The prices of providers, and the owner's own. */
  readonly book: PriceBook;
  readonly own: OwnPrices;
  /** What `provider/model` costs at an instant. */
  price(model: string, at: number): ModelPrice;
}

export function createBudget(options: BudgetOptions): Budget {
  const { ledger, now } = options;
  const spends = keptSpends(ledger);
  const meter = streamMeter();
  const price = modelPrices(options.book, options.prices, options.listedPrice);
  // a hosted model may cost nothing too
  const { isLocal } = options;
  const dayAt = dayTeller(options.timeZone);
  /** The limits that hold for the model which is asked first. */
  const limits = () => (isFree(price(options.modelOf(0), now())) && options.limits.free) || options.limits;

  const { reserve, settle, reserveAgain } = reservations({ ...options, spends, meter, price, isLocal, dayAt });
  return {
    writers: {
      reserveSpend: (request, step) => reserve(step.address, request, step),
      settleSpend: (outcome, { address, onCommitted }) => settle(address, outcome, onCommitted),
      markWarned: warnings(ledger, spends),
    },
    reserveAgain,
    price,
    book: options.book,
    own: options.prices,
    requireGrant: grants(spends, meter, options),
    modelUnderWay: session => spends.of(session).open?.model,
    funds: callFunds({ ...options, price, dayAt }),
    notesFor: replyNotes({ ...options, spends, limits, dayAt }),
    look: budgetView({ ...options, spends, limits, dayAt, price }),
    // it asks for past days, which the other must not forget today for
    history: budgetHistory({ ledger, now, dayAt: dayTeller(options.timeZone) }),
  };
}

function warnings(ledger: BudgetLedger, spends: KeptSpends): Budget['writers']['markWarned'] {
  return ({ key, percent }, { address, onCommitted }) => {
    if (key !== sessionKey) return ledger.warned(key, percent);
    const session = spends.of(address);
    spends.save(address, { ...session, allotment: { ...session.allotment, warned: percent } }, onCommitted);
  };
}

function grants(spends: KeptSpends, meter: StreamMeter, options: BudgetOptions): Budget['requireGrant'] {
  return session => {
    const { open, refused } = spends.of(session);
    if (refused)
      throw new Fault({
        kind: 'exhausted',
        message: refusalText(refused, options),
        cause: `budget.${refused.cap}`,
        retryAfterMs: Math.max(0, refused.until - options.now()),
      });
    if (!open) throw new Fault({ kind: 'defect', message: 'expected a reservation for this model call, found none' });
    return { outputTokens: open.estimate.outputTokens, model: open.model, stream: meter.start(session, open.id) };
  };
}

/** Instructions and tools as tokens: what a request weighs before anything is said. */
export function weightOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

const dayMs = 86_400_000;
const mostKept = 100;

/**
 * What models cost, looked up once for each model and day: prices change from one day to the next at most. `own`: the
 * owner's prices, which go before those of the book. `listed`: what a provider has said of a model.
 */
function modelPrices(
  book: PriceBook,
  own: OwnPrices,
  listed: (model: string) => Price | undefined = () => undefined,
): (model: string, at: number) => ModelPrice {
  const kept = new Map<string, ModelPrice>();
  return (model, at) => {
    const key = `${model} ${Math.floor(at / dayMs)}`;
    const price = kept.get(key) ?? priceOf(book, model, at, own, listed(model));
    if (kept.size > mostKept) kept.clear();
    // a provider may say it a moment later
    if (price.source !== 'guess' && price.source !== 'free') kept.set(key, price);
    return price;
  };
}
