/** The tables `accepted` (keys that are taken for ever) and `inbox` (messages not yet handled). */
import type { InboxRecord, InboxStore } from '../../../../ports/store.ts';
import type { Statements } from '../statements.ts';

export function inboxTable({ one, all, run }: Statements): InboxStore {
  const accept = run('INSERT OR IGNORE INTO accepted (key, at) VALUES (?, ?)');
  const accepted = one<{ key: string }>('SELECT key FROM accepted WHERE key = ?');
  const insert = run('INSERT INTO inbox (target, event, child, attempts) VALUES (?, ?, ?, ?)');
  const remove = run('DELETE FROM inbox WHERE id = ?');
  const addAttempt = run('UPDATE inbox SET attempts = attempts + 1 WHERE id = ?');
  const count = one<{ count: number }>('SELECT count(*) AS count FROM inbox WHERE target = ?');
  const removeAll = run('DELETE FROM inbox WHERE target = ?');

  return {
    accept: (key, at) => accept(key, at).changes === 1,
    wasAccepted: key => accepted(key) !== undefined,
    enqueue: row => Number(insert(row.target, row.event, row.child, row.attempts).lastInsertRowid),
    dequeue: id => void remove(id),
    countAttempt: id => void addAttempt(id),
    inbox: all<InboxRecord>('SELECT id, target, event, child, attempts FROM inbox ORDER BY id'),
    countInbox: target => count(target)?.count ?? 0,
    dropInbox: target => void removeAll(target),
  };
}
