-- Scheduled jobs as they stand; each is an actor, and this is what lists read of it.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  spec TEXT NOT NULL,
  state TEXT NOT NULL,
  next INTEGER,
  failures INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

CREATE INDEX jobs_named ON jobs (name);

-- Their runs: a row before anything happens. One row stands for all instants of a gap that were left out.
CREATE TABLE job_runs (
  id TEXT PRIMARY KEY,
  job TEXT NOT NULL,
  slot INTEGER NOT NULL,
  until INTEGER NOT NULL,
  count INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  cause TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  at INTEGER NOT NULL,
  ended_at INTEGER,
  result TEXT,
  work TEXT,
  dedup_key TEXT
) STRICT;

CREATE INDEX job_runs_of ON job_runs (job);
CREATE INDEX job_runs_under ON job_runs (job, dedup_key, at) WHERE dedup_key IS NOT NULL;
