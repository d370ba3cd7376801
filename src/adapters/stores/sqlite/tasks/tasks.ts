/** The table `tasks`, read with the turns of the tasks. */
import { sessionOfTask, type TaskRecord } from '../../../../domain/tasks/task.ts';
import type { TaskLedger, TaskWithTurn } from '../../../../ports/ledgers/task.ts';
import type { SqliteDatabase } from '../database.ts';

const columns = `t.id, t.session, t.text, t.priority, t.deadline, t.key, t.key_until AS keyUntil, t.parent,
  t.given_by AS "by", t.created_at AS createdAt, t.cancelled_at AS cancelledAt`;

/**
 * The turn of a task is that of its message. In a conversation of its own it is the newest one that no other words of
 * the owner have opened: the late result of an approval belongs to the task.
 */
const withTurn = `SELECT ${columns}, u.id AS turn, u.outcome, u.started_at AS startedAt, u.ended_at AS endedAt,
    (SELECT leaf FROM actors WHERE address = t.session) AS leaf,
    (SELECT count(*) FROM approvals a WHERE a.state = 'pending' AND a.session = t.session) AS approvals
  FROM tasks t
  LEFT JOIN messages m ON m.id = 'task:' || t.id
  LEFT JOIN turns u ON u.id = CASE WHEN t.session <> 'session:task:' || t.id THEN m.turn ELSE (
    SELECT x.id FROM turns x WHERE x.session = t.session AND (x.id = m.turn OR NOT EXISTS (
      SELECT 1 FROM messages o WHERE o.session = t.session AND o.turn = x.id AND o.role = 'owner'))
    ORDER BY x.started_at DESC LIMIT 1) END`;

/** {@link TaskLedger} over one open database that has migration 025. */
export function sqliteTaskLedger(database: SqliteDatabase): TaskLedger {
  const put = database.prepare(`
    INSERT INTO tasks (session, text, priority, deadline, key, key_until, parent, given_by, created_at)
    VALUES (@session, @text, @priority, @deadline, @key, @keyUntil, @parent, @by, @createdAt)`);
  const setSession = database.prepare('UPDATE tasks SET session = ? WHERE id = ?');
  const drop = database.prepare('DELETE FROM tasks WHERE id = ?');
  const cancelled = database.prepare('UPDATE tasks SET cancelled_at = ? WHERE id = ?');
  const one = database.prepare<[number], TaskWithTurn>(`${withTurn} WHERE t.id = ?`);
  const under = database.prepare<[string], TaskWithTurn>(`${withTurn} WHERE t.key = ? ORDER BY t.id DESC LIMIT 1`);
  const newest = database.prepare<[number], TaskWithTurn>(`${withTurn} ORDER BY t.id DESC LIMIT ?`);
  const ofSession = database.prepare<[string, number], TaskWithTurn>(
    `${withTurn} WHERE t.session = ? ORDER BY t.id DESC LIMIT ?`,
  );
  const children = database.prepare<[number], { readonly id: number }>(
    'SELECT id FROM tasks WHERE parent = ? ORDER BY id',
  );
  const unsent = database.prepare<[], TaskRecord>(
    `SELECT ${columns} FROM tasks t WHERE t.cancelled_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM accepted WHERE key = 'task:' || t.id) ORDER BY t.id`,
  );
  const idle = database.prepare<[number, number], { readonly session: string }>(
    `SELECT t.session FROM tasks t JOIN actors a ON a.address = t.session
     WHERE t.session = 'session:task:' || t.id AND t.created_at < ? AND a.status = 'active' AND a.leaf = 'idle' LIMIT ?`,
  );
  const forget = database.prepare(
    `DELETE FROM tasks WHERE created_at < ?
       AND NOT EXISTS (SELECT 1 FROM turns u WHERE u.session = tasks.session AND u.outcome = 'running')`,
  );
  return {
    put({ session, ...task }) {
      const id = Number(put.run({ ...task, session: session ?? '' }).lastInsertRowid);
      if (session === null) setSession.run(sessionOfTask(id), id);
      return id;
    },
    drop: id => void drop.run(id),
    markCancelled: (id, at) => void cancelled.run(at, id),
    get: id => one.get(id),
    under: key => under.get(key),
    list: limit => newest.all(limit),
    ofSession: (session, limit) => ofSession.all(session, limit),
    childrenOf: id => children.all(id).map(child => child.id),
    unsent: () => unsent.all(),
    idleBefore: (at, limit) => idle.all(at, limit).map(({ session }) => session),
    forgetBefore: at => void forget.run(at),
  };
}
