/**
 * Orders: what the owner said about how to behave or what not to do. Each stands before the model word for word until
 * the owner revokes it, whatever becomes of the conversation it was said in.
 */

/** A row of `orders`. */
export interface Order {
  readonly id: number;
  /** The owner's own sentence. */
  readonly text: string;
  /** The message it was said in. */
  readonly message: string;
  /** The beginning of that message, in a list of orders; absent: the order is all of it. */
  readonly source?: string | undefined;
  /** The conversation it holds in; null: all of them. */
  readonly session: string | null;
  /** Instants, UTC epoch ms. */
  readonly at: number;
  /** Null: it holds. */
  readonly revokedAt: number | null;
}

/** A sentence of the owner's that a model took for an order, where rules did not. */
export interface NoticedOrder extends Pick<Order, 'text' | 'message' | 'session'> {}

export interface OrderService {
  /** Those that hold first, then the newest. `session`: those of one conversation, and those of all. */
  list(query: { readonly session?: string; readonly limit: number }): readonly Order[];
  /** Resolves after the commit; undefined: there is no such order. */
  revoke(id: number): Promise<Order | undefined>;
}
