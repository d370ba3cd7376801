-- What the agent remembers, and its full-text index.
--
-- `row` is spelled out because VACUUM renumbers an implicit rowid, and the index would then point at other memories.
CREATE TABLE memories (
  row        INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  kind       TEXT NOT NULL CHECK (kind IN ('fact', 'procedure', 'episode', 'skill')),
  content    TEXT NOT NULL,
  status     TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'pending', 'archived')),
  source     TEXT NOT NULL CHECK (source IN ('user', 'observer', 'agent')),
  taint      TEXT NOT NULL CHECK (taint IN ('owner', 'auth', 'external')),
  session    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  uses       INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX memories_by_status ON memories (status, updated_at DESC);

CREATE VIRTUAL TABLE memories_fts USING fts5 (
  content,
  content = 'memories',
  content_rowid = 'row',
  tokenize = 'porter unicode61 remove_diacritics 2',
  prefix = '3 4 5'
);

CREATE TRIGGER memories_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memories_fts (rowid, content) VALUES (new.row, new.content);
END;

CREATE TRIGGER memories_ad AFTER DELETE ON memories BEGIN
  INSERT INTO memories_fts (memories_fts, rowid, content) VALUES ('delete', old.row, old.content);
END;

-- Counting a use or changing a status does not touch the index.
CREATE TRIGGER memories_au AFTER UPDATE OF content ON memories BEGIN
  INSERT INTO memories_fts (memories_fts, rowid, content) VALUES ('delete', old.row, old.content);
  INSERT INTO memories_fts (rowid, content) VALUES (new.row, new.content);
END;
