/** What the page shows of the budget wherever one is: what today has cost, what it may, and whom that has stopped. */
import type { StateBatch } from '../src/domain/supervision/view.ts';
import type { Reader } from './reader.ts';

export async function budgetOfToday({ budget }: Pick<Reader, 'budget'>): Promise<StateBatch['budget']> {
  const view = await budget?.look();
  if (!view) return undefined;
  const { day, endsAt, today, stopped = [] } = view;
  return { day, endsAt, today, ...(stopped.length > 0 ? { stopped } : {}) };
}
