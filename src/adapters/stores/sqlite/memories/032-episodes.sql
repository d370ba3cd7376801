-- What the owner said and may be reminded of unasked; its words are those of the message alone.
CREATE TABLE episodes (
  message      INTEGER PRIMARY KEY,     -- messages.n
  status       TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  uses         INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER
) STRICT;
CREATE INDEX episodes_active ON episodes (message) WHERE status = 'active';

-- A message that is forgotten is no episode any more.
CREATE TRIGGER episodes_message_ad AFTER DELETE ON messages BEGIN
  DELETE FROM episodes WHERE message = old.n;
END;
CREATE TRIGGER episodes_message_au AFTER UPDATE OF body ON messages WHEN new.body <> old.body BEGIN
  DELETE FROM episodes WHERE message = old.n;
END;

-- A message that a memory comes from is represented by that.
CREATE INDEX memories_by_message ON memories (message) WHERE message IS NOT NULL;
