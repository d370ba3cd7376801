/** The table `orders`. */
import { forgottenText } from '../../../../domain/memory/forgetting.ts';
import type { Order } from '../../../../domain/orders/order.ts';
import type { OrderLedger } from '../../../../ports/ledgers/order.ts';
import type { SqliteDatabase } from '../database.ts';
import { knownEmpty } from '../known-empty.ts';

/** So much of the message an order was said in is listed with it. */
const mostOfSource = 300;

type Listed = Omit<Order, 'source'> & { readonly source: string | null };

function withSource({ source, ...order }: Listed): Order {
  return source === null ? order : { ...order, source };
}

/** {@link OrderLedger} over one open database. */
export function sqliteOrderLedger(database: SqliteDatabase): OrderLedger {
  const columns = 'id, text, message, session, at, revoked_at AS revokedAt';
  // one whose words were forgotten says nothing any more
  const kept = `FROM orders WHERE text <> '${forgottenText}'`;
  const known = database.prepare<[string, string | null]>(
    'SELECT 1 FROM orders WHERE revoked_at IS NULL AND text = ? AND session IS ?',
  );
  const taken = database.prepare<[string, string, string | null], unknown>(
    `SELECT 1 FROM orders
     WHERE text = ? AND (message = ? OR (revoked_at IS NULL AND (session IS NULL OR session IS ?)))`,
  );
  const add = database.prepare('INSERT INTO orders (text, message, session, at) VALUES (?, ?, ?, ?)');
  const revoke = database.prepare(
    'UPDATE orders SET revoked_at = ?, revoked_in = ? WHERE id = ? AND revoked_at IS NULL',
  );
  const one = database.prepare<[number], Order>(`SELECT ${columns} ${kept} AND id = ?`);
  const holding = database.prepare<[string], Order>(
    `SELECT ${columns} ${kept} AND revoked_at IS NULL AND (session IS NULL OR session = ?) ORDER BY id`,
  );
  const listed = database.prepare<[object], Listed>(
    `SELECT ${columns},
       (SELECT substr(t.text, 1, ${mostOfSource}) FROM messages m JOIN message_texts t ON t.n = m.n
        WHERE m.id = orders.message AND trim(t.text) <> orders.text) AS source
     ${kept} AND (@session IS NULL OR session IS NULL OR session = @session)
     ORDER BY revoked_at IS NOT NULL, id DESC LIMIT @limit`,
  );
  // the orders are few, and each names its message: messages are never searched by their turn
  const ofTurn = (column: 'message' | 'revoked_in') =>
    database.prepare<[string], Order>(
      `SELECT ${columns} ${kept} AND (SELECT turn FROM messages WHERE messages.id = orders.${column}) = ? ORDER BY id`,
    );
  const added = ofTurn('message');
  const revoked = ofTurn('revoked_in');
  const empty = knownEmpty(database, 'orders');
  const any = database.prepare('SELECT 1 FROM orders LIMIT 1');
  return {
    add({ text, message, session, at }) {
      if (known.get(text, session)) return undefined;
      empty.forget(session ?? undefined);
      return Number(add.run(text, message, session, at).lastInsertRowid);
    },
    isTaken: ({ text, message, session }) => taken.get(text, message, session) !== undefined,
    revoke: (id, at, message) => revoke.run(at, message ?? null, id).changes === 1,
    get: id => one.get(id),
    holding: session => empty.unlessNone(session, () => holding.all(session), []),
    list: ({ session, limit }) => listed.all({ session: session ?? null, limit }).map(withSource),
    // each turn asks, and mostly there are none
    changedIn: turn =>
      any.get() ? { added: added.all(turn), revoked: revoked.all(turn) } : { added: [], revoked: [] },
  };
}
