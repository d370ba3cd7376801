/** Plans: what their chart looks up, writes and runs; loaded with the first of them. */
import { prompt } from '../../../config/prompts.ts';
import { branching } from '../../actors/agents/branching.ts';
import { checking } from '../../actors/agents/checking.ts';
import { concluding } from '../../actors/agents/concluding.ts';
import { consulting } from '../../actors/agents/consulting.ts';
import type { PlanCopies } from '../../actors/agents/copies.ts';
import { joining } from '../../actors/agents/joining.ts';
import { judging } from '../../actors/agents/judging.ts';
import { type PlanParts, planning } from '../../actors/agents/planning.ts';
import { preparing } from '../../actors/agents/preparing.ts';
import { removing } from '../../actors/agents/removing.ts';
import type { CheckRunner } from '../../actors/goals/goal-checks.ts';
import { plannerAnswer, verifierAnswer } from '../../adapters/agents/plan-answers.ts';
import { planLedger } from '../../adapters/agents/plan-ledger.ts';
import { planIn } from '../../adapters/agents/plan-text.ts';
import { sha256 } from '../../adapters/audit/digest.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import { noteIn } from '../../adapters/stores/writers/note.ts';
import { planWriters } from '../../adapters/stores/writers/plan.ts';
import type { AgentProfile } from '../../domain/agents/agent.ts';
import { copiesFolder } from '../../domain/agents/agent.ts';
import { readWhen } from '../../domain/jobs/when.ts';
import {
  isResearch,
  type Plan,
  type PlanLook,
  type PlanService,
  planProblem,
  unproved,
} from '../../domain/plans/plan.ts';
import { planModelTexts, planTexts } from '../../domain/plans/texts.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import type { ExecutorKind } from '../../domain/security/sandbox.ts';
import { canonical } from '../../domain/text/json.ts';
import { patternProblem } from '../../domain/text/linear-pattern.ts';
import { isMalformed } from '../../domain/tools/tool.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { ModelCalls } from '../../ports/model-call.ts';
import type { Core } from '../feature.ts';

export interface PlanNeeds extends Pick<Core, 'database' | 'conversation' | 'clock'> {
  readonly toolbox: Pick<Core['toolbox'], 'resolve'>;
  readonly owner: Pick<Core['owner'], 'language' | 'timeZone'>;
  readonly models: ModelCalls;
  readonly profiles: readonly AgentProfile[];
  readonly children: ChildLedger;
  readonly audit: AuditLog['write'];
  readonly checks: CheckRunner;
  readonly executor: ExecutorKind;
  /** Of steps that work on copies; null: there can be none here. */
  readonly copies: () => PlanCopies | null;
  /** Is this folder of the workspace a repository? */
  readonly isRepository: (folder: string) => boolean;
}

export function plansOf({
  database,
  conversation,
  toolbox,
  clock,
  owner: { language, timeZone },
  models,
  profiles,
  children,
  audit,
  checks,
  executor,
  copies,
  isRepository,
}: PlanNeeds) {
  const plans = planLedger(sqliteTables(database));
  const rightsOf = rightsBy(profiles, executor);
  /** What was agreed to may have come while it waited for its owner: then it begins at once. */
  function instantOf(text: string, now: number): number | string {
    const when = readWhen(text, { timeZone, language, now, mayHavePassed: true });
    if ('problem' in when) return inEnglish(when.problem);
    return when.kind === 'at' ? when.at : `expected one instant, such as 2026-12-24T18:00; came “${text.slice(0, 60)}”`;
  }
  const whyNoInstant = (text: string) => {
    const instant = instantOf(text, clock.now());
    return typeof instant === 'string' ? instant : undefined;
  };
  const look: PlanLook = {
    pattern: patternProblem,
    when: whyNoInstant,
    worktree: worktrees({ copies, isRepository, executor }),
  };
  const judge = () =>
    judging({ models, schema: () => verifierAnswer, instructions: () => prompt('verifier')({}), now: clock.now });
  const parts: PlanParts = {
    plans,
    conversation,
    read: planIn,
    rightsOf,
    language,
    instantOf,
    digestOf(text) {
      const call = toolbox.resolve({ callId: '', name: 'run_plan', arguments: text });
      return isMalformed(call) ? '' : call.digest;
    },
  };
  return {
    read: planIn,
    rightsOf,
    problemOf: (plan: Plan) => planProblem(plan, profiles, look),
    isResearch: (plan: Plan) => isResearch(plan, profiles),
    lookups: {
      planning: planning(parts),
      preparing: preparing({ ...parts, children }),
      concluding: concluding({ plans, children, conversation }),
    },
    writers: planWriters(plans, noteIn(audit)),
    checking: checking({ ...parts, checks, copies, children, judge }),
    branching: branching(copies),
    joining: joining(copies),
    removing: removing(copies),
    consulting: consulting({
      ...parts,
      models,
      schema: () => plannerAnswer,
      instructions: () => prompt('planner')({}),
    }),
    ledger: plans,
    service: { list: plans.list } satisfies PlanService,
    /** Whatever began it has ended. */
    onStopped: (id: string, at: number) => plans.close(id, { state: 'cancelled', verdict: null }, at),
    /** Beneath the reply of a turn: what the checks of the plan of a call found; undefined: it has none. */
    noteOf(call: string): string | undefined {
      const plan = plans.ofCall(call);
      if (!plan || plan.state === 'running') return undefined;
      const { verdict, ended } = planTexts[language];
      return plan.state === 'done' || plan.verdict === 'fails'
        ? verdict(plan.title, plan.verdict, unproved(plan.steps))
        : ended(plan.title);
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

/** Why steps cannot work on copies of a folder; undefined: they can. */
function worktrees({
  copies,
  isRepository,
  executor,
}: Pick<PlanNeeds, 'copies' | 'isRepository' | 'executor'>): PlanLook['worktree'] {
  return folder => {
    if (!copies()) return planModelTexts.noSandbox(executor);
    const parts = folder.split('/');
    const isClear = !folder.startsWith('/') && !parts.some(part => part === '' || part === '.' || part === '..');
    if (isClear && parts[0] !== copiesFolder && isRepository(folder)) return undefined;
    return planModelTexts.noRepository(folder.slice(0, 100));
  };
}
