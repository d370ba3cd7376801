/** The table `listed_prices`: what providers say that their models cost. */
import type { Price } from '../../../../domain/budget/prices.ts';
import type { ListedPrices } from '../../../../ports/ledgers/budget.ts';
import type { SqliteDatabase } from '../database.ts';

/** `write` runs a write in a transaction. */
export function sqliteListedPrices(
  database: SqliteDatabase,
  now: () => number,
  write: (work: () => void) => Promise<void>,
): ListedPrices {
  const rows = database.prepare<[], { readonly model: string; readonly price: string }>(
    'SELECT model, price FROM listed_prices',
  );
  const insert = database.prepare(
    'INSERT INTO listed_prices (model, price, at) VALUES (?, ?, ?) ON CONFLICT (model) DO UPDATE SET price = excluded.price, at = excluded.at',
  );
  const known = new Map(rows.all().map(({ model, price }) => [model, price]));
  return {
    get(model) {
      const price = known.get(model);
      return price === undefined ? undefined : (JSON.parse(price) as Price);
    },
    set(model, price) {
      const text = JSON.stringify(price);
      if (known.get(model) === text) return;
      known.set(model, text);
      write(() => void insert.run(model, text, now())).catch(() => {});
    },
  };
}
