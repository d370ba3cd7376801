/** What was spent over time, read from the ledger. */
import type { OwnersDay } from '../../domain/budget/day.ts';
import type { BudgetHistory, BudgetSpan } from '../../domain/budget/view.ts';
import type { BudgetLedger } from '../../ports/ledgers/budget.ts';

const hourMs = 3_600_000;

export function budgetHistory({
  ledger,
  dayAt,
  now,
}: {
  readonly ledger: Pick<BudgetLedger, 'byQuarter'>;
  readonly dayAt: (at: number) => OwnersDay;
  readonly now: () => number;
}): (span: BudgetSpan) => BudgetHistory {
  return span => {
    const borders = bordersOf(span, now(), dayAt);
    const steps = borders.slice(0, -1);
    const [begin = 0] = borders;
    const end = borders.at(-1) ?? 0;
    const sums = new Map<string, BudgetHistory['spent'][number]>();
    for (const { at, model, purpose, spent, calls } of ledger.byQuarter(begin, end)) {
      const step = steps.findLastIndex(from => from <= at);
      const key = JSON.stringify([step, model, purpose]);
      const known = sums.get(key);
      const tokens = (known?.amount.tokens ?? 0) + spent.tokens;
      const micros = (known?.amount.micros ?? 0) + spent.micros;
      sums.set(key, { step, model, purpose, amount: { tokens, micros }, calls: (known?.calls ?? 0) + calls });
    }
    return { steps, end, spent: [...sums.values()] };
  };
}

/** Where the steps begin, and where the last one ends: whole hours of a day, quarters of the owner's days, or days. */
function bordersOf(span: BudgetSpan, now: number, dayAt: (at: number) => OwnersDay): readonly number[] {
  if (span === 'day') {
    const end = (Math.floor(now / hourMs) + 1) * hourMs;
    return Array.from({ length: 25 }, (_, hour) => end - (24 - hour) * hourMs);
  }
  const today = dayAt(now);
  const days = [today];
  while (days.length < (span === 'week' ? 7 : 30)) days.unshift(dayAt((days[0] ?? today).startsAt - 1));
  const parts = span === 'week' ? 4 : 1;
  return [
    ...days.flatMap(({ startsAt, endsAt }) =>
      // a day of a clock change has 23 or 25 hours
      Array.from(
        { length: parts },
        (_, part) => startsAt + Math.round(((endsAt - startsAt) / parts / 900_000) * part) * 900_000,
      ),
    ),
    today.endsAt,
  ];
}
