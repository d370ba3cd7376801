-- Conversations whose replies show the steps of their turns, by /verbose.
CREATE TABLE verbose_sessions (
  session TEXT PRIMARY KEY,
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
