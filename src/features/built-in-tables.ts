/** The tables of features that come with Straylight and count their migrations themselves, as those of embedding programs do. */
import { agentMigrations } from '../adapters/agents/ledger.ts';
import { mcpMigrations } from '../adapters/mcp/ledger.ts';
import type { FeatureMigration } from '../adapters/stores/sqlite/database.ts';

export const builtInTables: readonly { readonly name: string; readonly migrations: readonly FeatureMigration[] }[] = [
  { name: 'mcp', migrations: mcpMigrations },
  { name: 'agents', migrations: agentMigrations },
];
