-- Files and pages that are watched: each request of their conversation holds them as they are then.
CREATE TABLE subscriptions (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  session   TEXT NOT NULL,
  call      TEXT NOT NULL UNIQUE,       -- the tool call that asked for it
  kind      TEXT NOT NULL,              -- file, file_lines, url
  target    TEXT NOT NULL,
  from_line INTEGER,
  lines     INTEGER,
  own       INTEGER NOT NULL,           -- 1: it may reach a host of the owner's own network
  tokens    INTEGER NOT NULL,
  turns     INTEGER NOT NULL,           -- so many are left
  turn      TEXT NOT NULL,              -- the one that was counted last
  at        INTEGER NOT NULL,
  ended_at  INTEGER                     -- null: it is watched
) STRICT;
CREATE INDEX subscriptions_watched ON subscriptions (session) WHERE ended_at IS NULL;

-- The newest list of tasks that the agent has written down in a conversation.
CREATE TABLE turn_tasks (
  session TEXT PRIMARY KEY,
  tasks   TEXT NOT NULL,                -- JSON
  taint   TEXT NOT NULL,
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
