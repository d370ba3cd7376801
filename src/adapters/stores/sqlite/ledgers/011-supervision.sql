-- Acts on actors that somebody asked for, by the name its asker gave each: a repeat gets the first outcome.
CREATE TABLE commands (
  id       TEXT PRIMARY KEY,
  verb     TEXT NOT NULL,
  actor    TEXT NOT NULL,
  by       TEXT NOT NULL,               -- telegram:42, cli, web
  state    TEXT NOT NULL CHECK (state IN ('asked', 'done', 'failed')),
  error    TEXT,
  at       INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

-- What the owner may answer to a message: JSON { incident, choices }; null for most.
ALTER TABLE deliveries ADD COLUMN asks TEXT;
