/** The budget as its owner sees it, read from the ledger. */

import type { BudgetLimits, Limit, OpenCall, Refusal } from '../../domain/budget/budget.ts';
import type { OwnersDay } from '../../domain/budget/day.ts';
import { isDemo, type ModelPrice } from '../../domain/budget/prices.ts';
import { type BudgetView, forecast } from '../../domain/budget/view.ts';
import { defined } from '../../domain/text/json.ts';
import type { BudgetLedger } from '../../ports/ledgers/budget.ts';
import type { KeptSpends } from './kept-spends.ts';
import { dayKey } from './keys.ts';

/** The most sessions and other headings that are listed. */
const mostSessions = 20;

export function budgetView(options: {
  readonly ledger: BudgetLedger;
  readonly spends: Pick<KeptSpends, 'of'>;
  readonly limits: () => Pick<BudgetLimits, 'session' | 'day'>;
  /** Of one run of a job, by its conversation. */
  readonly scheduleLimit?: (session: string) => Limit | undefined;
  readonly dayAt: (at: number) => OwnersDay;
  readonly price: (model: string, at: number) => ModelPrice;
  readonly timeZone: string;
  readonly now: () => number;
}): () => BudgetView {
  const { ledger, spends, limits, dayAt, price, timeZone, scheduleLimit } = options;
  /** A run that was stopped never goes on: it is news until another run has come, or its job may spend as much. */
  const isNews = (session: string, { used, next, unit }: Refusal) => {
    const most = scheduleLimit?.(session)?.[unit];
    return typeof most === 'number' && used + next > most && !ledger.hasLaterRun(session);
  };
  return () => {
    const now = options.now();
    const { day, startsAt, endsAt } = dayAt(now);
    const { spent } = ledger.total(dayKey(day));
    const coming = forecast(spent, startsAt, endsAt, now);
    const { session: sessionLimit, day: dayLimit } = limits();
    const headings = ledger.bySession(day, mostSessions);
    const isSession = (heading: string) => heading.startsWith('session:');
    const isToday = ({ keys }: Pick<OpenCall, 'keys'>) => keys.includes(dayKey(day));
    const others = headings
      .filter(({ session }) => !isSession(session))
      .map(({ session: heading, spent: today }) => ({ heading, today }));
    const models = ledger.byModel(day);
    const open = [
      ...ledger.open().flatMap(({ spend }) => (spend.open && isToday(spend.open) ? [spend.open] : [])),
      ...ledger.openCalls().flatMap(({ call }) => (isToday(call) ? [call] : [])),
    ];
    const called = [...models, ...open];
    const isDemoAlone =
      called.length > 0 && called.every(isDemo) && [dayLimit, sessionLimit].every(({ tokens }) => tokens === null);
    return {
      day,
      endsAt,
      timeZone,
      ...defined({ isDemoAlone: isDemoAlone || undefined }),
      today: { spent, limit: dayLimit, ...defined({ forecast: coming }) },
      sessionLimit,
      sessions: headings
        .filter(({ session }) => isSession(session))
        .map(({ session, spent: today }) => {
          const { allotment, spent: total } = spends.of(session);
          return { session, today, sinceYourWords: allotment.spent, total };
        }),
      ...defined({ others: others.length > 0 ? others : undefined }),
      models: models.map(row => {
        const { input, output, cacheRead, cacheWrite, source } = price(row.model, now);
        return { ...row, price: { input, output, cacheRead, cacheWrite, source } };
      }),
      stopped: ledger
        .refused(mostSessions, now)
        .filter(({ session, refused }) => refused.cap !== 'schedule' || isNews(session, refused))
        .map(({ session, refused }) => ({ session, ...refused })),
      underWay: open.length,
    };
  };
}
