-- Memories with where they come from, how sure they are and what they replaced; conversations found by their words; and
-- what each learning run changed, so that it can be undone.

DROP TRIGGER memories_ai;
DROP TRIGGER memories_ad;
DROP TRIGGER memories_au;
DROP INDEX memories_by_status;
DROP TABLE memories_fts;
ALTER TABLE memories RENAME TO memories_before;

CREATE TABLE memories (
  row          INTEGER PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,   -- stays when the memory is reworded
  words        TEXT NOT NULL,          -- a hash of kind and words: the same words are the same memory
  kind         TEXT NOT NULL CHECK (kind IN
                 ('fact', 'procedure', 'episode', 'preference', 'skill', 'summary', 'artifact', 'link')),
  content      TEXT NOT NULL,
  tags         TEXT NOT NULL DEFAULT '[]',            -- JSON: words
  subject      TEXT,                                  -- what it is about, such as "owner: shoe size"
  status       TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'pending', 'archived')),
  source       TEXT NOT NULL CHECK (source IN ('owner', 'observer', 'tool', 'import', 'consolidation')),
  taint        TEXT NOT NULL CHECK (taint IN ('owner', 'auth', 'external')),
  sensitivity  TEXT NOT NULL DEFAULT 'normal' CHECK (sensitivity IN ('normal', 'private')),
  partition    TEXT NOT NULL DEFAULT 'global',        -- global, task:…, agent:…, workspace:…
  importance   REAL NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1),
  confidence   REAL NOT NULL DEFAULT 1 CHECK (confidence BETWEEN 0 AND 1),
  sightings    INTEGER NOT NULL DEFAULT 1,            -- how often it was said or noticed
  session      TEXT NOT NULL,
  message      TEXT,                                  -- id of the owner's message it comes from
  batch        TEXT,                                  -- the run that made it
  replaces     TEXT,                                  -- id of the memory it took the place of
  contradicts  TEXT,                                  -- id of the memory it does not agree with
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  uses         INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER,
  expires_at   INTEGER
) STRICT;

INSERT INTO memories (row, id, words, kind, content, status, source, taint, session, created_at, updated_at, uses)
SELECT row, id, id, kind, content, status, CASE source WHEN 'user' THEN 'owner' WHEN 'agent' THEN 'tool' ELSE source END,
       taint, session, created_at, updated_at, uses
FROM memories_before;
DROP TABLE memories_before;

CREATE UNIQUE INDEX memories_words ON memories (words, partition);
CREATE INDEX memories_by_status ON memories (status, updated_at DESC);
CREATE INDEX memories_by_subject ON memories (subject) WHERE subject IS NOT NULL;
CREATE INDEX memories_by_batch ON memories (batch) WHERE batch IS NOT NULL;
CREATE INDEX memories_by_expiry ON memories (expires_at) WHERE expires_at IS NOT NULL;

CREATE VIRTUAL TABLE memories_fts USING fts5 (
  content,
  content = 'memories',
  content_rowid = 'row',
  tokenize = 'porter unicode61 remove_diacritics 2',
  prefix = '3 4 5'
);
INSERT INTO memories_fts (memories_fts) VALUES ('rebuild');

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

-- What a run (learning, an import, a consolidation) did to a memory, in order; `before` is the row as it was.
CREATE TABLE memory_changes (
  n      INTEGER PRIMARY KEY AUTOINCREMENT,
  batch  TEXT NOT NULL,
  memory TEXT NOT NULL,
  before TEXT,                          -- JSON: the row; NULL: there was none
  at     INTEGER NOT NULL
) STRICT;
CREATE INDEX memory_changes_batch ON memory_changes (batch, n);
CREATE INDEX memory_changes_memory ON memory_changes (memory);

CREATE TABLE memory_batches (
  id        TEXT PRIMARY KEY,
  kind      TEXT NOT NULL CHECK (kind IN ('observer', 'import', 'consolidation')),
  session   TEXT,
  at        INTEGER NOT NULL,
  undone_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_batches_at ON memory_batches (at);

-- What was said, as it is searched: the words of owner and agent, not what tools gave.
CREATE VIEW message_texts AS
  SELECT n, CASE json_type(body)
              WHEN 'text' THEN body ->> '$'
              ELSE coalesce((SELECT b.body FROM blobs b WHERE b.hash = messages.body ->> '$.blob'), '')
            END AS text
  FROM messages WHERE role IN ('owner', 'assistant');

CREATE VIRTUAL TABLE messages_fts USING fts5 (
  text,
  content = 'message_texts',
  content_rowid = 'n',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO messages_fts (messages_fts) VALUES ('rebuild');

CREATE TRIGGER messages_ai AFTER INSERT ON messages WHEN new.role IN ('owner', 'assistant') BEGIN
  INSERT INTO messages_fts (rowid, text) SELECT n, text FROM message_texts WHERE n = new.n;
END;

CREATE INDEX messages_at ON messages (at);
