-- What the owner said about how to behave or what not to do, word for word.
CREATE TABLE orders (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  text       TEXT NOT NULL,
  message    TEXT NOT NULL,             -- the message it was said in
  session    TEXT,                      -- the conversation it holds in; NULL: all of them
  at         INTEGER NOT NULL,
  revoked_at INTEGER,                   -- NULL: it holds
  revoked_in TEXT                       -- the message that revoked it, where one did
) STRICT;
