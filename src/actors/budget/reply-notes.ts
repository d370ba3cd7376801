/** What the owner reads under a reply about money: a warning that is due, and what the turn has cost. */
import {
  type Amount,
  type BudgetLimits,
  type Limit,
  type SessionSpend,
  warningDue,
} from '../../domain/budget/budget.ts';
import type { OwnersDay } from '../../domain/budget/day.ts';
import { costLine, count, type EurPerUsd, money } from '../../domain/budget/money.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import type { Beneath } from '../../machines/session/types.ts';
import type { BudgetLedger } from '../../ports/ledgers/budget.ts';
import type { KeptSpends } from './kept-spends.ts';
import { dayKey, sessionKey } from './keys.ts';

/** An amount that a limit holds for, with the percentage its owner was last warned of. */
interface Limited {
  readonly key: string;
  readonly spent: Amount;
  readonly limit: Limit;
  readonly warned: number;
  readonly text: (percent: number, used: string, limit: string) => string;
}

export function replyNotes(options: {
  readonly ledger: Pick<BudgetLedger, 'total'>;
  readonly spends: Pick<KeptSpends, 'of'>;
  readonly limits: () => Pick<BudgetLimits, 'session' | 'day'>;
  readonly dayAt: (at: number) => OwnersDay;
  readonly language: Language;
  readonly now: () => number;
  readonly showCost: boolean;
  readonly eurPerUsd?: EurPerUsd;
}): (session: string, turn: string) => Beneath {
  const { ledger, spends, limits, dayAt, language, now, showCost, eurPerUsd } = options;
  const words = texts(language);

  function warning({ key, spent, limit, warned, text }: Limited) {
    const due = warningDue(spent, limit, warned);
    if (!due) return [];
    const { unit, percent } = due;
    const most = limit[unit] ?? 0;
    const note =
      unit === 'tokens'
        ? text(percent, count(spent.tokens, language), words.tokens(count(most, language)))
        : text(percent, money(spent.micros, language, eurPerUsd), money(most, language, eurPerUsd));
    return [{ key, percent, note }];
  }

  function costOf({ turn }: SessionSpend, id: string): string {
    return showCost && turn.id === id && turn.paid.micros > 0 ? costLine(turn, language, eurPerUsd) : '';
  }

  return (session, turn) => {
    const spend = spends.of(session);
    const { allotment } = spend;
    const day = ledger.total(dayKey(dayAt(now()).day));
    const { session: sessionLimit, day: dayLimit } = limits();
    const due = [
      ...warning({ ...allotment, key: sessionKey, limit: sessionLimit, text: words.sessionUsed }),
      ...warning({ ...day, limit: dayLimit, text: words.dayUsed }),
    ];
    const cost = costOf(spend, turn);
    return {
      notes: due.map(({ note }) => note),
      cost: cost === '' ? undefined : cost,
      warned: due.map(({ key, percent }) => ({ key, percent })),
    };
  };
}
