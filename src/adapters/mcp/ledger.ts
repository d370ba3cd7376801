/** What is kept of MCP servers, in the tables of the feature. */
import { hash } from 'node:crypto';
import type { LoginState, NamedLogin } from '../../domain/mcp/login.ts';
import type { ServerOffers } from '../../domain/mcp/offer.ts';
import type { QuestionState } from '../../domain/mcp/question.ts';
import type { McpServer } from '../../domain/mcp/server.ts';
import { type ListedTool, type McpTool, namesFor, saidOfTool, type ToolRule } from '../../domain/mcp/tool.ts';
import { canonical, defined } from '../../domain/text/json.ts';
import type { KeptQuestion, McpLedger, PendingCall, SeenServer } from '../../ports/ledgers/mcp.ts';
import type { Tables } from '../../ports/tables.ts';

/** The hash of all that a server says of a tool. */
function pinOf(tool: ListedTool): string {
  return hash('sha256', canonical(saidOfTool(tool)));
}

export const mcpMigrations = [
  {
    number: 1,
    name: 'servers and tools',
    sql: `
CREATE TABLE mcp_servers (name TEXT PRIMARY KEY, definition TEXT NOT NULL, at INTEGER NOT NULL, by TEXT NOT NULL) STRICT;
CREATE TABLE mcp_seen (
  name TEXT PRIMARY KEY, basis TEXT NOT NULL, title TEXT, protocol TEXT, seen_at INTEGER NOT NULL, problem TEXT
) STRICT;
CREATE TABLE mcp_tools (
  server TEXT NOT NULL, tool TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL, said TEXT NOT NULL,
  pin TEXT, rule TEXT NOT NULL, gone INTEGER NOT NULL, PRIMARY KEY (server, tool)
) STRICT, WITHOUT ROWID;`,
  },
  {
    number: 2,
    name: 'questions',
    sql: `
CREATE TABLE mcp_questions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, pending TEXT NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL, result TEXT,
  reported INTEGER NOT NULL
) STRICT;`,
  },
  {
    number: 3,
    name: 'logins',
    sql: `
CREATE TABLE mcp_logins (
  name TEXT PRIMARY KEY, state TEXT NOT NULL, authority TEXT, problem TEXT, at INTEGER NOT NULL
) STRICT;`,
  },
  {
    number: 4,
    name: 'resources and prompts',
    sql: `
CREATE TABLE mcp_offers (name TEXT PRIMARY KEY, said TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
ALTER TABLE mcp_questions ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE mcp_questions ADD COLUMN said_done INTEGER NOT NULL DEFAULT 0;`,
  },
  {
    number: 5,
    name: 'ends of logins',
    sql: `
ALTER TABLE mcp_logins ADD COLUMN expires_at INTEGER;
ALTER TABLE mcp_logins ADD COLUMN renewed_at INTEGER;
ALTER TABLE mcp_logins ADD COLUMN renewable INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mcp_logins ADD COLUMN renewing_since INTEGER;`,
  },
] as const;

interface QuestionRow {
  readonly id: number;
  readonly pending: string;
  readonly at: number;
  readonly state: string;
  readonly result: string | null;
  readonly reported: number;
  readonly seal: string;
  readonly said_done: number;
}

interface ToolRow {
  readonly server: string;
  readonly tool: string;
  readonly name: string;
  readonly hash: string;
  readonly said: string;
  readonly pin: string | null;
  readonly rule: string;
  readonly gone: number;
}

interface SeenRow {
  readonly name: string;
  readonly basis: string;
  readonly title: string | null;
  readonly protocol: string | null;
  readonly seen_at: number;
  readonly problem: string | null;
}

/** {@link McpLedger} over the tables of {@link mcpMigrations}. */
export function mcpLedger(tables: Tables): McpLedger {
  const toolsOf = (server: string) =>
    tables.all<ToolRow>('SELECT * FROM mcp_tools WHERE server = ? ORDER BY name', server).map(toolOf);

  function keepTools(server: string, listed: readonly ListedTool[]): void {
    const names = namesFor(
      server,
      listed.map(({ tool }) => tool),
    );
    tables.run('UPDATE mcp_tools SET gone = 1 WHERE server = ?', server);
    for (const tool of listed)
      tables.run(
        `INSERT INTO mcp_tools (server, tool, name, hash, said, pin, rule, gone) VALUES (?, ?, ?, ?, ?, NULL, 'ask', 0)
         ON CONFLICT (server, tool) DO UPDATE SET name = excluded.name, hash = excluded.hash, said = excluded.said, gone = 0`,
        ...[server, tool.tool, names.get(tool.tool) ?? '', pinOf(tool), JSON.stringify(tool)],
      );
    // what nobody has decided anything about is not kept
    tables.run("DELETE FROM mcp_tools WHERE server = ? AND gone = 1 AND pin IS NULL AND rule = 'ask'", server);
  }

  return {
    servers: () =>
      tables
        .all<{ readonly definition: string }>('SELECT definition FROM mcp_servers ORDER BY name')
        .map(({ definition }) => JSON.parse(definition) as McpServer),
    put(server, by, at) {
      tables.run(
        `INSERT INTO mcp_servers (name, definition, at, by) VALUES (?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET definition = excluded.definition, at = excluded.at, by = excluded.by`,
        ...[server.name, JSON.stringify(server), at, by],
      );
    },
    remove(name) {
      for (const [table, column] of [
        ['mcp_servers', 'name'],
        ['mcp_seen', 'name'],
        ['mcp_tools', 'server'],
        ['mcp_logins', 'name'],
        ['mcp_offers', 'name'],
      ])
        tables.run(`DELETE FROM ${table} WHERE ${column} = ?`, name);
    },
    seen: name => tables.all<SeenRow>('SELECT * FROM mcp_seen WHERE name = ?', name).map(seenOf)[0],
    keep({ name, basis, title, protocol, seenAt, problem }, listed) {
      tables.run(
        `INSERT INTO mcp_seen (name, basis, title, protocol, seen_at, problem) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET basis = excluded.basis, title = excluded.title, protocol = excluded.protocol,
           seen_at = excluded.seen_at, problem = excluded.problem`,
        ...[name, basis, title ?? null, protocol ?? null, seenAt, problem ?? null],
      );
      if (listed) keepTools(name, listed);
    },
    tools: toolsOf,
    all: () => tables.all<ToolRow>('SELECT * FROM mcp_tools ORDER BY server, name').map(toolOf),
    ...offersIn(tables),
    ...questionsIn(tables),
    ...loginsIn(tables),
    decide(server, tools, { pins, rule }) {
      for (const tool of tools) {
        if (pins) tables.run('UPDATE mcp_tools SET pin = hash WHERE server = ? AND tool = ?', server, tool);
        if (rule) tables.run('UPDATE mcp_tools SET rule = ? WHERE server = ? AND tool = ?', rule, server, tool);
      }
    },
  };
}

function questionsIn(
  tables: Tables,
): Pick<McpLedger, 'ask' | 'question' | 'questions' | 'moveQuestion' | 'reported' | 'saidDone'> {
  return {
    ask(pending, at, seal) {
      tables.run(
        "INSERT INTO mcp_questions (pending, at, state, result, reported, seal) VALUES (?, ?, 'open', NULL, 0, ?)",
        ...[JSON.stringify(pending), at, seal],
      );
      const [newest] = tables.all<{ readonly id: number }>('SELECT max(id) AS id FROM mcp_questions');
      return newest?.id ?? 0;
    },
    question: id => tables.all<QuestionRow>('SELECT * FROM mcp_questions WHERE id = ?', id).map(questionOf)[0],
    questions: () =>
      tables
        .all<QuestionRow>("SELECT * FROM mcp_questions ORDER BY state IN ('open', 'answering') DESC, id DESC LIMIT 50")
        .map(questionOf),
    moveQuestion: (id, from, to, result) =>
      tables.run(
        'UPDATE mcp_questions SET state = ?, result = ? WHERE id = ? AND state = ?',
        ...[to, result ?? null, id, from],
      ) === 1,
    saidDone: id => void tables.run('UPDATE mcp_questions SET said_done = 1 WHERE id = ?', id),
    reported: id => void tables.run('UPDATE mcp_questions SET reported = 1 WHERE id = ?', id),
  };
}

// a start loads nothing else of offers
const nothingOffered: ServerOffers = { resources: [], templates: [], prompts: [] };

function offersIn(tables: Tables): Pick<McpLedger, 'offers' | 'keepOffers'> {
  return {
    offers: server =>
      tables
        .all<{ readonly said: string }>('SELECT said FROM mcp_offers WHERE name = ?', server)
        .map(({ said }) => JSON.parse(said) as ServerOffers)[0] ?? nothingOffered,
    keepOffers(server, offers, at) {
      tables.run(
        `INSERT INTO mcp_offers (name, said, at) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET said = excluded.said, at = excluded.at`,
        ...[server, JSON.stringify(offers), at],
      );
    },
  };
}

interface LoginColumns {
  readonly name: string;
  readonly state: string;
  readonly authority: string | null;
  readonly problem: string | null;
  readonly at: number;
  readonly expires_at: number | null;
  readonly renewed_at: number | null;
  readonly renewable: number;
  readonly renewing_since: number | null;
}

function loginsIn(tables: Tables): Pick<McpLedger, 'login' | 'logins' | 'keepLogin'> {
  return {
    login: server => tables.all<LoginColumns>('SELECT * FROM mcp_logins WHERE name = ?', server).map(loginOf)[0],
    logins: () => tables.all<LoginColumns>('SELECT * FROM mcp_logins ORDER BY name').map(loginOf),
    keepLogin(server, { state, authority, problem, at, expiresAt, renewedAt, isRenewable, renewingSince }) {
      tables.run(
        `INSERT INTO mcp_logins (name, state, authority, problem, at, expires_at, renewed_at, renewable, renewing_since)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET state = excluded.state, authority = excluded.authority,
           problem = excluded.problem, at = excluded.at, expires_at = excluded.expires_at,
           renewed_at = excluded.renewed_at, renewable = excluded.renewable, renewing_since = excluded.renewing_since`,
        ...[server, state, authority ?? null, problem ?? null, at, expiresAt ?? null, renewedAt ?? null],
        ...[isRenewable ? 1 : 0, renewingSince ?? null],
      );
    },
  };
}

function loginOf(row: LoginColumns): NamedLogin {
  const { name, state, authority, problem, at, expires_at, renewed_at, renewable, renewing_since } = row;
  return {
    name,
    state: state as LoginState,
    at,
    ...defined({
      authority: authority ?? undefined,
      problem: problem ?? undefined,
      expiresAt: expires_at ?? undefined,
      renewedAt: renewed_at ?? undefined,
      isRenewable: renewable === 1 ? (true as const) : undefined,
      renewingSince: renewing_since ?? undefined,
    }),
  };
}

function questionOf({ id, pending, at, state, result, reported, seal, said_done }: QuestionRow): KeptQuestion {
  return {
    ...(JSON.parse(pending) as PendingCall),
    id,
    at,
    state: state as QuestionState,
    isReported: reported === 1,
    seal,
    ...defined({ result: result ?? undefined, isSaidDone: said_done === 1 ? (true as const) : undefined }),
  };
}

function toolOf({ server, name, hash, said, pin, rule, gone }: ToolRow): McpTool {
  return {
    ...(JSON.parse(said) as ListedTool),
    server,
    name,
    hash,
    rule: rule as ToolRule,
    ...defined({ pin: pin ?? undefined, isGone: gone === 1 ? (true as const) : undefined }),
  };
}

function seenOf({ name, basis, title, protocol, seen_at: seenAt, problem }: SeenRow): SeenServer {
  return {
    name,
    basis,
    seenAt,
    ...defined({ title: title ?? undefined, protocol: protocol ?? undefined, problem: problem ?? undefined }),
  };
}
