/** Port: the orders there are. Writes are called within a transaction of the host. */
import type { NoticedOrder, Order } from '../../domain/orders/order.ts';

export interface OrderLedger {
  /** Answers its number; undefined: the same words hold there already. */
  add(order: Pick<Order, 'text' | 'message' | 'session' | 'at'>): number | undefined;
  /** Whether the same words hold there already, or were taken from that message before, revoked since or not. */
  isTaken(order: NoticedOrder): boolean;
  /** `message`: the one that revoked it, where one did. False: it did not hold. */
  revoke(id: number, at: number, message?: string): boolean;
  get(id: number): Order | undefined;
  /** Those that hold in a conversation, in the order in which they were said. */
  holding(session: string): readonly Order[];
  /** Those that hold first, then the newest. `session`: those of one conversation, and those of all. */
  list(query: { readonly session?: string; readonly limit: number }): readonly Order[];
  /** What the messages of a turn have added and revoked. */
  changedIn(turn: string): { readonly added: readonly Order[]; readonly revoked: readonly Order[] };
}
