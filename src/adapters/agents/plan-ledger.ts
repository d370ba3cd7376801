/** The tables of plans, which are made with those of agents (ledger.ts). */
import type { PlanRecord, StepRecord } from '../../domain/plans/plan.ts';
import type { PlanLedger } from '../../ports/agents/plan-ledger.ts';
import type { Tables } from '../../ports/tables.ts';

type PlanRow = Omit<PlanRecord, 'steps'>;

interface StepRow extends Omit<StepRecord, 'dependsOn' | 'checks'> {
  readonly dependsOn: string;
  readonly checks: string;
}

const plans =
  'id, name, title, session, turn, call, digest, state, verdict, started_at AS startedAt, ended_at AS endedAt FROM agents_plans';

/** {@link PlanLedger} over them. */
export function planLedger(tables: Tables): PlanLedger {
  const whole = (row: PlanRow | undefined): PlanRecord | undefined => row && { ...row, steps: stepsOf(row.id) };
  const stepsOf = (id: string) =>
    tables
      .all<StepRow>(
        `SELECT s.step, s.agent, s.depends AS dependsOn, s.state, s.attempt, s.checks,
           (SELECT c.id FROM agents_children c WHERE c.call = p.call || '/' || s.step || '.' || s.attempt
              AND c.state <> 'refused' LIMIT 1) AS child
         FROM agents_plan_steps s JOIN agents_plans p ON p.id = s.plan WHERE s.plan = ? ORDER BY s.n`,
        id,
      )
      .map(({ dependsOn, checks, ...step }) => ({
        ...step,
        dependsOn: JSON.parse(dependsOn) as StepRecord['dependsOn'],
        checks: JSON.parse(checks) as StepRecord['checks'],
      }));
  return {
    open(id, { name, title, session, turn, call, digest, steps }, at) {
      const made = tables.run(
        "INSERT INTO agents_plans VALUES (?, ?, ?, ?, ?, ?, ?, 'running', NULL, ?, NULL) ON CONFLICT (id) DO NOTHING",
        ...[id, name, title, session, turn, call, digest, at],
      );
      if (made === 0) return;
      for (const [n, { step, agent, dependsOn }] of steps.entries())
        tables.run(
          "INSERT INTO agents_plan_steps VALUES (?, ?, ?, ?, ?, 'waiting', 1, '[]', NULL, NULL)",
          ...[id, n, step, agent, JSON.stringify(dependsOn)],
        );
    },
    mark(id, { step, state, attempt }, at) {
      const isOver = state !== 'waiting' && state !== 'running' && state !== 'checking' && state !== 'stuck';
      tables.run(
        `UPDATE agents_plan_steps SET state = ?, attempt = ?, started_at = coalesce(started_at, ?), ended_at = ?
         WHERE plan = ? AND step = ?`,
        ...[state, attempt, state === 'running' ? at : null, isOver ? at : null, id, step],
      );
    },
    keep(id, step, checks) {
      tables.run(
        'UPDATE agents_plan_steps SET checks = ? WHERE plan = ? AND step = ?',
        JSON.stringify(checks),
        id,
        step,
      );
    },
    close(id, { state, verdict }, at) {
      tables.run(
        "UPDATE agents_plans SET state = ?, verdict = ?, ended_at = ? WHERE id = ? AND state = 'running'",
        ...[state, verdict, at, id],
      );
    },
    get: id => whole(tables.all<PlanRow>(`SELECT ${plans} WHERE id = ?`, id)[0]),
    ofCall: call => whole(tables.all<PlanRow>(`SELECT ${plans} WHERE call = ? LIMIT 1`, call)[0]),
    list: limit =>
      tables
        .all<PlanRow>(`SELECT ${plans} ORDER BY state = 'running' DESC, started_at DESC, id LIMIT ?`, limit)
        .map(row => ({ ...row, steps: stepsOf(row.id) })),
  };
}
