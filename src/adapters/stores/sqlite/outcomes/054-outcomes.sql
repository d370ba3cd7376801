-- What a piece of work came to: of an agent, a plan, a job, or a goal. A row is written in the transaction that ends
-- the work. It holds no words of anybody: those stay where they are, to be forgotten there.
CREATE TABLE outcomes (
  id         TEXT PRIMARY KEY,          -- of the work: a delegation, a plan, a run of a job; goal:N
  kind       TEXT NOT NULL CHECK (kind IN ('agent', 'plan', 'job', 'goal')),
  name       TEXT NOT NULL,             -- of the agent or the job; the number of the goal; the id that a plan gives itself
  session    TEXT,                      -- where the work is to be seen
  state      TEXT NOT NULL,
  reason     TEXT,                      -- of a job: why no run was made to its end
  verdict    TEXT,                      -- what checks outside of the agent found: holds, fails, unknown; NULL: there were none
  calls      INTEGER NOT NULL,
  tokens     INTEGER NOT NULL,
  micros     INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX outcomes_named ON outcomes (kind, name, ended_at);
CREATE INDEX outcomes_ended ON outcomes (ended_at);

CREATE TRIGGER outcomes_of_jobs AFTER UPDATE OF state ON job_runs
WHEN old.state = 'running' AND new.state IN ('done', 'failed', 'unknown', 'skipped')
BEGIN
  INSERT OR REPLACE INTO outcomes VALUES (
    new.id, 'job', coalesce((SELECT name FROM jobs WHERE id = new.job), new.job),
    CASE WHEN new.work LIKE 'session:%' THEN new.work END, new.state, new.reason, NULL,
    (SELECT count(*) FROM tool_calls WHERE session = new.work) + (new.work LIKE 'tool-call:%'),
    coalesce((SELECT state ->> '$.spent.tokens' FROM spend_sessions WHERE session = new.work), 0),
    coalesce((SELECT state ->> '$.spent.micros' FROM spend_sessions WHERE session = new.work), 0),
    new.at, coalesce(new.ended_at, new.at));
END;

-- One that is open again has come to nothing yet.
CREATE TRIGGER outcomes_of_goals AFTER UPDATE OF state ON goals
WHEN old.state <> new.state
BEGIN
  DELETE FROM outcomes WHERE id = 'goal:' || new.id;
  INSERT INTO outcomes SELECT
    'goal:' || new.id, 'goal', new.id, new.session, new.state, NULL,
    CASE
      WHEN json_array_length(new.checks) = 0 THEN NULL
      WHEN EXISTS (SELECT 1 FROM json_each(new.checks) WHERE value ->> '$.last.outcome' IS NULL) THEN NULL
      WHEN EXISTS (SELECT 1 FROM json_each(new.checks) WHERE value ->> '$.last.outcome' = 'fails') THEN 'fails'
      WHEN EXISTS (SELECT 1 FROM json_each(new.checks) WHERE value ->> '$.last.outcome' = 'unknown') THEN 'unknown'
      ELSE 'holds'
    END,
    0, 0, 0, new.created_at, coalesce(new.ended_at, new.created_at)
  WHERE new.state <> 'open';
END;

-- What is older than half a year says nothing of how the work is done now.
CREATE TRIGGER outcomes_kept AFTER INSERT ON outcomes
BEGIN
  DELETE FROM outcomes WHERE ended_at < new.ended_at - 15552000000;
END;
