/**
 * The tables of features that come with Straylight and count their migrations themselves, as those of embedding
 * programs do.
 */
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

// the same
const workerMigrations = [
  {
    number: 1,
    name: 'works',
    sql: `
-- A piece of work that was given to a coding worker.
CREATE TABLE workers_works (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  address    TEXT NOT NULL UNIQUE,      -- of the actor that keeps watch over it
  worker     TEXT NOT NULL,
  folder     TEXT NOT NULL,             -- in the workspace
  session    TEXT NOT NULL,             -- the conversation that gave it
  task       TEXT NOT NULL,             -- JSON: the text, or the name of a long one
  state      TEXT NOT NULL,
  thread     TEXT,                      -- what its program calls their conversation
  started_at INTEGER NOT NULL,
  ended_at   INTEGER,
  stat       TEXT                       -- JSON: files and lines of the diff
) STRICT;
CREATE INDEX workers_works_under_way ON workers_works (id) WHERE ended_at IS NULL;`,
  },
] as const satisfies readonly FeatureMigration[];

// the same
const planMigrations = [
  {
    number: 1,
    name: 'copies',
    sql: `
-- A step of a plan that works on a copy of a repository. The rights of its agent are looked up here, by its call.
CREATE TABLE plans_copies (
  call   TEXT NOT NULL,             -- that has begun the plan
  step   TEXT NOT NULL,
  plan   TEXT NOT NULL,             -- the address of its actor
  folder TEXT NOT NULL,             -- the repository, in the workspace
  PRIMARY KEY (call, step)
) STRICT, WITHOUT ROWID;`,
  },
] as const satisfies readonly FeatureMigration[];

export const builtInTables: readonly { readonly name: string; readonly migrations: readonly FeatureMigration[] }[] = [
  { name: 'mcp', migrations: mcpMigrations },
  { name: 'agents', migrations: agentMigrations },
  { name: 'connections', migrations: connectionMigrations },
  { name: 'workers', migrations: workerMigrations },
  { name: 'plans', migrations: planMigrations },
];
