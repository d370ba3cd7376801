/** Plans: what their chart looks up, writes and runs; loaded with the first of them. */
import { checking } from '../../actors/agents/checking.ts';
import { concluding } from '../../actors/agents/concluding.ts';
import { type PlanParts, planning } from '../../actors/agents/planning.ts';
import { preparing } from '../../actors/agents/preparing.ts';
import type { CheckRunner } from '../../actors/goals/goal-checks.ts';
import { planLedger } from '../../adapters/agents/plan-ledger.ts';
import { planIn } from '../../adapters/agents/plan-text.ts';
import { sha256 } from '../../adapters/audit/digest.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import { noteIn } from '../../adapters/stores/writers/note.ts';
import { planWriters } from '../../adapters/stores/writers/plan.ts';
import type { AgentProfile } from '../../domain/agents/agent.ts';
import { isResearch, type Plan, type PlanService, planProblem } from '../../domain/plans/plan.ts';
import { planTexts } from '../../domain/plans/texts.ts';
import type { ExecutorKind } from '../../domain/security/sandbox.ts';
import { canonical } from '../../domain/text/json.ts';
import { patternProblem } from '../../domain/text/linear-pattern.ts';
import type { Language } from '../../domain/text/texts.ts';
import { isMalformed } from '../../domain/tools/tool.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Core } from '../feature.ts';

export interface PlanNeeds extends Pick<Core, 'database' | 'conversation' | 'toolbox'> {
  readonly language: Language;
  readonly profiles: readonly AgentProfile[];
  readonly children: ChildLedger;
  readonly audit: AuditLog['write'];
  readonly checks: CheckRunner;
  readonly executor: ExecutorKind;
}

export function plansOf({
  database,
  conversation,
  toolbox,
  language,
  profiles,
  children,
  audit,
  checks,
  executor,
}: PlanNeeds) {
  const plans = planLedger(sqliteTables(database));
  const rightsOf = rightsBy(profiles, executor);
  const parts: PlanParts = {
    plans,
    conversation,
    read: planIn,
    rightsOf,
    language,
    digestOf(text) {
      const call = toolbox.resolve({ callId: '', name: 'run_plan', arguments: text });
      return isMalformed(call) ? '' : call.digest;
    },
  };
  return {
    read: planIn,
    rightsOf,
    problemOf: (plan: Plan) => planProblem(plan, profiles, patternProblem),
    isResearch: (plan: Plan) => isResearch(plan, profiles),
    lookups: {
      planning: planning(parts),
      preparing: preparing({ ...parts, children }),
      concluding: concluding({ plans, children, conversation }),
    },
    writers: planWriters(plans, noteIn(audit)),
    checking: checking({ ...parts, checks }),
    service: { list: plans.list } satisfies PlanService,
    /** Whatever began it has ended. */
    onStopped: (id: string, at: number) => plans.close(id, { state: 'cancelled', verdict: null }, at),
    /** Beneath the reply of a turn: what the checks of the plan of a call found; undefined: it has none. */
    noteOf(call: string): string | undefined {
      const plan = plans.ofCall(call);
      if (!plan || plan.state === 'running') return undefined;
      const { verdict, ended } = planTexts[language];
      return plan.state === 'done' || plan.verdict === 'fails' ? verdict(plan.title, plan.verdict) : ended(plan.title);
    },
  };
}

/** The hash of what the agents of a plan may do and are told, and of where commands run. */
function rightsBy(profiles: readonly AgentProfile[], executor: ExecutorKind) {
  return ({ steps }: Plan): string => {
    const used = profiles.filter(({ name }) => steps.some(({ agent }) => agent === name));
    return sha256(canonical({ executor, used: used.map(one => ({ ...one })) }));
  };
}
