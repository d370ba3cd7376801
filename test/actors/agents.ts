/** Agents of a host of tests: rows, rights, chart, lookup, writers and tool are those of the program. */
import { delegatedToolbox } from '../../src/actors/tools/delegated-toolbox.ts';
import type { SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { type AgentProfile, shippedAgents } from '../../src/domain/agents/agent.ts';
import { childRows, delegations } from '../../src/features/agents/agents.ts';
import type { AuditLog } from '../../src/ports/audit-log.ts';
import type { Toolbox } from '../../src/ports/toolbox.ts';

export function agentsOver(
  database: SqliteDatabase,
  {
    profiles = shippedAgents,
    audit = () => {},
  }: { readonly profiles?: readonly AgentProfile[]; readonly audit?: AuditLog['write'] } = {},
) {
  const rows = childRows(database);
  return {
    ...delegations({ ...rows, profiles }, audit),
    /** A toolbox that holds each agent to its own tools. */
    held: (toolbox: Toolbox) => delegatedToolbox(toolbox, rows.rightsOf),
  };
}
