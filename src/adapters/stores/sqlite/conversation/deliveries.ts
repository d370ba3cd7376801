/** The table `deliveries`: replies, notices and cards on their way to a chat. */
import type { Body } from '../../../../domain/conversation/body.ts';
import type { DeliveryRecord, DeliveryStore } from '../../../../ports/conversation-store.ts';
import type { SqliteDatabase } from '../database.ts';

type DeliveryRow = Omit<DeliveryRecord, 'body' | 'refs' | 'asks'> & {
  readonly body: string;
  readonly refs: string;
  readonly asks: string | null;
};

/** Among so many of the newest what was sent is looked for: nothing but the order of their coming is an index. */
const mostSearched = 5000;

export function deliveryTable(database: SqliteDatabase): DeliveryStore {
  const queue = database.prepare(
    `INSERT OR IGNORE INTO deliveries
       (id, channel, chat, session, body, asks, taint, status, sent, refs, failure, at, ended_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', 0, '[]', NULL, ?, NULL)`,
  );
  const columns = 'id, channel, chat, session, body, asks, taint, status, sent, refs, failure, at FROM deliveries';
  const one = database.prepare<[string], DeliveryRow>(`SELECT ${columns} WHERE id = ?`);
  const sent = database.prepare<[number, string, string, string], DeliveryRow>(
    `SELECT ${columns} WHERE n > (SELECT coalesce(max(n), 0) FROM deliveries) - ? AND channel = ? AND chat = ?
       AND EXISTS (SELECT 1 FROM json_each(refs) WHERE value = ?) ORDER BY n DESC LIMIT 1`,
  );
  const asking = database
    .prepare<[number, string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM deliveries WHERE n > (SELECT coalesce(max(n), 0) FROM deliveries) - ?
         AND channel = ? AND chat = ? AND status = 'queued' AND asks IS NOT NULL)`,
    )
    .pluck();
  const markPart = database.prepare(
    `UPDATE deliveries SET sent = sent + 1, refs = json_insert(refs, '$[#]', ?) WHERE id = ?`,
  );
  const end = database.prepare('UPDATE deliveries SET status = ?, failure = ?, ended_at = ? WHERE id = ?');

  return {
    queueDelivery: row =>
      void queue.run(
        ...[row.id, row.channel, row.chat, row.session, JSON.stringify(row.body)],
        row.asks ? JSON.stringify(row.asks) : null,
        row.taint ?? null,
        row.at,
      ),
    delivery: id => toRecord(one.get(id)),
    sentAs: (channel, chat, ref) => toRecord(sent.get(mostSearched, channel, chat, ref)),
    isAsking: (channel, chat) => asking.get(mostSearched, channel, chat) === 1,
    markPartSent: (id, ref) => void markPart.run(ref, id),
    endDelivery: (id, status, failure, at) => void end.run(status, failure, at, id),
  };
}

function toRecord(row: DeliveryRow | undefined): DeliveryRecord | undefined {
  if (!row) return undefined;
  const asks = row.asks === null ? null : (JSON.parse(row.asks) as DeliveryRecord['asks']);
  return { ...row, body: JSON.parse(row.body) as Body, refs: JSON.parse(row.refs) as string[], asks };
}
