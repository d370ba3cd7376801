-- Steering: conversations of a chat, turns that were asked for by a key, and what a rewind set aside.

CREATE TABLE chats (
  chat    TEXT PRIMARY KEY,             -- address of its first conversation: session:telegram:42
  current INTEGER NOT NULL,             -- the number of the one that is spoken in
  newest  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The message that a turn was asked for with under this key, last.
CREATE TABLE turn_keys (
  session TEXT NOT NULL,
  key     TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (session, key)
) STRICT, WITHOUT ROWID;

-- Messages whose conversation was taken back to before them: they are kept and shown, and no model reads them any more.
CREATE TABLE set_aside (
  message TEXT PRIMARY KEY,
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
