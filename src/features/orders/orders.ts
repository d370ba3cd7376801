/** Orders of the owner: heard in what is said, told to the model, listed and revoked. */
import { orderHearing, orderNotes, orderService, ordersInWords } from '../../actors/orders/orders.ts';
import { sqliteOrderLedger } from '../../adapters/stores/sqlite/orders/orders.ts';
import type { OrderLedger } from '../../ports/ledgers/order.ts';
import { type Feature, feature } from '../feature.ts';

export interface Orders extends Feature {
  readonly ledger: OrderLedger;
  readonly hear: ReturnType<typeof orderHearing>;
  /** For the instructions of a conversation; empty: there are none. */
  readonly inWords: (session: string) => string;
  /** What stands beneath the reply of a turn. */
  readonly notes: (turn: string) => readonly string[];
}

declare module '../feature.ts' {
  interface Features {
    readonly orders: Orders;
  }
}

export const ordersFeature = feature('orders', ['core'], ({ core }): Orders => {
  const ledger = sqliteOrderLedger(core.database);
  return {
    ledger,
    provides: { orders: orderService(core, ledger) },
    hear: orderHearing(ledger),
    inWords: ordersInWords(ledger),
    notes: orderNotes(ledger, core.owner.language),
  };
});
