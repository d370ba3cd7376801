-- Memories and messages as vectors, for the search by meaning. Without a model for embeddings nothing is in here.
--
-- `n` is never used twice, so an index that is a moment behind never takes one memory for another.
CREATE TABLE vectors (
  n      INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL CHECK (source IN ('memory', 'message')),
  row    INTEGER NOT NULL,              -- memories.row or messages.n
  model  TEXT NOT NULL,                 -- provider/model that made it
  vector BLOB NOT NULL                  -- a signed byte for each dimension
) STRICT;
CREATE UNIQUE INDEX vectors_of ON vectors (source, row);
CREATE INDEX vectors_by_model ON vectors (model, source);

-- What was a vector and is to be one again: its words have changed, or its row has come back.
CREATE TABLE vector_gaps (
  source TEXT NOT NULL,
  row    INTEGER NOT NULL,
  PRIMARY KEY (source, row)
) STRICT, WITHOUT ROWID;

-- How far each source has been embedded by which model; all rows up to there have a vector, or are a gap.
CREATE TABLE vector_progress (
  source     TEXT PRIMARY KEY,
  model      TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  upto       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER vectors_ad AFTER DELETE ON vectors BEGIN
  INSERT OR IGNORE INTO vector_gaps (source, row) VALUES (old.source, old.row);
END;

CREATE TRIGGER memories_vector_ad AFTER DELETE ON memories BEGIN
  DELETE FROM vectors WHERE source = 'memory' AND row = old.row;
END;

CREATE TRIGGER memories_vector_au AFTER UPDATE OF content ON memories WHEN new.content <> old.content BEGIN
  DELETE FROM vectors WHERE source = 'memory' AND row = old.row;
END;

CREATE TRIGGER messages_vector_ad AFTER DELETE ON messages BEGIN
  DELETE FROM vectors WHERE source = 'message' AND row = old.n;
END;

CREATE TRIGGER messages_vector_au AFTER UPDATE OF body ON messages WHEN new.body <> old.body BEGIN
  DELETE FROM vectors WHERE source = 'message' AND row = old.n;
END;
