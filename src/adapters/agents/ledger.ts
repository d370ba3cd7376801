/** The table `agents_children`, read with what the conversations of children have used. */
import type { ChildRecord, ChildState, ListedChild } from '../../domain/agents/agent.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { ChildLedger } from '../../ports/agents/child-ledger.ts';
import type { Tables } from '../../ports/tables.ts';

export const agentMigrations = [
  {
    number: 1,
    name: 'children',
    sql: `
-- A piece of work that was given to an agent. What was asked stands in the messages of its conversation alone.
CREATE TABLE agents_children (
  id         TEXT PRIMARY KEY,          -- the address of the actor that keeps watch over it
  agent      TEXT NOT NULL,
  session    TEXT NOT NULL UNIQUE,      -- its conversation
  parent     TEXT NOT NULL,             -- the conversation that gave it
  turn       TEXT NOT NULL,
  call       TEXT NOT NULL,
  root       TEXT NOT NULL,
  depth      INTEGER NOT NULL,
  tools      TEXT NOT NULL,             -- JSON: a list of names
  taint      TEXT NOT NULL,
  state      TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX agents_children_running ON agents_children (parent) WHERE state = 'running';
CREATE INDEX agents_children_started ON agents_children (started_at);`,
  },
] as const;

interface ChildRow extends Omit<ChildRecord, 'tools'> {
  readonly tools: string;
  readonly state: ChildState;
}

interface ListedRow extends Omit<ListedChild, 'task'> {
  readonly task: string | null;
}

const columns =
  'id, agent, session, parent, turn, call, root, depth, tools, taint, state, started_at AS startedAt FROM agents_children';

/** A conversation keeps the sum of its model calls itself; its first message is what it was asked. */
const listed = `SELECT c.id, c.agent, c.session, c.parent, c.depth, c.state, c.started_at AS startedAt, c.ended_at AS endedAt,
    (SELECT body FROM messages m WHERE m.session = c.session AND m.role = 'owner' ORDER BY m.n LIMIT 1) AS task,
    (SELECT count(*) FROM tool_calls t WHERE t.session = c.session) AS calls,
    coalesce((SELECT s.state ->> '$.spent.tokens' FROM spend_sessions s WHERE s.session = c.session), 0) AS tokens,
    coalesce((SELECT s.state ->> '$.spent.micros' FROM spend_sessions s WHERE s.session = c.session), 0) AS micros
  FROM agents_children c ORDER BY c.state = 'running' DESC, c.started_at DESC, c.id LIMIT ?`;

/** {@link ChildLedger} over the table of {@link agentMigrations}. */
export function childLedger(tables: Tables): ChildLedger {
  const found = (where: string, value: string) =>
    tables.all<ChildRow>(`SELECT ${columns} WHERE ${where} = ?`, value)[0];
  return {
    give({ id, agent, session, parent, turn, call, taint, startedAt }) {
      tables.run(
        "INSERT INTO agents_children VALUES (?, ?, ?, ?, ?, ?, ?, 0, '[]', ?, 'running', ?, NULL)",
        ...[id, agent, session, parent, turn, call, parent, taint, startedAt],
      );
    },
    begin(id, { root, depth, tools }) {
      tables.run(
        'UPDATE agents_children SET root = ?, depth = ?, tools = ? WHERE id = ?',
        ...[root, depth, JSON.stringify(tools), id],
      );
    },
    end(id, state, at) {
      tables.run(
        "UPDATE agents_children SET state = ?, ended_at = ? WHERE id = ? AND state = 'running'",
        state,
        at,
        id,
      );
    },
    get(id) {
      const row = found('id', id);
      return row && childOf(row);
    },
    of(session) {
      const row = found('session', session);
      return row && childOf(row);
    },
    running(parent) {
      const [counts = { ofParent: 0, all: 0 }] = tables.all<{ ofParent: number; all: number }>(
        'SELECT count(*) AS "all", coalesce(sum(parent = ?), 0) AS ofParent FROM agents_children WHERE state = \'running\'',
        parent,
      );
      return counts;
    },
    list: limit =>
      tables.all<ListedRow>(listed, limit).map(row => ({
        ...row,
        task: row.task === null ? '' : (JSON.parse(row.task) as Body),
      })),
  };
}

function childOf(row: ChildRow): ChildRecord & { readonly state: ChildState } {
  return { ...row, tools: JSON.parse(row.tools) as readonly string[] };
}
