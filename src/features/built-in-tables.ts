/** The tables of features that come with Straylight and count their migrations themselves, as those of embedding programs do. */
import { agentMigrations } from '../adapters/agents/ledger.ts';
import { mcpMigrations } from '../adapters/mcp/ledger.ts';
import type { FeatureMigration } from '../adapters/stores/sqlite/database.ts';

// a start loads nothing else of it
const connectionMigrations = [
  {
    number: 1,
    name: 'requests',
    sql: `
CREATE TABLE connections_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT, handle TEXT NOT NULL UNIQUE, name TEXT NOT NULL, why TEXT NOT NULL,
  rule TEXT NOT NULL, session TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL, state TEXT NOT NULL
) STRICT;`,
  },
  {
    number: 2,
    name: 'notices',
    sql: `
CREATE TABLE connections_notices (
  name TEXT NOT NULL, set_at INTEGER NOT NULL, stage TEXT NOT NULL, PRIMARY KEY (name, set_at, stage)
) STRICT, WITHOUT ROWID;`,
  },
] as const satisfies readonly FeatureMigration[];

export const builtInTables: readonly { readonly name: string; readonly migrations: readonly FeatureMigration[] }[] = [
  { name: 'mcp', migrations: mcpMigrations },
  { name: 'agents', migrations: agentMigrations },
  { name: 'connections', migrations: connectionMigrations },
];
