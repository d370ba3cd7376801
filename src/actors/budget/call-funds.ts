/**
 * The reservation and the settlement of model calls that no chart's step asks for. Each is a write of its own, and the
 * first is committed before the call is made; a call that is lost in a crash stays spent.
 */
import {
  type BudgetLimits,
  newSession,
  type OpenCall,
  reserve,
  type SpendRow,
  settle,
  usageOfFailure,
} from '../../domain/budget/budget.ts';
import type { OwnersDay } from '../../domain/budget/day.ts';
import { costMicros, isFree, type ModelPrice } from '../../domain/budget/prices.ts';
import { noUsage, type Usage } from '../../domain/conversation/message.ts';
import { type Failure, Fault, fault } from '../../domain/supervision/failure.ts';
import type { BudgetLedger } from '../../ports/ledgers/budget.ts';
import { dayIn, dayKey } from './keys.ts';
import { type AmountFormat, refusalText } from './refusal-text.ts';

export interface CallFunds {
  /** A name for the next call. */
  id(): string;
  /** Takes a call from the budget. Throws `exhausted`, in the owner's words, where it is not granted. */
  take(call: PlannedCall): Promise<TakenCall>;
}

/** A call that is to be made. */
export interface PlannedCall {
  readonly id: string;
  /** What it is counted under: `observer`, `job:NAME`, `gate:NAME`. */
  readonly heading: string;
  /** `provider/model`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface TakenCall {
  /** So long a reply is paid for. */
  readonly outputTokens: number;
  /** What it has cost. A settlement that cannot be written leaves the reservation as it is: spent. */
  settle(outcome: { readonly usage: Usage } | { readonly failure: Pick<Failure, 'kind' | 'written'> }): Promise<void>;
}

export function callFunds(
  options: AmountFormat & {
    readonly ledger: BudgetLedger;
    readonly limits: BudgetLimits;
    readonly price: (model: string, at: number) => ModelPrice;
    readonly dayAt: (at: number) => OwnersDay;
    readonly now: () => number;
    readonly id: () => string;
    /** Runs a write in a transaction; resolves when it is committed. */
    readonly write: <Result>(work: () => Result) => Promise<Result>;
  },
): CallFunds {
  const { ledger, limits, price, dayAt, now, write } = options;
  return {
    id: options.id,
    async take({ id, heading, model, inputTokens, outputTokens }) {
      const at = now();
      const rates = price(model, at);
      const { day, endsAt } = dayAt(at);
      const call: Omit<OpenCall, 'amount'> = {
        id,
        at,
        turn: '',
        model,
        isFree: isFree(rates),
        keys: [dayKey(day)],
        allotment: '',
        estimate: { ...noUsage, inputTokens, outputTokens },
      };
      // all of it may be written to the cache, at the highest rate
      const cost = (usage: Usage) => costMicros({ ...rates, input: Math.max(rates.input, rates.cacheWrite) }, usage);
      const { open, refused } = await write(() => {
        const totals = call.keys.map(ledger.total);
        const reserved = reserve(newSession, { ...call, cost, upTo: 0 }, totals, limits, endsAt);
        const taken = reserved.session.open;
        if (taken) {
          ledger.openCall(heading, taken);
          for (const key of reserved.keys) ledger.add(key, reserved.change);
        }
        return reserved.session;
      });
      if (!open)
        throw refused
          ? new Fault({ kind: 'exhausted', message: refusalText(refused, options), cause: `budget.${refused.cap}` })
          : fault('defect', 'expected a reservation for this model call, found none');
      return {
        outputTokens: open.estimate.outputTokens,
        async settle(outcome) {
          const usage = 'usage' in outcome ? outcome.usage : usageOfFailure(outcome.failure, open.estimate);
          const actual = { usage, micros: costMicros(rates, usage) };
          const settled = settle({ ...newSession, open }, actual, 'usage' in outcome ? 'settled' : 'failed');
          await write(() => {
            for (const key of settled.keys) ledger.add(key, settled.change);
            if (settled.closed) closeCall(ledger, { ...settled.closed, session: heading });
          }).catch(() => {});
        },
      };
    },
  };
}

/** Calls that a process left when it died: nobody knows what they have cost, so they stay at what they were taken for. */
export function closeLostCalls(ledger: BudgetLedger): void {
  for (const { heading, call } of ledger.openCalls()) {
    const { id, at, turn, model, keys, estimate: usage, amount } = call;
    closeCall(ledger, { id, at, turn, model, keys, usage, amount, session: heading, state: 'lost' });
  }
}

function closeCall(ledger: BudgetLedger, row: SpendRow): void {
  ledger.closeCall(row.id);
  ledger.insert(row, dayIn(row.keys));
}
