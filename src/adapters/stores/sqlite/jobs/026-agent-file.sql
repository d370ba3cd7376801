-- What the agent itself has written into agent.toml: whole texts, and single entries for jobs, by their hashes.
CREATE TABLE agent_file_writes (
  hash     TEXT PRIMARY KEY,
  taint    TEXT NOT NULL,               -- how far its conversation was trusted
  given_by TEXT NOT NULL,               -- that conversation
  at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The entries that jobs were made from.
CREATE TABLE agent_file_jobs (
  name TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
