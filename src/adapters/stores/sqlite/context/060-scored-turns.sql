-- Which turns of a conversation a model chose to leave out where the fixed steps were not enough. The messages are kept.
CREATE TABLE scored_turns (
  session  TEXT PRIMARY KEY,
  turns    TEXT NOT NULL,               -- those that leave, JSON
  brief_to TEXT NOT NULL,               -- the newest turn it chose among: results up to it are one line
  model    TEXT NOT NULL,
  at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
