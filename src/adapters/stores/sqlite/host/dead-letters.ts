/** The table `dead_letters`: messages whose steps failed every time. */
import type { DeadLetter, DeadLetterStore } from '../../../../ports/store.ts';
import type { Statements } from '../statements.ts';

export function deadLetterTable({ one, all, run }: Statements): DeadLetterStore {
  const insert = run(
    'INSERT INTO dead_letters (target, event, child, attempts, failure, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const take = all<DeadLetter>('DELETE FROM dead_letters WHERE target = ? RETURNING *');
  const count = one<{ count: number }>('SELECT count(*) AS count FROM dead_letters');

  return {
    addDeadLetter: row =>
      Number(insert(row.target, row.event, row.child, row.attempts, row.failure, row.at).lastInsertRowid),
    deadLetters: all<DeadLetter>('SELECT * FROM dead_letters ORDER BY id'),
    takeDeadLetters: target => take(target).toSorted((a, b) => a.id - b.id),
    countDeadLetters: () => count()?.count ?? 0,
  };
}
