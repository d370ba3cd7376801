-- Tasks: turns that were given from anywhere. What becomes of one stands in its conversation and its turn.
CREATE TABLE tasks (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  session      TEXT NOT NULL,           -- address of its conversation
  text         TEXT NOT NULL,
  priority     TEXT NOT NULL,
  deadline     INTEGER,
  key          TEXT,
  key_until    INTEGER,                 -- no other task is taken under the key before
  parent       INTEGER,
  given_by     TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  cancelled_at INTEGER
) STRICT;

CREATE INDEX tasks_under ON tasks (key) WHERE key IS NOT NULL;
CREATE INDEX tasks_beneath ON tasks (parent) WHERE parent IS NOT NULL;
CREATE INDEX tasks_of ON tasks (session);
