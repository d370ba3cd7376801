-- The indexes have words of every script: `indexed_text` (registered by the program, as `memory_key` is) gives what is
-- indexed of a text, and marks are part of a word, which they are in Hindi and Thai.
DROP TRIGGER memories_ad;
DROP TRIGGER memories_au;
DROP TABLE memories_fts;
DROP TABLE messages_fts;

CREATE VIEW memory_words AS SELECT row, indexed_text(content) AS content FROM memories;
CREATE VIEW message_words AS SELECT n, indexed_text(text) AS text FROM message_texts;

CREATE VIRTUAL TABLE memories_fts USING fts5 (
  content,
  content = 'memory_words',
  content_rowid = 'row',
  tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'",
  prefix = '3 4 5'
);
CREATE VIRTUAL TABLE messages_fts USING fts5 (
  text,
  content = 'message_words',
  content_rowid = 'n',
  tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
);

-- As migrations 028, 034 and 035 set them, for the same reasons.
INSERT INTO memories_fts (memories_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO messages_fts (messages_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO memories_fts (memories_fts, rank) VALUES ('pgsz', 1000);
INSERT INTO messages_fts (messages_fts, rank) VALUES ('pgsz', 1000);
INSERT INTO memories_fts (memories_fts) VALUES ('rebuild');
INSERT INTO messages_fts (messages_fts) VALUES ('rebuild');
INSERT INTO memories_fts (memories_fts, rank) VALUES ('hashsize', 131072);
INSERT INTO messages_fts (messages_fts, rank) VALUES ('hashsize', 131072);

CREATE TRIGGER memories_ad AFTER DELETE ON memories BEGIN
  INSERT INTO memories_fts (memories_fts, rowid, content) VALUES ('delete', old.row, indexed_text(old.content));
END;

-- Counting a use or changing a status does not touch the index.
CREATE TRIGGER memories_au AFTER UPDATE OF content ON memories BEGIN
  INSERT INTO memories_fts (memories_fts, rowid, content) VALUES ('delete', old.row, indexed_text(old.content));
  INSERT INTO memories_fts (rowid, content) VALUES (new.row, indexed_text(new.content));
END;

-- The same words in another way of writing are the same memory; two that are so already stay two.
UPDATE OR IGNORE memories SET words = memory_key(kind, content) WHERE content GLOB '*[^ -~]*';
