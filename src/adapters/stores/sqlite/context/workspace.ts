/** The tables `subscriptions` and `turn_tasks`. */
import type { Subscription, TaskList, TurnTask } from '../../../../domain/context/watched.ts';
import type { WorkspaceLedger } from '../../../../ports/context/workspace.ts';
import type { SqliteDatabase } from '../database.ts';
import { knownEmpty } from '../known-empty.ts';

type Row = Omit<Subscription, 'mayReachOwn'> & { readonly own: 0 | 1 };

/** {@link WorkspaceLedger} over one open database that has migration 052. */
export function sqliteWorkspaceLedger(database: SqliteDatabase): WorkspaceLedger {
  const columns = `id, session, kind, target, from_line AS fromLine, lines, own, tokens,
    CASE WHEN ended_at IS NULL THEN turns ELSE -1 END AS turns, turn`;
  const watched = database.prepare<[string], Row>(
    `SELECT ${columns} FROM subscriptions WHERE session = ? AND ended_at IS NULL ORDER BY id`,
  );
  const endedIn = database.prepare<[string, string], Row>(
    `SELECT ${columns} FROM subscriptions WHERE session = ? AND ended_at IS NOT NULL AND turns < 0 AND turn = ? ORDER BY id`,
  );
  const replace = database.prepare(
    `UPDATE subscriptions SET ended_at = @at WHERE session = @session AND kind = @kind AND target = @target
       AND from_line IS @fromLine AND lines IS @lines AND ended_at IS NULL AND call <> @call`,
  );
  const put = database.prepare(
    `INSERT OR IGNORE INTO subscriptions (session, call, kind, target, from_line, lines, own, tokens, turns, turn, at)
     VALUES (@session, @call, @kind, @target, @fromLine, @lines, @own, @tokens, @turns, @turn, @at)`,
  );
  const numbered = database.prepare<[string], number>('SELECT id FROM subscriptions WHERE call = ?').pluck();
  const end = database.prepare(
    'UPDATE subscriptions SET ended_at = ? WHERE session = ? AND id = ? AND ended_at IS NULL',
  );
  const count = database.prepare(
    `UPDATE subscriptions SET turns = turns - 1, turn = @turn, ended_at = CASE WHEN turns <= 0 THEN @at END
     WHERE session = @session AND ended_at IS NULL AND turn <> @turn`,
  );
  const list = database.prepare<[string], { tasks: string; taint: TaskList['taint']; at: number }>(
    'SELECT tasks, taint, at FROM turn_tasks WHERE session = ?',
  );
  const set = database.prepare('INSERT OR REPLACE INTO turn_tasks (session, tasks, taint, at) VALUES (?, ?, ?, ?)');
  const empty = knownEmpty(database, 'subscriptions');
  const untasked = knownEmpty(database, 'turn_tasks');
  const subscriptionsOf = (session: string, turn: string | undefined) =>
    [...(turn === undefined ? [] : endedIn.all(session, turn)), ...watched.all(session)].map(
      ({ own, ...subscription }) => ({ ...subscription, mayReachOwn: own === 1 }),
    );
  return {
    subscriptions: (session, turn) => empty.unlessNone(session, () => subscriptionsOf(session, turn), []),
    subscribe({ mayReachOwn, ...subscription }) {
      empty.forget(subscription.session);
      replace.run(subscription);
      put.run({ ...subscription, own: mayReachOwn ? 1 : 0 });
      return numbered.get(subscription.call) ?? 0;
    },
    unsubscribe: (session, id, at) => end.run(at, session, id).changes > 0,
    count: (session, turn, at) => void count.run({ session, turn, at }),
    tasks(session) {
      const found = untasked.unlessNone(session, () => list.get(session), undefined);
      return found && { ...found, tasks: JSON.parse(found.tasks) as readonly TurnTask[] };
    },
    setTasks(session, { tasks, taint, at }) {
      untasked.forget(session);
      set.run(session, JSON.stringify(tasks), taint, at);
    },
  };
}
