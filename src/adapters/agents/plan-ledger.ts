/** The tables of plans, which are made with those of agents (ledger.ts). */
import { copyFolder } from '../../domain/agents/agent.ts';
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

const underWay: ReadonlySet<StepRecord['state']> = new Set([
  ...(['waiting', 'copying', 'running', 'checking', 'merging', 'consulting', 'stuck'] as const),
]);

/**
 * The copy that the agent of a call of a plan is held to, and the repository that it is one of; undefined: the call is
 * of no step that works on a copy.
 */
export function copyOfCall(tables: Tables, call: string): HeldCopy | undefined {
  const [, ofPlan = '', step = ''] = /^(.*)\/([^/.]+)\.\d+$/.exec(call) ?? [];
  if (ofPlan === '') return undefined;
  const [row] = tables.all<{ plan: string; folder: string }>(
    'SELECT plan, folder FROM plans_copies WHERE call = ? AND step = ?',
    ...[ofPlan, step],
  );
  return row && { worktree: row.folder, copy: copyFolder(row.plan, step) };
}

export interface HeldCopy {
  readonly worktree: string;
  readonly copy: string;
}

/** {@link PlanLedger} over them. */
export function planLedger(tables: Tables): PlanLedger {
  const whole = (row: PlanRow | undefined): PlanRecord | undefined => row && { ...row, steps: stepsOf(row.id) };
  const stepsOf = (id: string) =>
    tables
      .all<StepRow>(
        `SELECT s.step, s.agent, s.depends AS dependsOn, s.state, s.attempt, s.checks,
           (SELECT w.folder FROM plans_copies w WHERE w.call = p.call AND w.step = s.step) AS worktree,
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
      for (const { step, worktree } of steps)
        if (worktree !== null)
          tables.run('INSERT INTO plans_copies VALUES (?, ?, ?, ?)', ...[call, step, id, worktree]);
    },
    mark(id, { step, state, attempt }, at) {
      const isOver = !underWay.has(state);
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
