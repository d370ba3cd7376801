/** The table `agents_children`, read with what the conversations of children have used. */
import { agentOfChild, type ChildRecord, type ChildState, type ListedChild } from '../../domain/agents/agent.ts';
import type { EarlierEnd, EarlierTool, EarlierWork } from '../../domain/agents/earlier.ts';
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
  {
    number: 2,
    name: 'children-by-call',
    sql: 'CREATE INDEX agents_children_call ON agents_children (call);',
  },
  {
    number: 3,
    name: 'outcomes',
    sql: `
-- What has not begun has come to nothing.
CREATE TRIGGER agents_children_outcomes AFTER UPDATE OF state ON agents_children
WHEN old.state = 'running' AND new.state NOT IN ('running', 'refused')
BEGIN
  INSERT OR REPLACE INTO outcomes VALUES (
    new.id, 'agent', new.agent, new.session, new.state, NULL, NULL,
    (SELECT count(*) FROM tool_calls WHERE session = new.session),
    coalesce((SELECT state ->> '$.spent.tokens' FROM spend_sessions WHERE session = new.session), 0),
    coalesce((SELECT state ->> '$.spent.micros' FROM spend_sessions WHERE session = new.session), 0),
    new.started_at, coalesce(new.ended_at, new.started_at));
END;`,
  },
  {
    number: 4,
    name: 'plans',
    sql: `
-- A plan that was approved. Its text stands in the call alone.
CREATE TABLE agents_plans (
  id         TEXT PRIMARY KEY,          -- the address of its actor
  name       TEXT NOT NULL,             -- the id that it gives itself
  title      TEXT NOT NULL,
  session    TEXT NOT NULL,
  turn       TEXT NOT NULL,
  call       TEXT NOT NULL,
  digest     TEXT NOT NULL,             -- of the call that was approved
  state      TEXT NOT NULL,
  verdict    TEXT,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX agents_plans_call ON agents_plans (call);
CREATE INDEX agents_plans_started ON agents_plans (started_at);
CREATE TABLE agents_plan_steps (
  plan       TEXT NOT NULL,
  n          INTEGER NOT NULL,
  step       TEXT NOT NULL,
  agent      TEXT NOT NULL,
  depends    TEXT NOT NULL,             -- JSON: ids of steps
  state      TEXT NOT NULL,
  attempt    INTEGER NOT NULL,
  checks     TEXT NOT NULL,             -- JSON of domain/goals/check.ts
  started_at INTEGER,
  ended_at   INTEGER,
  PRIMARY KEY (plan, n)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER agents_plans_outcomes AFTER UPDATE OF state ON agents_plans
WHEN old.state = 'running' AND new.state <> 'running'
BEGIN
  INSERT OR REPLACE INTO outcomes SELECT
    new.id, 'plan', new.name, new.session, new.state, NULL, new.verdict,
    coalesce(sum(o.calls), 0), coalesce(sum(o.tokens), 0), coalesce(sum(o.micros), 0),
    new.started_at, coalesce(new.ended_at, new.started_at)
  FROM agents_children c JOIN outcomes o ON o.id = c.id
  WHERE substr(c.call, 1, length(new.call) + 1) = new.call || '/';
END;`,
  },
  {
    number: 5,
    name: 'continuations',
    sql: `
-- An earlier conversation of a piece of work: its time or its steps were used up, and the work went on in another one.
CREATE TABLE agents_hops (
  child    TEXT NOT NULL,
  hop      INTEGER NOT NULL,            -- 1: the conversation it began in
  session  TEXT NOT NULL UNIQUE,
  why      TEXT NOT NULL CHECK (why IN ('time', 'steps')),
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (child, hop)
) STRICT, WITHOUT ROWID;
DROP TRIGGER agents_children_outcomes;
CREATE TRIGGER agents_children_outcomes AFTER UPDATE OF state ON agents_children
WHEN old.state = 'running' AND new.state NOT IN ('running', 'refused')
BEGIN
  INSERT OR REPLACE INTO outcomes VALUES (
    new.id, 'agent', new.agent, new.session, new.state, NULL, NULL,
    (SELECT count(*) FROM tool_calls WHERE session IN (
      SELECT new.session UNION ALL SELECT session FROM agents_hops WHERE child = new.id)),
    (SELECT coalesce(sum(state ->> '$.spent.tokens'), 0) FROM spend_sessions WHERE session IN (
      SELECT new.session UNION ALL SELECT session FROM agents_hops WHERE child = new.id)),
    (SELECT coalesce(sum(state ->> '$.spent.micros'), 0) FROM spend_sessions WHERE session IN (
      SELECT new.session UNION ALL SELECT session FROM agents_hops WHERE child = new.id)),
    new.started_at, coalesce(new.ended_at, new.started_at));
END;`,
  },
  {
    number: 6,
    name: 'reassigned',
    sql: `
-- A piece of work that its agent did not finish, and that another one took over. The row of the work names that one.
CREATE TABLE agents_reassigned (
  child      TEXT PRIMARY KEY,
  agent      TEXT NOT NULL,             -- who had it
  session    TEXT NOT NULL UNIQUE,      -- its last conversation
  why        TEXT NOT NULL CHECK (why IN ('failed', 'expired')),
  ended_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The conversations of a piece of work, by the agent that had them.
CREATE VIEW agents_sessions AS
  SELECT id AS child, agent, session FROM agents_children
  UNION ALL SELECT child, agent, session FROM agents_reassigned
  UNION ALL SELECT child, substr(session, 15, instr(session, '-') - 15), session FROM agents_hops;
DROP TRIGGER agents_children_outcomes;
CREATE TRIGGER agents_children_outcomes AFTER UPDATE OF state ON agents_children
WHEN old.state = 'running' AND new.state NOT IN ('running', 'refused')
BEGIN
  INSERT OR REPLACE INTO outcomes VALUES (
    new.id, 'agent', new.agent, new.session, new.state, NULL, NULL,
    (SELECT count(*) FROM tool_calls WHERE session IN (
      SELECT session FROM agents_sessions WHERE child = new.id AND agent = new.agent)),
    (SELECT coalesce(sum(state ->> '$.spent.tokens'), 0) FROM spend_sessions WHERE session IN (
      SELECT session FROM agents_sessions WHERE child = new.id AND agent = new.agent)),
    (SELECT coalesce(sum(state ->> '$.spent.micros'), 0) FROM spend_sessions WHERE session IN (
      SELECT session FROM agents_sessions WHERE child = new.id AND agent = new.agent)),
    coalesce((SELECT ended_at FROM agents_reassigned WHERE child = new.id), new.started_at),
    coalesce(new.ended_at, new.started_at));
END;
-- What the first agent came to counts for that one.
CREATE TRIGGER agents_reassigned_outcomes AFTER INSERT ON agents_reassigned
BEGIN
  INSERT OR REPLACE INTO outcomes SELECT
    new.child || '#1', 'agent', new.agent, new.session, new.why, NULL, NULL,
    (SELECT count(*) FROM tool_calls WHERE session IN (
      SELECT session FROM agents_sessions WHERE child = new.child AND agent = new.agent)),
    (SELECT coalesce(sum(state ->> '$.spent.tokens'), 0) FROM spend_sessions WHERE session IN (
      SELECT session FROM agents_sessions WHERE child = new.child AND agent = new.agent)),
    (SELECT coalesce(sum(state ->> '$.spent.micros'), 0) FROM spend_sessions WHERE session IN (
      SELECT session FROM agents_sessions WHERE child = new.child AND agent = new.agent)),
    c.started_at, new.ended_at
  FROM agents_children c WHERE c.id = new.child;
END;`,
  },
] as const;

interface ChildRow extends Omit<ChildRecord, 'tools'> {
  readonly tools: string;
  readonly state: ChildState;
}

interface ListedRow extends Omit<ListedChild, 'task'> {
  readonly task: string | null;
}

const columns = `id, agent, session, parent, turn, call, root, depth, tools, taint, state, started_at AS startedAt,
  (SELECT count(*) FROM agents_hops h WHERE h.child = agents_children.id) AS hops,
  (SELECT agent FROM agents_reassigned r WHERE r.child = agents_children.id) AS takenFrom FROM agents_children`;

/** All conversations of a piece of work. */
const sessionsOf = (id: string) => `(SELECT w.session FROM agents_sessions w WHERE w.child = ${id})`;

/** So many pieces of work are looked back on. */
const mostEarlier = 20;

/** A conversation keeps the sum of its model calls itself; its first message is what it was asked. */
const listed = `SELECT c.id, c.agent, c.session, c.parent, c.depth, c.state, c.started_at AS startedAt, c.ended_at AS endedAt,
    (SELECT count(*) FROM agents_hops h WHERE h.child = c.id) AS hops,
    (SELECT agent FROM agents_reassigned r WHERE r.child = c.id) AS takenFrom,
    (SELECT body FROM messages m WHERE m.session = c.session AND m.role = 'owner' ORDER BY m.n LIMIT 1) AS task,
    (SELECT count(*) FROM tool_calls t WHERE t.session IN ${sessionsOf('c.id')}) AS calls,
    (SELECT coalesce(sum(s.state ->> '$.spent.tokens'), 0) FROM spend_sessions s
      WHERE s.session IN ${sessionsOf('c.id')}) AS tokens,
    (SELECT coalesce(sum(s.state ->> '$.spent.micros'), 0) FROM spend_sessions s
      WHERE s.session IN ${sessionsOf('c.id')}) AS micros
  FROM agents_children c ORDER BY c.state = 'running' DESC, c.started_at DESC, c.id LIMIT ?`;

const ofTurn = `SELECT s.value AS session, c.started_at AS startedAt FROM agents_children c, json_each((
    SELECT json_group_array(session) FROM (
      SELECT session FROM agents_hops WHERE child = c.id
      UNION ALL SELECT session FROM agents_reassigned WHERE child = c.id UNION ALL SELECT c.session))) s
  WHERE c.turn = ? ORDER BY c.started_at, c.id, s.key`;

/** So many calls are told to who goes on. */
const mostCalls = 30;

/** {@link ChildLedger} over the table of {@link agentMigrations}. */
export function childLedger(tables: Tables): ChildLedger {
  const found = (where: string, value: string) =>
    tables.all<ChildRow>(`SELECT ${columns} WHERE ${where} = ?`, value)[0];
  /** The piece of work that went on after this conversation; empty: none did. */
  const earlierOf = (session: string) =>
    tables.all<{ child: string }>(
      'SELECT child FROM agents_hops WHERE session = ? UNION ALL SELECT child FROM agents_reassigned WHERE session = ?',
      session,
      session,
    )[0]?.child ?? '';
  return {
    give({ id, agent, session, parent, turn, call, taint, startedAt }) {
      tables.run(
        "INSERT INTO agents_children VALUES (?, ?, ?, ?, ?, ?, ?, 0, '[]', ?, 'running', ?, NULL) ON CONFLICT (id) DO NOTHING",
        ...[id, agent, session, parent, turn, call, parent, taint, startedAt],
      );
    },
    begin(id, { root, depth, tools }) {
      tables.run(
        'UPDATE agents_children SET root = ?, depth = ?, tools = ? WHERE id = ?',
        ...[root, depth, JSON.stringify(tools), id],
      );
    },
    ...continuations(tables),
    end(id, state, at) {
      tables.run(
        "UPDATE agents_children SET state = ?, ended_at = ? WHERE id = ? AND state = 'running'",
        ...[state, at, id],
      );
    },
    get(id) {
      const row = found('id', id);
      return row && childOf(row);
    },
    of(session) {
      const own = found('session', session);
      if (own) return childOf(own);
      const row = found('id', earlierOf(session));
      if (!row) return undefined;
      const child = childOf(row);
      const agent = agentOfChild(session);
      // who had it before has no rights any more
      return child.agent === agent ? child : { ...child, agent, tools: [] };
    },
    otherOf(call, id) {
      const row = tables.all<ChildRow>(
        `SELECT ${columns} WHERE call = ? AND id <> ? AND depth > 0 LIMIT 1`,
        call,
        id,
      )[0];
      return row && childOf(row);
    },
    replyOf(session) {
      const [row] = tables.all<{ body: string }>(
        "SELECT body FROM messages WHERE session = ? AND role = 'assistant' ORDER BY n DESC LIMIT 1",
        session,
      );
      return row === undefined ? '' : (JSON.parse(row.body) as Body);
    },
    ofTurn: turn => tables.all(ofTurn, turn),
    running(parent) {
      const [counts = { ofParent: 0, all: 0 }] = tables.all<{ ofParent: number; all: number }>(
        'SELECT count(*) AS "all", coalesce(sum(parent = ?), 0) AS ofParent FROM agents_children WHERE state = \'running\'',
        parent,
      );
      return counts;
    },
    earlierOf: (agent, before) => earlierWork(tables, agent, before),
    list: limit =>
      tables.all<ListedRow>(listed, limit).map(row => ({
        ...row,
        task: row.task === null ? '' : (JSON.parse(row.task) as Body),
      })),
  };
}

/** What earlier pieces of work of an agent came to. */
function earlierWork(tables: Tables, agent: string, before: number): EarlierWork {
  const ended = tables.all<EarlierEnd>(
    `SELECT state, verdict, calls, ended_at - started_at AS ms, ended_at AS endedAt FROM outcomes
     WHERE kind = 'agent' AND name = ? AND ended_at <= ? ORDER BY ended_at DESC LIMIT ${mostEarlier}`,
    ...[agent, before],
  );
  if (ended.length === 0) return { ended, tools: [] };
  const tools = tables.all<EarlierTool>(
    `SELECT tool, count(*) AS calls, sum(outcome = 'done' AND NOT failed) AS done FROM tool_calls WHERE session IN (
       SELECT session FROM outcomes WHERE kind = 'agent' AND name = ? AND ended_at <= ? ORDER BY ended_at DESC
       LIMIT ${mostEarlier})
     GROUP BY tool ORDER BY calls DESC, tool LIMIT 6`,
    ...[agent, before],
  );
  return { ended, tools };
}

/** Work that goes on in another conversation: the step there, and what was done by then. */
function continuations(tables: Tables): Pick<ChildLedger, 'continue' | 'reassign' | 'effortOf'> {
  return {
    continue(id, session, why, at) {
      tables.run(
        `INSERT INTO agents_hops SELECT id, 1 + (SELECT count(*) FROM agents_hops h WHERE h.child = c.id), session, ?, ?
         FROM agents_children c WHERE id = ?`,
        ...[why, at, id],
      );
      tables.run('UPDATE agents_children SET session = ? WHERE id = ?', session, id);
    },
    reassign(id, { agent, session, tools, why, at }) {
      tables.run(
        'INSERT INTO agents_reassigned SELECT id, agent, session, ?, ? FROM agents_children WHERE id = ?',
        ...[why, at, id],
      );
      tables.run(
        'UPDATE agents_children SET agent = ?, session = ?, tools = ? WHERE id = ?',
        ...[agent, session, JSON.stringify(tools), id],
      );
    },
    effortOf(id) {
      const [row] = tables.all<{ session: string; agent: string }>(
        'SELECT session, agent FROM agents_children WHERE id = ?',
        id,
      );
      const { session = '', agent = '' } = row ?? {};
      const own = '(SELECT session FROM agents_sessions WHERE child = ? AND agent = ?)';
      const calls = tables.all<{ address: string; tool: string; isDone: number }>(
        `SELECT address, tool, outcome = 'done' AND NOT failed AS isDone FROM tool_calls
         WHERE session IN ${sessionsOf('?')} ORDER BY ended_at DESC, address LIMIT ${mostCalls}`,
        id,
      );
      const [counts = { calls: 0, replies: 0, tokens: 0, earlierTokens: 0 }] = tables.all<{
        calls: number;
        replies: number;
        tokens: number;
        earlierTokens: number;
      }>(
        `SELECT (SELECT count(*) FROM tool_calls WHERE session = ?) AS calls,
           (SELECT count(*) FROM messages WHERE session = ? AND role = 'assistant') AS replies,
           (SELECT coalesce(sum(state ->> '$.spent.tokens'), 0) FROM spend_sessions WHERE session IN ${own}) AS tokens,
           (SELECT coalesce(sum(state ->> '$.spent.tokens'), 0) FROM spend_sessions
            WHERE session <> ? AND session IN ${own}) AS earlierTokens`,
        ...[session, session, id, agent, session, id, agent],
      );
      const { tokens, earlierTokens, ...last } = counts;
      return {
        calls: calls.map(one => ({ ...one, isDone: one.isDone === 1 })).reverse(),
        last,
        tokens,
        earlierTokens,
      };
    },
  };
}

function childOf(row: ChildRow): ChildRecord & { readonly state: ChildState } {
  return { ...row, tools: JSON.parse(row.tools) as readonly string[] };
}
