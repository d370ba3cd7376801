-- What was left out of the requests of a conversation for want of room, a row whenever that changed. The messages are kept.
CREATE TABLE evictions (
  id       INTEGER PRIMARY KEY,
  session  TEXT NOT NULL,
  turn     TEXT NOT NULL,
  at       INTEGER NOT NULL,
  model    TEXT NOT NULL,
  why      TEXT NOT NULL,
  brief    INTEGER NOT NULL,            -- so many results are one line
  brief_to TEXT,                        -- the newest of them, a message
  older    INTEGER NOT NULL,            -- so many messages are not shown at all
  older_to TEXT                         -- the newest of them
) STRICT;
CREATE INDEX evictions_session ON evictions (session, id);
