/**
 * The budget of Straylight: prices, limits and the owner's day around the book of what was spent.
 *
 * `reserveSpend` stands in the step that asks for a model call and `settleSpend` in the step of its end, so both are
 * part of a commit that is made anyway. The call itself asks `granted` first and is not made without.
 */

import {
  type AskedCall,
  type BudgetLimits,
  type Reckoned,
  type Refusal,
  reserve,
  type SessionSpend,
  settle,
  usageOfFailure,
  warningDue,
} from '../../domain/budget/budget.ts';
import { dayTeller } from '../../domain/budget/day.ts';
import { costLine, count, type EurPerUsd, money } from '../../domain/budget/money.ts';
import {
  costMicros,
  isFree,
  type ModelPrice,
  type OwnPrices,
  type PriceBook,
  priceOf,
} from '../../domain/budget/prices.ts';
import { type BudgetView, forecast } from '../../domain/budget/view.ts';
import { estimateTokens } from '../../domain/conversation/context-window.ts';
import { noUsage } from '../../domain/conversation/message.ts';
import { splitModel } from '../../domain/models/route.ts';
import { Fault } from '../../domain/supervision/failure.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import type { Beneath, CompletionInput, Route, SpendOutcome, SpendRequest } from '../../machines/session/types.ts';
import type { BudgetLedger } from '../../ports/ledgers/budget.ts';
import { keptSpends } from './kept-spends.ts';

export interface BudgetOptions {
  readonly ledger: BudgetLedger;
  readonly limits: BudgetLimits;
  /** What the providers say their models cost. */
  readonly book: PriceBook;
  /** The owner's own, by `provider/model`. */
  readonly prices: OwnPrices;
  readonly modelOf: (route: Route) => string;
  readonly maxOutputTokens: (provider: string) => number;
  /** What instructions and tools weigh: asked once a session, before its first call has told. */
  readonly fixedTokens: () => number;
  readonly timeZone: string;
  readonly language: Language;
  readonly now: () => number;
  /** Does each reply say what it cost? */
  readonly showCost: boolean;
  readonly eurPerUsd?: EurPerUsd;
}

/** What a writer knows of the step it writes for. */
interface Step {
  readonly address: string;
  readonly at: number;
  readonly id: string;
  onCommitted?(call: () => void): void;
}

export interface Budget {
  /** The domain writes of the session chart. */
  readonly writers: {
    reserveSpend(request: SpendRequest, step: Step): void;
    settleSpend(outcome: SpendOutcome, step: Pick<Step, 'address' | 'onCommitted'>): void;
    markWarned(warned: Beneath['warned'][number], step: Pick<Step, 'address' | 'onCommitted'>): void;
  };
  /**
   * A call that was under way in a process that died is made again: what it may have cost stays, and it is taken once
   * more.
   */
  again(input: CompletionInput, run: { readonly address: string; readonly attempt: number; readonly at: number }): void;
  /**
   * How long a reply is paid for. Throws `exhausted` with the reason, in the owner's words, where the call was not
   * granted.
   */
  granted(session: string): { readonly outputTokens: number };
  /** What stands beneath a reply: a warning that is due, and what the turn has cost. */
  beneath(session: string, turn: string): Beneath;
  look(): BudgetView;
}

const dayMs = 86_400_000;
/** So many sessions are listed. */
const mostSessions = 20;

export function createBudget(options: BudgetOptions): Budget {
  const { ledger, limits, book, prices, language, timeZone, eurPerUsd } = options;
  const spends = keptSpends(ledger);
  const tellDay = dayTeller(timeZone);
  const say = texts(language);

  const known = new Map<string, ModelPrice>();

  /** Prices change from one day to the next at most. */
  function price(model: string, at: number): ModelPrice {
    const name = `${model} ${Math.floor(at / dayMs)}`;
    const found = known.get(name) ?? priceOf(book, model, at, prices);
    if (known.size > 100) known.clear();
    known.set(name, found);
    return found;
  }

  /** The limits that hold for the model which is asked first. */
  function holding(): Pick<BudgetLimits, 'session' | 'day'> {
    return (isFree(price(options.modelOf(0), options.now())) && limits.free) || limits;
  }

  function asked(
    session: string,
    { weighed }: SessionSpend,
    { turn, route, allotment }: SpendRequest,
    { id, at }: { readonly id: string; readonly at: number },
  ): AskedCall {
    const model = options.modelOf(route);
    const rates = price(model, at);
    const { upTo, characters } = ledger.saidSince(session, weighed.upTo);
    const inputTokens = (weighed.tokens || options.fixedTokens()) + Math.ceil(characters / 3);
    const outputTokens = options.maxOutputTokens(splitModel(model)?.provider ?? '');
    return {
      id,
      at,
      turn,
      model,
      isFree: isFree(rates),
      keys: [dayKey(tellDay(at).day)],
      allotment,
      estimate: { ...noUsage, inputTokens, outputTokens },
      // nobody knows yet how much of the request is cached: as if all of it were written there, which is the dearest
      cost: usage => costMicros({ ...rates, input: Math.max(rates.input, rates.cacheWrite) }, usage),
      upTo,
    };
  }

  function take(session: string, request: SpendRequest, step: Omit<Step, 'address'>): void {
    const { at } = step;
    const before = spends.of(session);
    const call = asked(session, before, request, step);
    keep(session, reserve(before, call, call.keys.map(ledger.total), limits, tellDay(at).endsAt), step.onCommitted);
  }

  function keep(
    session: string,
    { session: after, closed, change, keys }: Reckoned,
    onCommitted: Step['onCommitted'],
  ): void {
    spends.save(session, after, onCommitted);
    for (const key of keys) ledger.add(key, change);
    if (closed) ledger.insert({ ...closed, session }, dayIn(closed.keys));
  }

  function refusalText({ cap, unit, used, limit, next, until }: Refusal): string {
    const amount = (value: number) =>
      unit === 'tokens' ? say.tokens(count(value, language)) : money(value, language, eurPerUsd);
    const setting = `budget.max_${unit === 'tokens' ? 'tokens' : 'usd'}_per_${cap}`;
    const facts = { used: amount(used), limit: amount(limit), next: amount(next), setting };
    return cap === 'session' ? say.pausedBySession(facts) : say.stoppedByDay({ ...facts, until: instant(until) });
  }

  function instant(at: number): string {
    const format = {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    } as const;
    return `${new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', format).format(at)} (${timeZone})`;
  }

  return {
    writers: {
      reserveSpend: (request, step) => take(step.address, request, step),
      settleSpend(outcome, { address, onCommitted }) {
        const session = spends.of(address);
        if (!session.open) return;
        const { model, at, estimate } = session.open;
        const usage = 'usage' in outcome ? outcome.usage : usageOfFailure(outcome.failure, estimate);
        const actual = { usage, micros: costMicros(price(model, at), usage) };
        keep(address, settle(session, actual, 'usage' in outcome ? 'settled' : 'failed'), onCommitted);
      },
      markWarned({ key, percent }, { address, onCommitted }) {
        if (key !== sessionKey) return ledger.warned(key, percent);
        const session = spends.of(address);
        spends.save(address, { ...session, allotment: { ...session.allotment, warned: percent } }, onCommitted);
      },
    },
    again({ session, turn, route, allotment = '' }, { address, attempt, at }) {
      take(session, { turn, route, allotment }, { id: `${address}/${attempt}`, at });
    },
    granted(session) {
      const { open, refused } = spends.of(session);
      if (refused)
        throw new Fault({
          ...{ kind: 'exhausted', message: refusalText(refused), cause: `budget.${refused.cap}` },
          retryAfterMs: Math.max(0, refused.until - options.now()),
        });
      if (!open) throw new Fault({ kind: 'defect', message: 'expected a reservation for this model call, found none' });
      return { outputTokens: open.estimate.outputTokens };
    },
    beneath(session, turn) {
      const spend = spends.of(session);
      const day = ledger.total(dayKey(tellDay(options.now()).day));
      const due = [
        {
          key: sessionKey,
          ...{
            spent: spend.allotment.spent,
            limit: holding().session,
            warned: spend.allotment.warned,
            text: say.sessionUsed,
          },
        },
        { key: day.key, spent: day.spent, limit: holding().day, warned: day.warned, text: say.dayUsed },
      ].flatMap(({ key, spent, limit, warned, text }) => {
        const warning = warningDue(spent, limit, warned);
        if (!warning) return [];
        const { unit, percent } = warning;
        const most = limit[unit] ?? 0;
        const note =
          unit === 'tokens'
            ? text(percent, count(spent.tokens, language), say.tokens(count(most, language)))
            : text(percent, money(spent.micros, language, eurPerUsd), money(most, language, eurPerUsd));
        return [{ key, percent, note }];
      });
      const cost =
        options.showCost && spend.turn.id === turn && spend.turn.paid.micros > 0
          ? costLine(spend.turn, language, eurPerUsd)
          : '';
      return {
        notes: [...due.map(({ note }) => note), ...(cost === '' ? [] : [cost])],
        warned: due.map(({ key, percent }) => ({ key, percent })),
      };
    },
    look() {
      const now = options.now();
      const { day, startsAt, endsAt } = tellDay(now);
      const { spent } = ledger.total(dayKey(day));
      const coming = forecast(spent, startsAt, endsAt, now);
      return {
        day,
        endsAt,
        timeZone,
        today: { spent, limit: holding().day, ...(coming ? { forecast: coming } : {}) },
        sessionLimit: holding().session,
        sessions: ledger.bySession(day, mostSessions).map(({ session, spent: today }) => {
          const { allotment, spent: total } = spends.of(session);
          return { session, today, sinceYourWords: allotment.spent, total };
        }),
        models: ledger.byModel(day).map(row => {
          const { input, output, cacheRead, cacheWrite, source } = priceOf(book, row.model, now, prices);
          return { ...row, price: { input, output, cacheRead, cacheWrite, source } };
        }),
        // what a day that is over has stopped may go on
        stopped: ledger
          .refused(mostSessions)
          .filter(({ refused: { cap, until } }) => cap === 'session' || until > now)
          .map(({ session, refused }) => ({ session, ...refused })),
        underWay: ledger.open().filter(({ spend }) => spend.open?.keys.includes(dayKey(day))).length,
      };
    },
  };
}

/** Instructions and tools as tokens: what a request weighs before anything is said. */
export function weightOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

/** Of a warning about the session's own allotment. */
const sessionKey = 'session';

const dayKey = (day: string): string => `day:${day}`;

/** The day a call is counted in: that of its reservation, whenever it ends. */
function dayIn(keys: readonly string[]): string {
  return (keys.find(key => key.startsWith('day:')) ?? '').slice('day:'.length);
}
