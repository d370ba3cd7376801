/**
 * The reservation of each model call and its settlement. Both are written in steps of the session: the one that asks
 * for the call, and the one of its end.
 */
import {
  type BudgetLimits,
  type BudgetRequest,
  type Limit,
  type Reckoned,
  reserve,
  type SessionSpend,
  settle,
  usageOfFailure,
  usageOfStopped,
} from '../../domain/budget/budget.ts';
import type { OwnersDay } from '../../domain/budget/day.ts';
import { costMicros, isFree, type ModelPrice } from '../../domain/budget/prices.ts';
import { noUsage } from '../../domain/conversation/message.ts';
import { type Side, splitModel } from '../../domain/models/route.ts';
import type { CompletionInput, Route, SpendOutcome, SpendRequest } from '../../machines/session/types.ts';
import type { BudgetLedger } from '../../ports/ledgers/budget.ts';
import type { KeptSpends } from './kept-spends.ts';
import { dayIn, dayKey, scheduleKey } from './keys.ts';
import type { StreamMeter } from './stream-meter.ts';

/** What a writer knows of the step it writes for. */
export interface SpendStep {
  readonly address: string;
  readonly at: number;
  readonly id: string;
  onCommitted?(call: () => void): void;
}

export interface ReservationOptions {
  readonly ledger: BudgetLedger;
  readonly spends: KeptSpends;
  readonly meter: Pick<StreamMeter, 'tokens' | 'forget'>;
  readonly limits: BudgetLimits;
  readonly price: (model: string, at: number) => ModelPrice;
  /** Does the model run on a machine of the owner's? */
  readonly isLocal: (model: string) => boolean;
  readonly dayAt: (at: number) => OwnersDay;
  readonly modelOf: (route: Route, session: string, only?: Side) => string;
  readonly maxOutputTokens: (provider: string) => number;
  /** The tokens of instructions and tools: used for the first call of a session, before a model has counted them. */
  readonly fixedTokens: () => number;
  /** What one run of a job may use; undefined: the conversation is of none. */
  readonly scheduleLimit?: (session: string) => Limit | undefined;
}

export interface Reservations {
  reserve(session: string, request: SpendRequest, step: Omit<SpendStep, 'address'>): void;
  settle(session: string, outcome: SpendOutcome, onCommitted: SpendStep['onCommitted']): void;
  /**
   * A call that was under way in a process that died is made again: its reservation stays spent, and it is reserved
   * once more.
   */
  reserveAgain(
    input: CompletionInput,
    run: { readonly address: string; readonly attempt: number; readonly at: number },
  ): void;
}

export function reservations(options: ReservationOptions): Reservations {
  const { ledger, spends, limits, price, dayAt } = options;
  const callFor = callEstimates(options);

  function reserveCall(session: string, request: SpendRequest, step: Omit<SpendStep, 'address'>): void {
    const before = spends.of(session);
    const call = callFor(session, before, request, step);
    const schedule = options.scheduleLimit?.(session);
    const all = schedule === undefined ? limits : { ...limits, schedule };
    save(session, reserve(before, call, call.keys.map(ledger.total), all, dayAt(step.at).endsAt), step.onCommitted);
  }

  function save(
    session: string,
    { session: after, closed, change, keys }: Reckoned,
    onCommitted: SpendStep['onCommitted'],
  ): void {
    spends.save(session, after, onCommitted);
    for (const key of keys) ledger.add(key, change);
    if (closed) ledger.insert({ ...closed, session }, dayIn(closed.keys));
  }

  return {
    reserve: reserveCall,
    settle(session, outcome, onCommitted) {
      const spend = spends.of(session);
      if (!spend.open) return;
      const { model, at, estimate } = spend.open;
      const streamed = options.meter.tokens(session, spend.open.id);
      options.meter.forget(session);
      const usage =
        'usage' in outcome
          ? outcome.usage
          : 'failure' in outcome
            ? usageOfFailure(outcome.failure, estimate)
            : usageOfStopped(streamed, estimate);
      const actual = { usage, micros: costMicros(price(model, at), usage) };
      save(session, settle(spend, actual, 'usage' in outcome ? 'settled' : 'failed'), onCommitted);
    },
    reserveAgain({ session, turn, route, allotment = '', only }, { address, attempt, at }) {
      reserveCall(session, { turn, route, allotment, only }, { id: `${address}/${attempt}`, at });
    },
  };
}

/** What the next call of a session may cost at most, from the price of its model and the text said since the last. */
function callEstimates(options: ReservationOptions) {
  const { ledger, price, isLocal, dayAt, modelOf, maxOutputTokens, fixedTokens, scheduleLimit } = options;
  return (
    session: string,
    { weighed }: SessionSpend,
    { turn, route, allotment, only }: SpendRequest,
    { id, at }: Pick<SpendStep, 'id' | 'at'>,
  ): BudgetRequest => {
    const model = modelOf(route, session, only);
    const rates = price(model, at);
    const { upTo, characters } = ledger.saidSince(session, weighed.upTo);
    const inputTokens = (weighed.tokens || fixedTokens()) + Math.ceil(characters / 3);
    const outputTokens = maxOutputTokens(splitModel(model)?.provider ?? '');
    return {
      id,
      at,
      turn,
      model,
      isFree: isFree(rates),
      isLocal: isFree(rates) && isLocal(model),
      keys: [dayKey(dayAt(at).day), ...(scheduleLimit?.(session) ? [scheduleKey(session)] : [])],
      allotment,
      estimate: { ...noUsage, inputTokens, outputTokens },
      // how much of the request is cached is not known yet, so the estimate takes the highest rate: all of it written
      cost: usage => costMicros({ ...rates, input: Math.max(rates.input, rates.cacheWrite) }, usage),
      upTo,
    };
  };
}
