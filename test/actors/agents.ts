/** Agents of a host of tests: rows, rights, chart, lookup, writers and tool are those of the program. */
import { delegatedToolbox } from '../../src/actors/tools/delegated-toolbox.ts';
import { work } from '../../src/actors/work.ts';
import type { SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { type AgentProfile, shippedAgents } from '../../src/domain/agents/agent.ts';
import { delegations } from '../../src/features/agents/agents.ts';
import { type PlansOfChart, planChart } from '../../src/features/agents/plan-chart.ts';
import { childRows } from '../../src/features/agents/rights.ts';
import type { AuditLog } from '../../src/ports/audit-log.ts';
import type { Toolbox } from '../../src/ports/toolbox.ts';

const noPlans = 'there are no plans here';
const noWork = <Output, Input>() => work<Output, Input>(() => Promise.reject(new Error(noPlans)));
const noLookup = () => ({ problem: noPlans });
const noWrite = () => {};
/** Where no tool of a host makes plans, the chart is there for those that call it. */
const none: PlansOfChart = {
  lookups: { planning: noLookup, preparing: noLookup, concluding: () => ({ text: noPlans, verdict: null }) },
  writers: { openPlan: noWrite, markStep: noWrite, keepChecks: noWrite, closePlan: noWrite },
  onStopped: () => {},
  checking: noWork(),
  consulting: noWork(),
  branching: noWork(),
  joining: noWork(),
  removing: noWork(),
};

export function agentsOver(
  database: SqliteDatabase,
  {
    profiles = shippedAgents,
    audit = () => {},
    plans = () => none,
    // a simulated turn reaches its limits often
    limits = { maxStepsPerTurn: Number.POSITIVE_INFINITY, maxToolCallsPerTurn: Number.POSITIVE_INFINITY },
  }: {
    readonly profiles?: readonly AgentProfile[];
    readonly audit?: AuditLog['write'];
    /** Asked for with the first of them; without it there are none. */
    readonly plans?: () => PlansOfChart;
    readonly limits?: { readonly maxStepsPerTurn: number; readonly maxToolCallsPerTurn: number };
  } = {},
) {
  const rows = childRows(database);
  const given = delegations({ ...rows, profiles }, audit, {
    read: body => (typeof body === 'string' ? body : ''),
    doingOf: () => undefined,
    limits,
  });
  const planned = planChart(plans);
  return {
    ...given,
    ledger: rows.ledger,
    machines: [...given.machines, ...planned.machines],
    lookups: { ...given.lookups, ...planned.lookups },
    writers: { ...given.writers, ...planned.writers },
    effects: planned.effects,
    /** A toolbox that holds each agent to its own tools. */
    held: (toolbox: Toolbox) => delegatedToolbox(toolbox, rows.rightsOf, '/workspace'),
  };
}
