-- How memories belong together, and the runs that put them in order.
CREATE TABLE memory_links (
  one   TEXT NOT NULL,                  -- id of a memory; of "merged": the one that stays
  other TEXT NOT NULL,                  -- of "merged": the one that went into it
  kind  TEXT NOT NULL CHECK (kind IN ('merged', 'related', 'different')),
  batch TEXT,                           -- the run that found it; NULL: the owner said so
  at    INTEGER NOT NULL,
  PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_links_other ON memory_links (other);
CREATE INDEX memory_links_batch ON memory_links (batch) WHERE batch IS NOT NULL;

-- What two memories are to each other is to be asked again once one of them says something else.
CREATE TRIGGER memory_links_reworded AFTER UPDATE OF content ON memories WHEN old.content <> new.content BEGIN
  DELETE FROM memory_links WHERE kind <> 'merged' AND (one = new.id OR other = new.id);
END;

CREATE INDEX memories_by_contradiction ON memories (contradicts) WHERE contradicts IS NOT NULL;

CREATE TABLE consolidations (
  id            TEXT PRIMARY KEY,       -- the address of the run, and its batch
  at            INTEGER NOT NULL,
  ended_at      INTEGER,
  outcome       TEXT NOT NULL CHECK (outcome IN ('running', 'done', 'failed', 'cancelled')),
  merged        INTEGER NOT NULL DEFAULT 0,
  contradicting INTEGER NOT NULL DEFAULT 0,
  linked        INTEGER NOT NULL DEFAULT 0,
  archived      INTEGER NOT NULL DEFAULT 0,
  tokens        INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX consolidations_at ON consolidations (at);
