-- What is being forgotten. `words` is what to look for, until all copies are blanked; a row without words says that the
-- files are still to be cleaned.
CREATE TABLE forgettings (
  id    TEXT PRIMARY KEY,
  words TEXT,                           -- JSON: memories, phrases
  at    INTEGER NOT NULL
) STRICT;

-- Earlier versions left deleted text in free pages and in the index; the first forgetting writes both again.
INSERT INTO forgettings (id, at) SELECT 'earlier versions', 0 WHERE EXISTS (SELECT 1 FROM messages);

INSERT INTO memories_fts (memories_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO messages_fts (messages_fts, rank) VALUES ('secure-delete', 1);
