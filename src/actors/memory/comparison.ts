/** What an observer run found, held against the memories; a lookup, so it sees what its step writes into. */
import { compared } from '../../domain/memory/comparison.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { NoticedOrder } from '../../domain/orders/order.ts';
import { defined } from '../../domain/text/json.ts';
import type { ComparisonInput, ComparisonOutput } from '../../machines/observer.ts';
import type { OrderLedger } from '../../ports/ledgers/order.ts';
import type { Observations } from '../../ports/memory/observations.ts';

/**
 * What another run has looked through meanwhile is left out: a run that waited for its model may end after a later one
 * that began at the same place, and nothing is to be noticed twice.
 */
export function comparison(
  memories: Pick<MemoryStore, 'withWords' | 'about' | 'search'>,
  observations: Pick<Observations, 'isObserved'>,
  ledger: Pick<OrderLedger, 'isTaken'>,
) {
  const isNew = (session: string, message: string) => !observations.isObserved(session, message);
  return ({ session, items, messages, orders }: ComparisonInput): ComparisonOutput => ({
    compared: compared(
      items.filter(({ message }) => isNew(session, messages[message] ?? '')),
      memories,
    ),
    ...defined({
      orders: orders?.filter(
        (order, at) => isFirst(orders, at) && isNew(session, order.message) && !ledger.isTaken(order),
      ),
    }),
  });
}

/** The same sentence may stand in several messages. */
function isFirst(orders: readonly NoticedOrder[], at: number): boolean {
  return orders.findIndex(({ text }) => text === orders[at]?.text) === at;
}
