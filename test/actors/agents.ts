/** Agents of a host of tests: rows, rights, chart, lookup, writers and tool are those of the program. */
import { delegatedToolbox } from '../../src/actors/tools/delegated-toolbox.ts';
import { work } from '../../src/actors/work.ts';
import type { SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { type AgentProfile, shippedAgents } from '../../src/domain/agents/agent.ts';
import { childRows, delegations } from '../../src/features/agents/agents.ts';
import { planMachine } from '../../src/machines/plan.ts';
import type { AuditLog } from '../../src/ports/audit-log.ts';
import type { Toolbox } from '../../src/ports/toolbox.ts';

const none = () => {};
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
  }: { readonly profiles?: readonly AgentProfile[]; readonly audit?: AuditLog['write'] } = {},
) {
  const rows = childRows(database);
  const given = delegations({ ...rows, profiles }, audit);
  // no tool of such a host makes plans: its chart is there for those that call it
  const noPlans = { problem: 'there are no plans here' };
  return {
    ...given,
    machines: [...given.machines, { machine: planMachine, isShortLived: true }],
    lookups: { ...given.lookups, planning: () => noPlans, preparing: () => noPlans, concluding: () => noPlans },
    writers: { ...given.writers, openPlan: none, markStep: none, keepChecks: none, closePlan: none },
    effects: { checking: noWork, consulting: noWork },
    /** A toolbox that holds each agent to its own tools. */
    held: (toolbox: Toolbox) => delegatedToolbox(toolbox, rows.rightsOf),
  };
}
