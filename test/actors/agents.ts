/** Agents of a host of tests: rows, rights, chart, lookup, writers and tool are those of the program. */
import { delegatedToolbox } from '../../src/actors/tools/delegated-toolbox.ts';
import { work } from '../../src/actors/work.ts';
import type { SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { type AgentProfile, shippedAgents } from '../../src/domain/agents/agent.ts';
import { defined } from '../../src/domain/text/json.ts';
import { childRows, delegations } from '../../src/features/agents/agents.ts';
import type { plansOf } from '../../src/features/agents/plans.ts';
import { type PlanningInput, type PreparingInput, planMachine } from '../../src/machines/plan.ts';
import type { AuditLog } from '../../src/ports/audit-log.ts';
import type { Toolbox } from '../../src/ports/toolbox.ts';
import type { Writer } from '../../src/ports/writer.ts';

/** Of plans, which no tool of such a host makes. */
const noWork = {
  logic: work(() => Promise.reject(new Error('there are no plans here'))),
  policy: 'repeatable',
  timeoutMs: 1,
} as const;

export function agentsOver(
  database: SqliteDatabase,
  {
    profiles = shippedAgents,
    audit = () => {},
    plans,
    // a simulated turn reaches its limits often
    limits = { maxStepsPerTurn: Number.POSITIVE_INFINITY, maxToolCallsPerTurn: Number.POSITIVE_INFINITY },
  }: {
    readonly profiles?: readonly AgentProfile[];
    readonly audit?: AuditLog['write'];
    /** Asked for with the first of them; without it there are none. */
    readonly plans?: () => ReturnType<typeof plansOf>;
    readonly limits?: { readonly maxStepsPerTurn: number; readonly maxToolCallsPerTurn: number };
  } = {},
) {
  const rows = childRows(database);
  const given = delegations({ ...rows, profiles }, audit, {
    read: body => (typeof body === 'string' ? body : ''),
    doingOf: () => undefined,
    limits,
  });
  return {
    ...given,
    ledger: rows.ledger,
    machines: [...given.machines, planChart(plans)],
    lookups: { ...given.lookups, ...lookupsOf(plans) },
    writers: { ...given.writers, ...writersOf(plans) },
    effects: effectsOf(plans),
    /** A toolbox that holds each agent to its own tools. */
    held: (toolbox: Toolbox) => delegatedToolbox(toolbox, rows.rightsOf, '/workspace'),
  };
}

type Plans = (() => ReturnType<typeof plansOf>) | undefined;

function planChart(plans: Plans) {
  const onStopped = plans && ((address: string, at: number) => plans().onStopped(address, at));
  return { machine: planMachine, isShortLived: true, ...defined({ onStopped }) };
}

/** Where no tool of such a host makes plans, the chart is there for those that call it. */
function lookupsOf(plans: Plans) {
  const noPlans = { problem: 'there are no plans here' };
  return {
    planning: (input: PlanningInput) => plans?.().lookups.planning(input) ?? noPlans,
    preparing: (input: PreparingInput) => plans?.().lookups.preparing(input) ?? noPlans,
    concluding: (input: { readonly id: string }) => plans?.().lookups.concluding(input) ?? noPlans,
  };
}

function writersOf(plans: Plans): Readonly<Record<string, Writer>> {
  const names = ['openPlan', 'markStep', 'keepChecks', 'closePlan'] as const;
  return Object.fromEntries(
    names.map(name => [
      name,
      (...given: Parameters<Writer>) => (plans?.().writers[name] as Writer | undefined)?.(...given),
    ]),
  );
}

function effectsOf(plans: Plans) {
  if (!plans) return { checking: noWork, consulting: noWork, branching: noWork, joining: noWork, removing: noWork };
  return {
    checking: {
      get logic() {
        return plans().checking;
      },
      policy: 'repeatable',
      lane: 'tool',
      timeoutMs: 3_600_000,
    },
    consulting: {
      get logic() {
        return plans().consulting;
      },
      policy: 'repeatable',
      lane: 'model',
      timeoutMs: 90_000,
    },
    branching: {
      get logic() {
        return plans().branching;
      },
      policy: 'repeatable',
      timeoutMs: 600_000,
    },
    joining: {
      get logic() {
        return plans().joining;
      },
      policy: 'repeatable',
      timeoutMs: 600_000,
    },
    removing: {
      get logic() {
        return plans().removing;
      },
      policy: 'repeatable',
      timeoutMs: 600_000,
    },
  } as const;
}
