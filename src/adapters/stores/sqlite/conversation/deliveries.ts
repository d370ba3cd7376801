/** The table `deliveries`: replies, notices and cards on their way to a chat. */
import type { Body } from '../../../../domain/conversation/body.ts';
import type { DeliveryRecord, DeliveryStore } from '../../../../ports/conversation-store.ts';
import type { SqliteDatabase } from '../database.ts';

type DeliveryRow = Omit<DeliveryRecord, 'body' | 'refs' | 'asks'> & {
  readonly body: string;
  readonly refs: string;
  readonly asks: string | null;
};

export function deliveryTable(database: SqliteDatabase): DeliveryStore {
  const queue = database.prepare(
    `INSERT OR IGNORE INTO deliveries (id, channel, chat, session, body, asks, status, sent, refs, failure, at, ended_at)
     VALUES (?, ?, ?, ?, ?, ?, 'queued', 0, '[]', NULL, ?, NULL)`,
  );
  const one = database.prepare<[string], DeliveryRow>(
    'SELECT id, channel, chat, session, body, asks, status, sent, refs, failure, at FROM deliveries WHERE id = ?',
  );
  const markPart = database.prepare(
    `UPDATE deliveries SET sent = sent + 1, refs = json_insert(refs, '$[#]', ?) WHERE id = ?`,
  );
  const end = database.prepare('UPDATE deliveries SET status = ?, failure = ?, ended_at = ? WHERE id = ?');

  return {
    queueDelivery: row =>
      void queue.run(
        ...[row.id, row.channel, row.chat, row.session, JSON.stringify(row.body)],
        row.asks ? JSON.stringify(row.asks) : null,
        row.at,
      ),
    delivery(id) {
      const row = one.get(id);
      if (!row) return undefined;
      const asks = row.asks === null ? null : (JSON.parse(row.asks) as DeliveryRecord['asks']);
      return { ...row, body: JSON.parse(row.body) as Body, refs: JSON.parse(row.refs) as string[], asks };
    },
    markPartSent: (id, ref) => void markPart.run(ref, id),
    endDelivery: (id, status, failure, at) => void end.run(status, failure, at, id),
  };
}
