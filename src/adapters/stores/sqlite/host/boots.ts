/** The table `boots`: when this program was started, and whether it ended by itself. */
import type { BootStore } from '../../../../ports/store.ts';
import type { Statements } from '../statements.ts';

export function bootTable({ one, run }: Statements): BootStore {
  const begin = run('INSERT INTO boots (id, program, started_at) VALUES (?, ?, ?)');
  const end = run('UPDATE boots SET ended_at = ? WHERE id = ?');
  const unclean = one<{ count: number }>(
    `SELECT count(*) AS count FROM boots WHERE ended_at IS NULL AND started_at > ?
       AND started_at > (SELECT coalesce(max(started_at), 0) FROM boots WHERE ended_at IS NOT NULL)`,
  );
  const settle = run('UPDATE boots SET ended_at = started_at WHERE ended_at IS NULL AND id <> ?');

  return {
    beginBoot: (id, program, at) => void begin(id, program, at),
    endBoot: (id, at) => void end(at, id),
    settleBoots: boot => void settle(boot),
    uncleanBoots: since => unclean(since)?.count ?? 0,
  };
}
