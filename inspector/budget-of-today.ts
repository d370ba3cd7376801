/** What the page shows of the budget wherever one is: what today has cost, and what it may. */
import type { StateBatch } from '../src/machines/domain/view.ts';
import type { Reader } from './reader.ts';

export async function budgetOfToday({ budget }: Pick<Reader, 'budget'>): Promise<StateBatch['budget']> {
  const view = await budget?.look();
  return view && { day: view.day, endsAt: view.endsAt, today: view.today };
}
