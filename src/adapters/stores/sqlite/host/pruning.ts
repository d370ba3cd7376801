/** Removes ended actors, and the journal behind the newest snapshots of the others. */
import type { HostStore } from '../../../../ports/store.ts';
import type { SqliteDatabase } from '../database.ts';
import type { ActorNumbers } from './actor-numbers.ts';

export function pruning(database: SqliteDatabase, numbers: ActorNumbers): Pick<HostStore, 'prune' | 'removeEnded'> {
  const ended = `FROM actors WHERE status IN ('done', 'stopped') AND last_at < @before`;
  // rows stand in the order they were written: behind the first that is young enough nothing is looked at
  const old = (table: string) =>
    `at < @before AND rowid < coalesce((SELECT rowid FROM ${table} WHERE at >= @before ORDER BY rowid LIMIT 1), 9e18)`;
  const stepsOf = (columns: string, address: string) =>
    `SELECT ${columns} FROM journal j JOIN actors a ON a.n = j.actor WHERE a.address = ${address}`;
  const removals = [
    `DELETE FROM journal WHERE actor IN (SELECT n ${ended})`,
    `DELETE FROM snapshots WHERE address IN (SELECT address ${ended})`,
    `DELETE FROM effects WHERE at < @before AND status NOT IN ('pending', 'running')
       AND owner IN (SELECT address ${ended})`,
    `DELETE ${ended}`,
    // a living actor keeps its newest snapshot of before, the step that made it, and all that came after
    `DELETE FROM journal WHERE ${old('journal')} AND seq < (
       SELECT max(j.seq) FROM actors a JOIN snapshots s ON s.address = a.address JOIN journal j ON j.actor = a.n AND j.seq = s.seq
       WHERE a.n = journal.actor AND j.at < @before)`,
    `DELETE FROM snapshots WHERE NOT EXISTS (${stepsOf('1', 'snapshots.address')} AND j.seq <= snapshots.seq)
       AND EXISTS (${stepsOf('1', 'snapshots.address')})`,
  ].map(sql => database.prepare(sql));

  const one = `(SELECT n FROM actors WHERE address = @address AND status IN ('done', 'stopped'))`;
  const stepsOfOne = [
    `DELETE FROM journal WHERE actor = ${one}`,
    `DELETE FROM snapshots WHERE address = @address AND ${one} IS NOT NULL`,
    `DELETE FROM effects WHERE owner = @address AND status NOT IN ('pending', 'running') AND ${one} IS NOT NULL`,
    `DELETE FROM dead_letters WHERE target = @address AND ${one} IS NOT NULL`,
  ].map(sql => database.prepare(sql));
  const row = database.prepare(`DELETE FROM actors WHERE n = ${one}`);

  return {
    removeEnded(address, keepsRow) {
      for (const statement of stepsOfOne) statement.run({ address });
      if (keepsRow) return;
      numbers.forgetAll();
      row.run({ address });
    },
    prune(before) {
      numbers.forgetAll();
      return removals.reduce((removed, statement) => removed + statement.run({ before }).changes, 0);
    },
  };
}
