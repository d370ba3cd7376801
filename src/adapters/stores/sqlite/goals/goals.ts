/** The table `goals`. */
import type { GoalCheck } from '../../../../domain/goals/check.ts';
import type { Goal } from '../../../../domain/goals/goal.ts';
import type { GoalLedger } from '../../../../ports/ledgers/goal.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link GoalLedger} over one open database that has migration 047. */
export function sqliteGoalLedger(database: SqliteDatabase): GoalLedger {
  const put = database.prepare(`
    INSERT INTO goals (text, state, due, session, taint, given_by, created_at, ended_at, checks)
    VALUES (@text, @state, @due, @session, @taint, @by, @createdAt, @endedAt, @checks)`);
  const set = database.prepare(
    'UPDATE goals SET text = @text, state = @state, due = @due, taint = @taint, ended_at = @endedAt, checks = @checks WHERE id = @id',
  );
  const columns =
    'id, text, state, due, session, taint, given_by AS "by", created_at AS createdAt, ended_at AS endedAt, checks';
  const one = database.prepare<[number], Row>(`SELECT ${columns} FROM goals WHERE id = ?`);
  // each model call asks for the open ones, and mostly there are none: a look takes a tenth of setting up a sort
  const any = database.prepare<[string]>('SELECT 1 FROM goals WHERE state = ? LIMIT 1');
  const listed = database.prepare<[object], Row>(`
    SELECT ${columns} FROM goals
    WHERE (@state IS NULL OR state = @state) AND (@session IS NULL OR session IS NULL OR session = @session)
    ORDER BY state <> 'open', due IS NULL, CASE WHEN state = 'open' THEN due END, id DESC LIMIT @limit`);
  return {
    put: goal => Number(put.run(rowOf(goal)).lastInsertRowid),
    set: goal => void set.run(rowOf(goal)),
    get: id => goalOf(one.get(id)),
    list: ({ state, session, limit }) =>
      state !== undefined && any.get(state) === undefined
        ? []
        : listed.all({ state: state ?? null, session: session ?? null, limit }).map(row => goalOf(row)),
  };
}

/** A row as it is stored: the checks as JSON. */
type Row = Omit<Goal, 'checks'> & { readonly checks: string };

function rowOf<Some extends { readonly checks: readonly GoalCheck[] }>(goal: Some) {
  return { ...goal, checks: JSON.stringify(goal.checks) };
}

function goalOf(row: Row): Goal;
function goalOf(row: Row | undefined): Goal | undefined;
function goalOf(row: Row | undefined): Goal | undefined {
  return row && { ...row, checks: JSON.parse(row.checks) as readonly GoalCheck[] };
}
