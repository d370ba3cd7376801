-- Goals of the agent and its owner.
CREATE TABLE goals (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  text       TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('open', 'done', 'dropped')),
  due        INTEGER,
  session    TEXT,                      -- the conversation it belongs to; NULL: all of them
  taint      TEXT NOT NULL,
  given_by   TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT;
CREATE INDEX goals_state ON goals (state, id);
