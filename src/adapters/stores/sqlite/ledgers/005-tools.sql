-- The agent's own tools beside their files: what was decided about which content, and how they are doing.
CREATE TABLE tools (
  name            TEXT PRIMARY KEY,
  enabled         INTEGER NOT NULL DEFAULT 1,
  pinned          TEXT,
  tested          TEXT,
  quarantined     TEXT,
  reason          TEXT,
  seen            TEXT,
  problem         TEXT,
  calls           INTEGER NOT NULL DEFAULT 0,
  failures        INTEGER NOT NULL DEFAULT 0,
  failures_in_row INTEGER NOT NULL DEFAULT 0,
  last_hash       TEXT,
  last_error      TEXT,
  last_used_at    INTEGER,
  changed_at      INTEGER,
  version         INTEGER NOT NULL DEFAULT 0,
  commit_id       TEXT
) STRICT;

-- The last runs of each; `call` keeps one from being counted twice.
CREATE TABLE tool_runs (
  id    INTEGER PRIMARY KEY,
  call  TEXT NOT NULL UNIQUE,
  tool  TEXT NOT NULL,
  hash  TEXT NOT NULL,
  ok    INTEGER NOT NULL,
  ms    REAL NOT NULL,
  error TEXT,
  at    INTEGER NOT NULL
) STRICT;
CREATE INDEX tool_runs_of ON tool_runs (tool, id DESC);
